package record

import (
	"strconv"
	"strings"
)

// Formats with one text for each move keep signs and comments in it as parts:
// "!!", "$13" and what was said.

// parts lists what was said about a move: its signs, then its comments.
func parts(n *Node) []string {
	var list []string
	for _, nag := range n.NAGs {
		list = append(list, signText(nag))
	}
	for _, comments := range [][]string{n.Before, n.After} {
		for _, text := range comments {
			if text = clean(text); text != "" {
				list = append(list, text)
			}
		}
	}
	return list
}

func signText(nag int) string {
	for _, g := range glyphs[:glued] {
		if g.nag == nag {
			return g.sign
		}
	}
	return "$" + strconv.Itoa(nag)
}

// signOf reads what signText wrote.
func signOf(part string) (nag int, ok bool) {
	if number, isNumber := strings.CutPrefix(part, "$"); isNumber {
		n, err := strconv.Atoi(number)
		return n, err == nil && n >= 0 && n <= maxNAG && strconv.Itoa(n) == number
	}
	for _, g := range glyphs[:glued] {
		if g.sign == part {
			return g.nag, true
		}
	}
	return 0, false
}

// remark takes one part of what was said about the last move, or about the
// start.
func (b *builder) remark(part string) {
	part = clean(part)
	if nag, ok := signOf(part); ok && b.cur.moved {
		b.nag(nag)
	} else if part != "" {
		b.cur.at.After = append(b.cur.at.After, part)
	}
}
