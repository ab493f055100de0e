package build

import (
	"slices"
	"strings"
)

// glyphs are the annotation signs that have a number (NAG). The first six may follow a move without
// a space.
var glyphs = []struct {
	sign string
	nag  int
}{
	{"!", 1}, {"?", 2}, {"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6},
	{"□", 7}, {"=", 10}, {"∞", 13}, {"+=", 14}, {"⩲", 14}, {"=+", 15}, {"⩱", 15},
	{"+/-", 16}, {"±", 16}, {"-/+", 17}, {"∓", 17}, {"+-", 18}, {"-+", 19},
}

// glued is the number of glyphs that may follow a move without a space.
const glued = 6

// MaxNAG is the largest number of an annotation glyph.
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

// CutGlyph splits a move into the move and the number of the annotation sign at its end, such as
// "!?". If there is no such sign, it returns the whole token and 0.
func CutGlyph(token string) (move string, nag int) {
	move = strings.TrimRight(token, "!?")
	for _, g := range glyphs[:glued] {
		if g.sign == token[len(move):] && move != "" {
			return move, g.nag
		}
	}
	return token, 0
}

// cutNumber removes a move number from the beginning of a token such as "12.", "12...", "12.e4",
// "..." or "12". The result rest, which may be empty, is the remaining text.
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

// PlayToken plays a token that may begin with a move number. If the text after the number cannot be
// played, PlayToken tries the whole token, because the number may be part of the move. If both
// attempts fail, it returns the text after the number and the error.
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

// GluedSign returns the sign among nags that may follow a move without a space; "" if there is no
// such sign.
func GluedSign(nags []int) string {
	for _, g := range glyphs[:glued] {
		if slices.Contains(nags, g.nag) {
			return g.sign
		}
	}
	return ""
}
