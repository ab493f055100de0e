package account

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"

	"kydai/game"
)

//go:embed common-passwords.txt
var commonText string

// common is the set of the 10,000 most common passwords. The file has no password that is shorter
// than the minimum length.
var common = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(commonText) {
		set[strings.TrimSuffix(line, "\n")] = true
	}
	return set
})

const (
	leastPassword    = 8
	mostPassword     = 128
	maxPasswordBytes = 4 * mostPassword
	leastKinds       = 3 // minimum number of different characters
)

var errPasswordLength = game.Err(BadPassword, "a password has 8 to 128 characters")

// CheckPassword returns an error if a new password is too short, too long or easy to guess. A
// password is easy to guess if it is one of the 10,000 most common passwords, has fewer than
// leastKinds different characters, or is one of the parameter words with added digits or
// punctuation. The caller passes the names of the player and of the site as words. No class of
// characters, such as digits, is required.
func CheckPassword(password string, words ...string) error {
	text, err := prepared(password)
	if err != nil {
		return err
	}
	if n := utf8.RuneCount(text); n < leastPassword || n > mostPassword {
		return errPasswordLength
	}
	folded := cases.Fold().String(string(text))
	kinds := map[rune]bool{}
	for _, r := range folded {
		kinds[r] = true
	}
	if common()[folded] || len(kinds) < leastKinds {
		return game.Err(CommonPassword, "many people have this password; it would be guessed first")
	}
	core := letters(folded)
	for _, w := range words {
		if w := letters(cases.Fold().String(w)); w != "" && core == w {
			return game.Err(CommonPassword, "the password is a name with digits or signs; it would be guessed first")
		}
	}
	return nil
}

// letters removes all characters except letters and combining marks.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.Is(unicode.M, r) {
			return r
		}
		return -1
	}, text)
}
