package build

import (
	"strconv"
	"strings"

	"kydai/record"
	"kydai/record/internal/scan"
)

// Some formats store one text per move. This text consists of parts: the signs of the move, such as
// "!!" or "$13", and its comments.

// Parts lists the annotations of a move: its signs, then its comments.
func Parts(n *record.Node) []string {
	var list []string
	for _, nag := range n.NAGs {
		list = append(list, signText(nag))
	}
	for _, comments := range [][]string{n.Before, n.After} {
		for _, text := range comments {
			if text = scan.Clean(text); text != "" {
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

// signOf parses the output of signText.
func signOf(part string) (nag int, ok bool) {
	if number, isNumber := strings.CutPrefix(part, "$"); isNumber {
		n, err := strconv.Atoi(number)
		return n, err == nil && n >= 0 && n <= MaxNAG && strconv.Itoa(n) == number
	}
	for _, g := range glyphs[:glued] {
		if g.sign == part {
			return g.nag, true
		}
	}
	return 0, false
}

// Remark adds one part, a sign or a comment, to the last move. Before the first move it adds the
// part to the start position.
func (b *Builder) Remark(part string) {
	part = scan.Clean(part)
	if nag, ok := signOf(part); ok && b.Cur.moved {
		b.Nag(nag)
	} else if part != "" {
		b.Cur.At.After = append(b.Cur.At.After, part)
	}
}
