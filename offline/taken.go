package offline

import (
	"strings"

	"kydai/game"
)

// taken lists the pieces that have left the board. A piece is taken where a
// side has fewer than before; one that only changed its letter is not.
func taken(v *game.Line) []Taken {
	before, ok := game.GridOf(v.Start())
	if !ok {
		return nil
	}
	var out []Taken
	codes := v.Codes()
	note := func(i int, p game.Position) {
		after, _ := game.GridOf(p)
		for _, first := range []bool{true, false} {
			token := missing(before.Cells, after.Cells, first)
			if token == "" {
				continue
			}
			t := Taken{Token: token}
			// A code says behind a star what was taken face down.
			if _, face, found := strings.Cut(codes[i], "*"); found {
				if t.Face = face; first {
					t.Face = strings.ToUpper(face)
				}
			}
			out = append(out, t)
		}
		before = after
	}
	for i, step := range v.Steps() {
		if i > 0 {
			note(i-1, step.Before)
		}
	}
	if v.Ply() > 0 {
		note(v.Ply()-1, v.Position())
	}
	return out
}

// missing is the piece that a side has lost between two boards; "" if it has
// as many as before.
func missing(before, after []string, first bool) string {
	count := map[string]int{}
	total := 0
	for _, c := range before {
		if c != "" && isFirst(c) == first {
			count[c]++
			total++
		}
	}
	for _, c := range after {
		if c != "" && isFirst(c) == first {
			count[c]--
			total--
		}
	}
	if total <= 0 {
		return ""
	}
	for token, n := range count {
		if n > 0 {
			return token
		}
	}
	return ""
}

// isFirst reports whether a piece is the first colour's: its letter is upper
// case.
func isFirst(token string) bool { return token[0] >= 'A' && token[0] <= 'Z' }
