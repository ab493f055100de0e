package account

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"

	"kydai/game"
)

// Name is a valid player name with the keys by which names are compared.
type Name struct {
	// Shown is the name as people see it, normalised (NFKC), without spaces at
	// its ends and with single spaces inside.
	Shown string
	// Key is the comparison key of the PRECIS profile Nickname (RFC 8266): two names that differ
	// only in case or spaces have equal keys.
	Key string
	// Skeleton is equal for names that look alike: see the function Skeleton.
	Skeleton string
}

// Error codes for names.
const (
	BadName      = "bad-name"
	ReservedName = "reserved-name"
	TooSoon      = "too-soon"
)

const (
	leastName, mostName = 2, 24
	maxNameBytes        = 400 // maximum number of bytes of the typed text; a longer text is rejected without parsing
	maxMarks            = 2   // maximum number of combining marks in a row: a tone and a vowel sign
)

// ParseName parses a name that a player typed. A name has 2 to 24 characters: letters of
// one script with their marks, ASCII digits, and single spaces, hyphens, underscores or
// full stops between them. At least one character is a letter.
func ParseName(text string) (Name, error) {
	if len(text) > maxNameBytes || !utf8.ValidString(text) {
		return Name{}, badName("a name has 2 to 24 characters")
	}
	shown, err := precis.Nickname.String(text)
	if err != nil {
		return Name{}, badName("the name holds a character that cannot be used in names")
	}
	if n := utf8.RuneCountInString(shown); n < leastName || n > mostName {
		return Name{}, badName("a name has 2 to 24 characters")
	}
	if err := checkCharacters(shown); err != nil {
		return Name{}, err
	}
	if !oneScript(shown) {
		return Name{}, badName("the letters of a name must be of one script in common use")
	}
	key, err := precis.Nickname.CompareKey(shown)
	if err != nil || key == "" {
		return Name{}, badName("the name holds a character that cannot be used in names")
	}
	name := Name{Shown: shown, Key: key, Skeleton: Skeleton(shown)}
	if reserved(name) {
		return Name{}, game.Err(ReservedName, "this name is reserved for the site")
	}
	return name, nil
}

// SearchKey converts a typed prefix of a name to a prefix of Name.Key, for searching. It
// returns "" if no name can begin with the text.
func SearchKey(text string) string {
	if len(text) > maxNameBytes {
		return ""
	}
	key, err := precis.Nickname.CompareKey(text)
	if err != nil {
		return ""
	}
	return key
}

func badName(sentence string) error { return game.Err(BadName, sentence) }

// separators are the characters allowed between letters and digits. No two of them may be adjacent.
const separators = " -_."

// checkCharacters returns an error if a name contains a character that is not allowed, or if its
// letters, marks, digits and separators are in an invalid order.
func checkCharacters(name string) error {
	const start = ' ' // the start of a name counts as a separator
	last, marks, letters := start, 0, 0
	for _, r := range name {
		switch {
		case unicode.IsLetter(r):
			marks = 0
			letters++
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks || strings.ContainsRune(separators, last) {
				return badName("a mark must follow a letter, and no letter has more than two")
			}
		case r >= '0' && r <= '9':
			marks = maxMarks // after a digit or a separator, every mark exceeds maxMarks and is rejected
		case strings.ContainsRune(separators, r):
			if strings.ContainsRune(separators, last) {
				return badName("spaces, hyphens, underscores and full stops stand alone between letters or digits")
			}
			marks = maxMarks
		default:
			return badName("a name consists of letters, digits, spaces, hyphens, underscores and full stops")
		}
		last = r
	}
	if strings.ContainsRune(separators, last) {
		return badName("a name ends with a letter or a digit")
	}
	if letters == 0 {
		return badName("a name has at least one letter")
	}
	return nil
}

// Clash reports whether two names are too similar to exist together: they have the same
// Key or the same Skeleton. Databases enforce this with unique indexes on both.
func (n Name) Clash(other Name) bool {
	return n.Key == other.Key || n.Skeleton == other.Skeleton
}

// renameGap is the minimum time between two changes of an account's name.
const renameGap = 30 * 24 * time.Hour

// MayRename returns an error if the last change of the name is less than a month
// ago. A zero time means that the name was never changed.
func MayRename(last, now time.Time) error {
	next := last.Add(renameGap)
	if last.IsZero() || !now.Before(next) {
		return nil
	}
	return game.Err(TooSoon, "a name can be changed once a month, next on ", next.UTC().Format(time.DateOnly))
}
