package talk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kydai/game"
)

const (
	maxText  = 140 // maximum length of a text, in characters
	maxBytes = 4 * maxText
	maxMarks = 3 // maximum number of combining marks on one letter; more marks could cover other lines of text
)

var errText = game.Err(BadLine, "a text has 1 to 140 characters")

// CleanText returns a text on one line without invisible characters. It returns an error if the
// result is empty or too long.
func CleanText(text string) (string, error) {
	if len(text) > maxBytes || !utf8.ValidString(text) {
		return "", errText
	}
	var b strings.Builder
	marks, n, space := 0, 0, true
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			if space {
				continue
			}
			r, space = ' ', true
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks {
				continue
			}
		case !unicode.IsGraphic(r) || r == utf8.RuneError:
			continue // skip control and format characters, private use and unassigned code points
		default:
			marks, space = 0, false
		}
		n++
		b.WriteRune(r)
	}
	clean := strings.TrimRight(b.String(), " ")
	if clean == "" || n > maxText+1 || utf8.RuneCountInString(clean) > maxText {
		return "", errText
	}
	return clean, nil
}
