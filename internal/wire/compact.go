package wire

import (
	"slices"
	"strconv"
	"strings"

	"kydai/game"
)

// Cells writes a board in few bytes: the text of each cell from the first
// square on, and a number for so many empty cells. A text that is not one
// character, or a digit, stands in parentheses.
func Cells(g game.Grid) string {
	var b strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
			empty = 0
		}
	}
	for _, c := range g.Cells {
		switch {
		case c == "":
			empty++
			continue
		case len(c) == 1 && (c[0] < '0' || c[0] > '9') && c != "(":
			flush()
			b.WriteString(c)
		default:
			flush()
			b.WriteString("(" + c + ")")
		}
	}
	flush()
	return b.String()
}

// Squares names the squares of a board as the codes of moves do: a letter for
// the file and a number for the rank.
type Squares struct {
	Width    int
	RankZero bool
}

func (s Squares) name(sq game.Square) string {
	rank := int(sq) / s.Width
	if !s.RankZero {
		rank++
	}
	return string(rune('a'+int(sq)%s.Width)) + strconv.Itoa(rank)
}

// plain is the code that most moves have: the names of their squares.
func (s Squares) plain(from, to int) string {
	if from < 0 {
		return s.name(game.Square(to))
	}
	return s.name(game.Square(from)) + s.name(game.Square(to))
}

// shortestRun is how many squares in a row are written as a run.
const shortestRun = 3

// Pack writes targets in few bytes: groups parted by spaces. "12:20,28" are the
// moves from square 12 to the squares 20 and 28, ":0-63" stones on the squares
// 0 to 63. Their codes are the names of their squares; other codes stand behind
// the square, as in "52:60=e7e8q", or alone, as in "=pass", if a move has no
// square.
func (s Squares) Pack(list []Target) string {
	var b strings.Builder
	done := make([]bool, len(list))
	var to []int
	for i, t := range list {
		if done[i] {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if t.To < 0 {
			b.WriteString("=" + t.Code)
			continue
		}
		if t.From >= 0 {
			b.WriteString(strconv.Itoa(t.From))
		}
		b.WriteByte(':')
		to = to[:0]
		parts := 0
		for j := i; j < len(list); j++ {
			u := list[j]
			if done[j] || u.From != t.From || u.To < 0 {
				continue
			}
			done[j] = true
			if u.Code == s.plain(u.From, u.To) {
				to = append(to, u.To)
				continue
			}
			if parts++; parts > 1 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.Itoa(u.To) + "=" + u.Code)
		}
		slices.Sort(to)
		if parts > 0 && len(to) > 0 {
			b.WriteByte(',')
		}
		runs(&b, to)
	}
	return b.String()
}

// runs writes sorted numbers.
func runs(b *strings.Builder, list []int) {
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(list[i]))
		if j-i+1 >= shortestRun {
			b.WriteString("-" + strconv.Itoa(list[j]))
			i = j
		}
		i++
	}
}

// Unpack reads what Pack wrote, in some order. It takes any text and returns
// what it can make of it, of at most the squares of a board.
func (s Squares) Unpack(text string) []Target {
	var list []Target
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
	for to := lo; to <= hi; to++ {
		list = append(list, Target{Code: s.plain(from, to), From: from, To: to})
	}
	return list
}

// square reads a number of a square; -1 if it is none.
func square(text string) int {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n >= uint64(game.NoSquare) {
		return -1
	}
	return int(n)
}
