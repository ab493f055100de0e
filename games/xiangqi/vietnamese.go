package xiangqi

import "strings"

var vietnameseLetters = [...]string{King: "Tg", Adviser: "S", Elephant: "T", Horse: "M", Rook: "X", Cannon: "P", Soldier: "B"}

// writeVietnamese formats a move such as P2-5, M8.7 or P8/1: . is forward, / back, - sideways. Of
// several equal pieces on one file, t is the front piece, s the rear piece and g the middle piece
// of three, followed by the file if another file also has several. Of four or five soldiers, the
// place from the front and the file are written.
func writeVietnamese(f facts) string {
	text := vietnameseLetters[f.kind]
	file := string(rune('0' + f.file))
	switch {
	case !f.tandem():
		text += file
	case f.alike > 3:
		text += string(rune('0'+f.nth)) + file
	default:
		switch f.nth {
		case 1:
			text += "t"
		case f.alike:
			text += "s"
		default:
			text += "g"
		}
		if f.other {
			text += file
		}
	}
	switch f.way {
	case '+':
		text += "."
	case '-':
		text += "/"
	default:
		text += "-"
	}
	return text + string(rune('0'+f.target))
}

// spoken replaces spoken words by the signs of the notation. "Binh" is a soldier; "bình" means
// sideways.
var spoken = strings.NewReplacer(
	"tướng", "tg", "sĩ", "s", "sỹ", "s", "tượng", "t", "voi", "t", "xe", "x", "pháo", "p", "mã", "m",
	"tốt", "b", "binh", "b", "chốt", "b", "trước", "t", "sau", "s", "giữa", "g",
	"tiến", ".", "tấn", ".", "thoái", "/", "lui", "/", "lùi", "/", "bình", "-", " ", "")

// readVietnamese parses a move. It accepts upper and lower case, V for the elephant and C for the
// soldier, and whole words: Pháo 2 bình 5, Xe trước tiến 1.
func readVietnamese(text string) (pattern, bool) {
	t := strings.ToLower(text)
	if len(t) > len("tg5.1") {
		t = spoken.Replace(t)
	}
	var pat pattern
	t, ok := cutVietnamese(t, &pat.kinds[0])
	if !ok || len(t) < 3 || len(t) > 4 {
		return pattern{}, false
	}
	end := len(t) - 2
	switch t[end] {
	case '.', '+':
		pat.way = '+'
	case '/':
		pat.way = '-'
	case '-', '=':
		pat.way = '='
	default:
		return pattern{}, false
	}
	if pat.target, ok = digit(t[end+1]); !ok {
		return pattern{}, false
	}
	which := t[:end]
	switch which[0] {
	case 't':
		pat.nth = 1
	case 'g':
		pat.nth, pat.of = 2, 3
	case 's':
		pat.nth = last
	default:
		n, ok := digit(which[0])
		if !ok {
			return pattern{}, false
		}
		if len(which) == 1 {
			pat.file = n
			return pat, true
		}
		pat.nth = n
	}
	if len(which) == 2 {
		pat.file, ok = digit(which[1])
	}
	return pat, ok
}

func cutVietnamese(t string, k *Kind) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(t, "tg"); ok {
		*k = King
		return rest, true
	}
	if t == "" {
		return "", false
	}
	switch t[0] {
	case 's':
		*k = Adviser
	case 't', 'v':
		*k = Elephant
	case 'm':
		*k = Horse
	case 'x':
		*k = Rook
	case 'p':
		*k = Cannon
	case 'b', 'c':
		*k = Soldier
	default:
		return "", false
	}
	return t[1:], true
}
