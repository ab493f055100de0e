package xiangqi

import (
	"strings"

	"kydai/game"
)

// script holds the Chinese characters for a notation: the names of red's and black's pieces, the
// characters for front, middle and rear, and those for forward, back and sideways.
type script struct {
	kinds  [2][]rune
	places []rune
	ways   []rune
}

var (
	simplified  = script{[2][]rune{[]rune("　帅仕相马车炮兵"), []rune("　将士象马车炮卒")}, []rune("前中后"), []rune("进退平")}
	traditional = script{[2][]rune{[]rune("　帥仕相馬車炮兵"), []rune("　將士象馬車砲卒")}, []rune("前中後"), []rune("進退平")}
	numerals    = []rune("〇一二三四五六七八九")
)

// number returns a number from 1 to 9 as a Chinese character for red and as a digit for black.
func (s *script) number(side game.Side, n int) rune {
	if side == game.First {
		return numerals[n]
	}
	return rune('0' + n)
}

// write formats a move such as 炮二平五 or 马8进7: piece, file, direction, then target file or steps. Of
// several equal pieces on one file, 前 is the front piece, 后 the rear piece and 中 the middle piece
// of three; of four or five soldiers, the others are 二, 三, 四, 五. If another file also has several
// soldiers, the file replaces the piece name: 前四平五. If another file also has several pieces of
// another kind (in a variant), the file follows the piece name: 前炮四平五.
func (s *script) write(f facts) string {
	kind, file := s.kinds[f.side.Index()][f.kind], s.number(f.side, f.file)
	text := make([]rune, 0, 5)
	switch {
	case !f.tandem():
		text = append(text, kind, file)
	case f.other && f.kind == Soldier:
		text = append(text, s.place(f), file)
	case f.other:
		text = append(text, s.place(f), kind, file)
	default:
		text = append(text, s.place(f), kind)
	}
	switch f.way {
	case '+':
		text = append(text, s.ways[0])
	case '-':
		text = append(text, s.ways[1])
	default:
		text = append(text, s.ways[2])
	}
	return string(append(text, s.number(f.side, f.target)))
}

func (s *script) place(f facts) rune {
	switch {
	case f.nth == 1:
		return s.places[0]
	case f.alike > 3:
		return numerals[f.nth]
	case f.nth == f.alike:
		return s.places[2]
	}
	return s.places[1]
}

// readChinese parses a move in simplified or traditional script. Numbers may be characters or
// digits, half-width or full-width, and the piece names may be those of either side.
func readChinese(text string) (pattern, bool) {
	t := []rune(text)
	end := len(t) - 2 // where the direction stands
	if end != 2 && end != 3 {
		return pattern{}, false
	}
	pat := pattern{way: chineseWay(t[end])}
	var ok bool
	if pat.target, ok = chineseNumber(t[end+1]); !ok || pat.way == 0 {
		return pattern{}, false
	}
	if pat.kinds[0], ok = chineseKind(t[0]); ok && end == 2 {
		pat.file, ok = chineseNumber(t[1])
		return pat, ok
	}
	switch t[0] {
	case '前':
		pat.nth = 1
	case '中':
		pat.nth, pat.of = 2, 3
	case '后', '後':
		pat.nth = last
	default:
		if pat.nth, ok = chineseNumber(t[0]); !ok || pat.nth > most[Soldier] {
			return pattern{}, false
		}
		pat.kinds[0] = Soldier
	}
	if kind, ok := chineseKind(t[1]); ok {
		if pat.kinds[0] != None && kind != pat.kinds[0] {
			return pattern{}, false
		}
		pat.kinds[0] = kind
		if end == 3 {
			pat.file, ok = chineseNumber(t[2])
		}
		return pat, ok
	}
	pat.kinds[0] = Soldier
	pat.file, ok = chineseNumber(t[1])
	return pat, ok && end == 2
}

func chineseWay(c rune) byte {
	switch c {
	case '进', '進':
		return '+'
	case '退':
		return '-'
	case '平':
		return '='
	}
	return 0
}

func chineseNumber(c rune) (int, bool) {
	switch {
	case c >= '1' && c <= '9':
		return int(c - '0'), true
	case c >= '１' && c <= '９':
		return int(c - '０'), true
	}
	for n, numeral := range numerals[1:] {
		if c == numeral {
			return n + 1, true
		}
	}
	return 0, false
}

var chineseKinds = [...]string{King: "帅帥将將", Adviser: "仕士", Elephant: "相象", Horse: "马馬傌", Rook: "车車俥", Cannon: "炮砲包", Soldier: "兵卒"}

func chineseKind(c rune) (Kind, bool) {
	for kind, names := range chineseKinds {
		if strings.ContainsRune(names, c) {
			return Kind(kind), true
		}
	}
	return None, false
}
