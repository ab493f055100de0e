package xiangqi

import "strings"

const wxfLetters = " KAEHRCP"

// writeWXF formats a move in the WXF "System 2" notation: C2=5, H8+7, C+=5 for the front one of two
// cannons on a file, 15=6 for the first soldier on file 5 if the file has more than two soldiers or
// another file also has two.
func writeWXF(f facts) string {
	text := []byte{wxfLetters[f.kind], byte('0' + f.file), f.way, byte('0' + f.target)}
	switch {
	case f.crowded():
		text[0] = byte('0' + f.nth)
	case f.tandem() && f.nth == 1:
		text[1] = '+'
	case f.tandem() && f.nth == f.alike:
		text[1] = '-'
	}
	return string(text)
}

// wxfKinds returns the kinds that a letter can mean. G is the guard (adviser) in some texts and the
// general in others, so it has both meanings.
func wxfKinds(letter byte) ([2]Kind, bool) {
	switch letter {
	case 'K':
		return [2]Kind{King}, true
	case 'A':
		return [2]Kind{Adviser}, true
	case 'G':
		return [2]Kind{King, Adviser}, true
	case 'E', 'B':
		return [2]Kind{Elephant}, true
	case 'H', 'N':
		return [2]Kind{Horse}, true
	case 'R':
		return [2]Kind{Rook}, true
	case 'C':
		return [2]Kind{Cannon}, true
	case 'P', 'S':
		return [2]Kind{Soldier}, true
	}
	return [2]Kind{}, false
}

var plainSigns = strings.NewReplacer("−", "-", "–", "-", "＋", "+", "－", "-", "＝", "=")

// readWXF parses a move. It accepts upper and lower case, . for =, and the sign before the letter.
func readWXF(text string) (pattern, bool) {
	t := []byte(strings.ToUpper(plainSigns.Replace(text)))
	if len(t) != 4 {
		return pattern{}, false
	}
	pat := pattern{way: t[2]}
	switch t[2] {
	case '+', '-', '=':
	case '.':
		pat.way = '='
	default:
		return pattern{}, false
	}
	var ok bool
	if pat.target, ok = digit(t[3]); !ok {
		return pattern{}, false
	}
	if nth, ok := digit(t[0]); ok {
		pat.kinds[0], pat.nth = Soldier, nth
		pat.file, ok = digit(t[1])
		return pat, ok && nth <= 5
	}
	if t[0] == '+' || t[0] == '-' {
		t[0], t[1] = t[1], t[0]
	}
	if pat.kinds, ok = wxfKinds(t[0]); !ok {
		return pattern{}, false
	}
	switch t[1] {
	case '+':
		pat.nth = 1
	case '-':
		pat.nth = last
	default:
		pat.file, ok = digit(t[1])
	}
	return pat, ok
}
