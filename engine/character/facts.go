package character

import (
	"math"
	"strings"

	"kydai/game"
)

// Facts are what is said of a move in any game. The client computes the same
// numbers (ui/src/session/taste.ts); testdata/golden.json holds the two
// together.
type Facts struct {
	Take    float64 `json:"take,omitempty"`    // 1 if it takes a piece
	Trade   float64 `json:"trade,omitempty"`   // 1 if it takes a piece and the expected reply takes one back
	Check   float64 `json:"check,omitempty"`   // 1 if it gives check
	Forward float64 `json:"forward,omitempty"` // ranks towards the other side, as a share of the board
	Centre  float64 `json:"centre,omitempty"`  // how much nearer to the centre, from -1 to 1; of a stone its nearness
	Own     float64 `json:"own,omitempty"`     // share of the eight squares around it with pieces of its side
	Enemy   float64 `json:"enemy,omitempty"`   // the same with pieces of the other side
}

// Taste says how much a character likes each fact.
type Taste Facts

// Of returns how much the taste likes a move.
func (t Taste) Of(f Facts) float64 {
	return t.Take*f.Take + t.Trade*f.Trade + t.Check*f.Check + t.Forward*f.Forward + t.Centre*f.Centre + t.Own*f.Own + t.Enemy*f.Enemy
}

// Value returns a fact by its name in JSON. A minus sign turns its sign.
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

// FactsOf returns the facts of the first move of a line of play. What comes
// after the move is looked at only if the line has a reply: a line ends where a
// move turns up a hidden piece.
func FactsOf(p game.Position, codes []string) (Facts, bool) {
	if len(codes) == 0 {
		return Facts{}, false
	}
	m, err := p.Decode(codes[0])
	before, shown := game.GridOf(p)
	if err != nil || !shown || m.To() == game.NoSquare {
		return Facts{}, false
	}
	f := onBoard(before, int(m.From()), int(m.To()), p.Turn())
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
		// Whatever the reply turns up, it takes the same.
		ways := game.CompletionsOf(after, reply)
		if then, ok := game.GridOf(after.Play(ways[0].Move)); ok && pieces(then, p.Turn()) < pieces(before, p.Turn()) {
			f.Trade = 1
		}
	}
	return f, true
}

// onBoard returns the facts that the board before a move tells. from is
// negative for a stone.
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

// sideOf returns the side of a piece: capitals are the first side's.
func sideOf(token string) game.Side {
	if token == strings.ToUpper(token) {
		return game.First
	}
	return game.Second
}

// centre returns how near a square is to the centre: 1 there, 0 at the edge.
func centre(g game.Grid, sq int) float64 {
	off := func(at, size int) float64 { return math.Abs(float64(2*at-size+1)) / float64(size-1) }
	return 1 - max(off(sq%g.Width, g.Width), off(sq/g.Width, g.Height))
}

// pieces counts the pieces of a side.
func pieces(g game.Grid, s game.Side) (n int) {
	for _, c := range g.Cells {
		if c != "" && sideOf(c) == s {
			n++
		}
	}
	return n
}
