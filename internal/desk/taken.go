package desk

import (
	"strings"

	"kydai/game"
)

// taken lists the pieces captured in the first plies of a line. A piece was captured if a side has
// one piece fewer after a move than before it. A piece that only gets another letter, for example
// by promotion, is not captured.
func taken(v *game.Line, plies int) []Taken {
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
			// In a code, a star precedes the kind of a piece that was captured face down.
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
		if i > plies {
			break
		}
		if i > 0 {
			note(i-1, step.Before)
		}
	}
	if plies > 0 && plies == v.Ply() {
		note(plies-1, v.Position())
	}
	return out
}

// missing returns the piece that a side has on the earlier board but not on the later one; "" if no
// piece is missing.
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

// isFirst reports whether a piece belongs to the first colour (upper case).
func isFirst(token string) bool { return token[0] >= 'A' && token[0] <= 'Z' }
