package web

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kydai/game"
)

const (
	maxName  = 24 // maximum number of characters in a name
	maxMarks = 2  // maximum number of combining marks on one letter
	blank    = '\u2800'
)

var (
	errNameLength = game.Err(badName, "a name must have 1 to 24 characters")
	errNameSigns  = game.Err(badName, "a name may contain only visible letters, digits, signs and spaces")
	errNameMarks  = game.Err(badName, "a letter of a name can have at most two accents")
	errNameScript = game.Err(badName, "the letters of a name must be of one script")
	errNameTaken  = game.Err(badName, "this name is reserved for guests and engines")
)

// taken matches names that are reserved for guests, levels and engines.
var taken = regexp.MustCompile(`^((khách|khach|guest|level|cấp|cấp độ|máy|engine)[\s.:#-]*[0-9]+|máy|machine|computer|engine|kydai|khách|guest)$`)

// checkName normalises a name that a player has chosen. It refuses invisible characters, misleading
// characters and reserved names.
func checkName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", errNameLength
	}
	name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	if n := utf8.RuneCountInString(name); n == 0 || n > maxName {
		return "", errNameLength
	}
	marks := maxMarks // as if the limit were reached: no mark may come before the first letter
	for _, r := range name {
		switch {
		case hidden(r):
			return "", errNameSigns
		case !unicode.Is(unicode.M, r):
			marks = 0
		case marks == maxMarks:
			return "", errNameMarks
		default:
			marks++
		}
	}
	if !oneScript(name) {
		return "", errNameScript
	}
	if taken.MatchString(strings.ToLower(norm.NFKC.String(name))) {
		return "", errNameTaken
	}
	return name, nil
}

// hidden reports whether a character is invisible, changes the text direction or stands for bytes
// that are not valid text. JSON decodes a lone surrogate to utf8.RuneError. IsPrint is false for
// private use and unassigned code points.
func hidden(r rune) bool {
	return !unicode.IsPrint(r) || r == blank || r == utf8.RuneError ||
		unicode.In(r, unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// together lists the sets of scripts that may be mixed in one name. People often mix these scripts,
// and their letters cannot be confused with each other.
var together = []map[string]bool{
	{"Latin": true, "Han": true, "Hiragana": true, "Katakana": true},
	{"Latin": true, "Han": true, "Hangul": true},
	{"Latin": true, "Han": true, "Bopomofo": true},
}

// oneScript reports whether all letters of a name belong to one script, or to scripts that may be
// mixed.
func oneScript(name string) bool {
	scripts := map[string]bool{}
	for _, r := range name {
		if unicode.IsLetter(r) {
			if s := scriptOf(r); s != "Common" && s != "Inherited" {
				scripts[s] = true
			}
		}
	}
	if len(scripts) <= 1 {
		return true
	}
	for _, set := range together {
		all := true
		for s := range scripts {
			all = all && set[s]
		}
		if all {
			return true
		}
	}
	return false
}

func scriptOf(r rune) string {
	if unicode.Is(unicode.Latin, r) {
		return "Latin"
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "Common"
}
