package build

import (
	"slices"
	"strings"
)

// glyphs are the annotation signs that have a number. The first six are those
// that may be glued to a move.
var glyphs = []struct {
	sign string
	nag  int
}{
	{"!", 1}, {"?", 2}, {"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6},
	{"□", 7}, {"=", 10}, {"∞", 13}, {"+=", 14}, {"⩲", 14}, {"=+", 15}, {"⩱", 15},
	{"+/-", 16}, {"±", 16}, {"-/+", 17}, {"∓", 17}, {"+-", 18}, {"-+", 19},
}

// glued is how many of the glyphs follow a move without a space.
const glued = 6

// MaxNAG is the last annotation glyph there is.
const MaxNAG = 255

// NAG returns the number of an annotation sign.
func NAG(sign string) (int, bool) {
	for _, g := range glyphs {
		if g.sign == sign {
			return g.nag, true
		}
	}
	return 0, false
}

// CutGlyph splits the glyph off the end of a move.
func CutGlyph(token string) (move string, nag int) {
	move = strings.TrimRight(token, "!?")
	for _, g := range glyphs[:glued] {
		if g.sign == token[len(move):] && move != "" {
			return move, g.nag
		}
	}
	return token, 0
}

// cutNumber splits a move number off the front: "12.", "12...", "12.e4",
// "...", "12". What is left may be empty.
func cutNumber(token string) (rest string, numbered bool) {
	rest = strings.TrimLeft(token, "0123456789")
	digits := len(token) - len(rest)
	dotless := trimDots(rest)
	if len(dotless) == len(rest) && (digits == 0 || rest != "") {
		return token, false
	}
	return dotless, true
}

func trimDots(s string) string {
	for {
		t := strings.TrimPrefix(strings.TrimLeft(s, "."), "…")
		if t == s {
			return s
		}
		s = t
	}
}

// PlayToken plays a token that may begin with a move number. A number may
// also be part of the move itself, so the whole token gets a second chance.
// The second result is what failed.
func (b *Builder) PlayToken(token string) (bad string, err error) {
	rest, numbered := cutNumber(token)
	if numbered {
		b.number()
	}
	if rest == "" {
		return "", nil
	}
	err = b.Play(rest)
	if err != nil && numbered && rest != token && b.Play(token) == nil {
		return "", nil
	}
	if err != nil {
		return rest, err
	}
	return "", nil
}

// GluedSign is the one sign that can follow a move.
func GluedSign(nags []int) string {
	for _, g := range glyphs[:glued] {
		if slices.Contains(nags, g.nag) {
			return g.sign
		}
	}
	return ""
}
