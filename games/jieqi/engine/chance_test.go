package engine

import (
	"context"
	"math"
	"testing"

	"kydai/engine"
	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/jieqi"
	"kydai/search"
)

// small lists positions with few pieces, some of them face down. Both sides have the same
// knowledge.
var small = []string{
	"3k5/9/9/4x4/9/4R4/X8/9/9/4K4 w R1P1N1r1p1 0 1",
	"x2k5/9/9/9/2p6/9/9/1X5X1/9/4KX3 w C2P1A1r1a1 0 1",
	"3k4x/9/1x7/9/9/4r4/4X4/9/9/4K3X b R1B1P2c1p2a1 10 1",
	"2xk1x3/4P4/9/9/9/4n4/9/7X1/9/R3K4 w A1N1p2c1a1 0 1",
	"xxxk5/9/1x5x1/9/9/9/9/4P4/9/R3K4 w r1c1p2n1 0 1",
	"2xk5/9/1x7/9/9/9/4P4/9/9/R3K1X1X b R1P1N1r1a1 0 1",
}

func lineOf(tb testing.TB, text string) *game.Line {
	tb.Helper()
	l, err := game.NewLine(jieqi.Rules{}, game.Setup{Start: text})
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// expectimax computes the value of a position by definition: it tries every move and every possible
// piece, without an alpha-beta window.
func expectimax(s *State, depth, ply int) int {
	if s.Open() {
		sum, whole := 0.0, 0.0
		forced := [2]bool{true, true}
		for _, w := range s.Chances(nil) {
			s.Do(w.Move)
			v := expectimax(s, depth, ply)
			s.Undo()
			forced[0] = forced[0] && v >= search.MateIn
			forced[1] = forced[1] && v <= -search.MateIn
			f, k := float64(v), float64(s.chance.Scale)
			sum += float64(w.Weight) * f / math.Sqrt(f*f+k*k)
			whole += float64(w.Weight)
		}
		x := sum / whole
		v := int(math.Round(float64(s.chance.Scale) * x / math.Sqrt(1-x*x)))
		if !forced[0] {
			v = min(v, search.MateIn-1)
		}
		if !forced[1] {
			v = max(v, 1-search.MateIn)
		}
		return v
	}
	if ply > 0 {
		if v, over := s.Verdict(ply); over {
			return v
		}
	}
	if depth == 0 {
		return s.Eval()
	}
	best := -search.Infinite
	for _, m := range s.Moves(nil) {
		s.Do(m)
		best = max(best, -expectimax(s, depth-1, ply+1))
		s.Undo()
	}
	if best == -search.Infinite {
		return s.Stuck(ply)
	}
	return best
}

// TestStarsPruneNothingThatMatters checks that star pruning at chance nodes never changes the value
// of a position.
func TestStarsPruneNothingThatMatters(t *testing.T) {
	p := search.Bare()
	p.Aspiration = 20
	var nodes [3]uint64
	var thinkers [3]*alphabeta.Engine
	for stars := range thinkers {
		chance := ChanceParams()
		chance.Stars = stars
		thinkers[stars] = NewWith(DefaultWeights(), p, chance)
		if err := thinkers[stars].SetOption("Hash", "1"); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range small {
		l := lineOf(t, text)
		for depth := 1; depth <= 3; depth++ {
			want := map[string]int{}
			best := -search.Infinite
			s := stateOf(t, l)
			for _, m := range s.Moves(nil) {
				s.Do(m)
				v := -expectimax(s, depth-1, 1)
				s.Undo()
				want[l.Position().Encode(m)] = v
				best = max(best, v)
			}
			for stars, e := range thinkers {
				info, err := e.Think(context.Background(), l, engine.Limits{Depth: depth}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got, code := info.Lines[0].Score.Points, info.Best(); got != best || got != want[code] {
					t.Errorf("%s, depth %d, %d stars: %s %d, not %d of %d", text, depth, stars, code, got, want[code], best)
				}
				nodes[stars] += info.Nodes
			}
		}
	}
	t.Logf("nodes with no pruning, star1, star2: %d", nodes)
	if nodes[1] >= nodes[0] {
		t.Errorf("star1 prunes nothing: %d", nodes)
	}
}
