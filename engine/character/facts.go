package character

import (
	"math"
	"strings"

	"kydai/game"
)

// Facts describe a move by numbers that have a meaning in every game. The web client computes the
// same numbers (ui/src/session/taste.ts). The tests of both implementations compare their results
// with testdata/golden.json.
type Facts struct {
	Take    float64 `json:"take,omitempty"`    // 1 if the move takes a piece
	Trade   float64 `json:"trade,omitempty"`   // 1 if the move takes a piece and the expected reply takes one back
	Check   float64 `json:"check,omitempty"`   // 1 if the move gives check
	Forward float64 `json:"forward,omitempty"` // ranks that the piece moves forward, as a share of the board's height
	Centre  float64 `json:"centre,omitempty"`  // gain in nearness to the centre, from -1 to 1; for a placed stone, its nearness
	Own     float64 `json:"own,omitempty"`     // share of the eight squares around the target that hold own pieces
	Enemy   float64 `json:"enemy,omitempty"`   // share of the eight squares around the target that hold enemy pieces
}

// Taste is the playing style of a character: a weight for each of the Facts of a move. The
// character likes moves with a fact of positive weight and avoids moves with a fact of negative
// weight.
type Taste Facts

// Of returns how much the taste likes a move with the given facts: the weighted sum of the facts.
func (t Taste) Of(f Facts) float64 {
	return t.Take*f.Take + t.Trade*f.Trade + t.Check*f.Check + t.Forward*f.Forward + t.Centre*f.Centre + t.Own*f.Own + t.Enemy*f.Enemy
}

// Value returns the fact with the given JSON name, such as "take". With a minus sign before the
// name, it returns the negative value. It returns false if no fact has this name.
func (f Facts) Value(name string) (float64, bool) {
	name, minus := strings.CutPrefix(name, "-")
	v, ok := map[string]float64{
		"take": f.Take, "trade": f.Trade, "check": f.Check, "forward": f.Forward, "centre": f.Centre, "own": f.Own, "enemy": f.Enemy,
	}[name]
	if minus {
		v = -v
	}
	return v, ok
}

// FactsOf returns the facts of the first move of a variation. It returns false if the move has no
// square, or if the game has no grid. Check and Trade are set only if the variation also has a
// reply. A variation without a reply may end with a move that reveals a hidden piece; the position
// after it is unknown.
func FactsOf(p game.Position, codes []string) (Facts, bool) {
	if len(codes) == 0 {
		return Facts{}, false
	}
	m, err := p.Decode(codes[0])
	before, shown := game.GridOf(p)
	if err != nil || !shown || m.To() == game.NoSquare {
		return Facts{}, false
	}
	from := int(m.From())
	if m.From() == game.NoSquare {
		from = -1
	}
	f := onBoard(before, from, int(m.To()), p.Turn())
	if len(codes) < 2 {
		return f, true
	}
	after := p.Play(m)
	for _, mark := range game.MarksOf(after) {
		if mark.Kind == "check" {
			f.Check = 1
		}
	}
	if reply, err := after.Decode(codes[1]); err == nil && f.Take > 0 {
		// The reply may have several possible results, but all of them capture the same piece. So
		// look only at the first one.
		ways := game.CompletionsOf(after, reply)
		if then, ok := game.GridOf(after.Play(ways[0].Move)); ok && pieces(then, p.Turn()) < pieces(before, p.Turn()) {
			f.Trade = 1
		}
	}
	return f, true
}

// onBoard returns the facts that depend only on the board before the move. If the move places a
// stone, the parameter from is negative.
func onBoard(g game.Grid, from, to int, mover game.Side) (f Facts) {
	if g.Cells[to] != "" && sideOf(g.Cells[to]) != mover {
		f.Take = 1
	}
	f.Centre = centre(g, to)
	if from >= 0 {
		f.Centre -= centre(g, from)
		ranks := float64(to/g.Width-from/g.Width) / float64(g.Height-1)
		if mover == game.Second {
			ranks = -ranks
		}
		f.Forward = ranks
	}
	for y := to/g.Width - 1; y <= to/g.Width+1; y++ {
		for x := to%g.Width - 1; x <= to%g.Width+1; x++ {
			at := y*g.Width + x
			if x < 0 || y < 0 || x >= g.Width || y >= g.Height || at == to || at == from || g.Cells[at] == "" {
				continue
			}
			if sideOf(g.Cells[at]) == mover {
				f.Own += 1.0 / 8
			} else {
				f.Enemy += 1.0 / 8
			}
		}
	}
	return f
}

// sideOf returns the side of a piece letter: upper case belongs to the first side.
func sideOf(token string) game.Side {
	if token == strings.ToUpper(token) {
		return game.First
	}
	return game.Second
}

// centre returns how near a square is to the centre of the board: 1 at the centre, 0 at the edge.
func centre(g game.Grid, sq int) float64 {
	off := func(at, size int) float64 { return math.Abs(float64(2*at-size+1)) / float64(size-1) }
	return 1 - max(off(sq%g.Width, g.Width), off(sq/g.Width, g.Height))
}

// pieces counts the pieces of a side on the board.
func pieces(g game.Grid, s game.Side) (n int) {
	for _, c := range g.Cells {
		if c != "" && sideOf(c) == s {
			n++
		}
	}
	return n
}
