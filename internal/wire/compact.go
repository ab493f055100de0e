package wire

import (
	"slices"
	"strconv"
	"strings"

	"kydai/game"
)

// Cells encodes a board compactly: the text of each cell, beginning with the
// first square, and a number for a run of empty cells. A text that is longer
// than one character, or is a digit, is written in parentheses.
func Cells(g game.Grid) string {
	b := make([]byte, 0, len(g.Cells))
	empty := 0
	for i, c := range g.Cells {
		if c == "" {
			if empty++; i < len(g.Cells)-1 {
				continue
			}
		}
		if empty > 0 {
			b = strconv.AppendInt(b, int64(empty), 10)
			empty = 0
		}
		switch {
		case c == "":
		case len(c) == 1 && (c[0] < '0' || c[0] > '9') && c != "(":
			b = append(b, c...)
		default:
			b = append(append(append(b, '('), c...), ')')
		}
	}
	return string(b)
}

// Squares writes the names of squares as move codes contain them: a letter for the file and a
// number for the rank.
type Squares struct {
	Width    int
	RankZero bool
}

func (s Squares) name(b []byte, sq int) []byte {
	rank := sq / s.Width
	if !s.RankZero {
		rank++
	}
	return strconv.AppendInt(append(b, byte('a'+sq%s.Width)), int64(rank), 10)
}

// plain appends the most common form of a move code: the names of the origin and target squares.
// The origin is -1 for a move without an origin square.
func (s Squares) plain(b []byte, from, to int) []byte {
	if from >= 0 {
		b = s.name(b, from)
	}
	return s.name(b, to)
}

// usualMoves is the initial capacity of a list of the moves of a position.
const usualMoves = 48

// shortestRun is the minimum number of consecutive squares that are written as a range.
const shortestRun = 3

// odd is a move whose code is not just the names of its squares.
type odd struct {
	from, to int
	code     string
}

// Pack encodes the moves of a position compactly, as groups separated by
// spaces. "12:20,28" are the moves from square 12 to the squares 20 and 28;
// ":0-63" are stones placed on the squares 0 to 63. The codes of these moves
// are the names of their squares. Any other code follows its square, as in
// "52:60=e7e8q", or stands alone, as in "=pass", if the move has no square.
func (s Squares) Pack(p game.Position, moves []game.Move) string {
	var room [256]int
	var text [64]byte
	plain, odds := room[:0], []odd(nil)
	for _, m := range moves {
		code, from, to := p.Encode(m), squareOf(m.From()), squareOf(m.To())
		if to >= 0 && string(s.plain(text[:0], from, to)) == code {
			plain = append(plain, (from+1)<<16|to)
		} else {
			odds = append(odds, odd{from, to, code})
		}
	}
	slices.Sort(plain)
	b := make([]byte, 0, 4*len(plain)+16*len(odds))
	for len(plain) > 0 {
		n := 1
		for n < len(plain) && plain[n]>>16 == plain[0]>>16 {
			n++
		}
		b = runs(group(b, plain[0]>>16-1), plain[:n])
		plain = plain[n:]
	}
	for i, o := range odds {
		switch {
		case o.to < 0:
			b = append(append(part(b), '='), o.code...)
			continue
		case i > 0 && odds[i-1].from == o.from && odds[i-1].to >= 0:
			b = append(b, ',')
		default:
			b = group(b, o.from)
		}
		b = append(append(strconv.AppendInt(b, int64(o.to), 10), '='), o.code...)
	}
	return string(b)
}

// part appends the space that separates two groups.
func part(b []byte) []byte {
	if len(b) > 0 {
		b = append(b, ' ')
	}
	return b
}

// group begins a group of moves from a square; the square is -1 for moves without an origin square.
func group(b []byte, from int) []byte {
	b = part(b)
	if from >= 0 {
		b = strconv.AppendInt(b, int64(from), 10)
	}
	return append(b, ':')
}

// runs appends sorted squares as numbers and ranges, such as "1,5-8". The lower 16 bits of each
// number in the parameter list are a square.
func runs(b []byte, list []int) []byte {
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(list[i]&0xffff), 10)
		if j-i+1 >= shortestRun {
			b = strconv.AppendInt(append(b, '-'), int64(list[j]&0xffff), 10)
			i = j
		}
		i++
	}
	return b
}

// Unpack decodes the output of Pack; the order of moves may differ. It accepts
// any text, ignores what it cannot parse, and returns at most as many moves as
// the board allows.
func (s Squares) Unpack(text string) []Target {
	list := make([]Target, 0, usualMoves)
	for group := range strings.FieldsSeq(text) {
		if code, ok := strings.CutPrefix(group, "="); ok {
			list = append(list, Target{Code: code, From: -1, To: -1})
			continue
		}
		left, right, ok := strings.Cut(group, ":")
		if !ok {
			continue
		}
		from := -1
		if left != "" {
			if from = square(left); from < 0 {
				continue
			}
		}
		for part := range strings.SplitSeq(right, ",") {
			list = s.unpackPart(list, from, part)
		}
	}
	return list
}

func (s Squares) unpackPart(list []Target, from int, part string) []Target {
	place, code, named := strings.Cut(part, "=")
	if named {
		if to := square(place); to >= 0 {
			list = append(list, Target{Code: code, From: from, To: to})
		}
		return list
	}
	first, last, run := strings.Cut(place, "-")
	if !run {
		last = first
	}
	lo, hi := square(first), square(last)
	if lo < 0 {
		return list
	}
	var room [16]byte
	for to := lo; to <= hi; to++ {
		list = append(list, Target{Code: string(s.plain(room[:0], from, to)), From: from, To: to})
	}
	return list
}

// square parses the number of a square; it returns -1 for invalid text.
func square(text string) int {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n >= uint64(game.NoSquare) {
		return -1
	}
	return int(n)
}
