package search

import (
	"context"
	"testing"

	"kydai/game"
	"kydai/games"
)

// solved is a state whose solver claims a win in one position.
type solved struct {
	*framed
	won   uint64 // key of the position
	calls int
}

func (s *solved) Solve(ply int) (int, bool) {
	s.calls++
	return Won(ply + 5), s.Key() == s.won
}

// startOf returns the first position of a game.
func startOf(t *testing.T) game.Position {
	t.Helper()
	l, err := game.NewLine(games.Examples()[0], game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return l.Position()
}

// TestSolver checks that the search believes the wins that the state's solver finds: it avoids the only
// move after which the opponent wins.
func TestSolver(t *testing.T) {
	p := startOf(t)
	find := func(won uint64) (Report, *solved) {
		s := &solved{framed: newFramed(p), won: won}
		return New(1, DefaultParams()).Search(context.Background(), func() State { return s }, 1, Limits{Depth: 3}, nil), s
	}
	before, s := find(0)
	if s.calls == 0 {
		t.Fatal("the solver was not called")
	}
	after, _ := find(p.Play(before.Best()).Key())
	if after.Best() == before.Best() {
		t.Errorf("the search plays %v into a win of the opponent", after.Best())
	}
}

// TestReview checks what the results of a review do: repeat depths, stop the search and add nodes.
func TestReview(t *testing.T) {
	p := startOf(t)
	run := func(review func(Report) Review) (depths []int, last Report) {
		last = New(1, DefaultParams()).Search(context.Background(), func() State { return newFramed(p) }, 1,
			Limits{Depth: 5, Review: review}, func(r Report) { depths = append(depths, r.Depth) })
		return depths, last
	}
	plain, without := run(nil)
	if len(plain) != 5 {
		t.Fatalf("depths %v", plain)
	}
	asked := false
	again, _ := run(func(r Report) Review {
		first := r.Depth == 4 && !asked
		asked = asked || first
		return Review{Again: first}
	})
	if len(again) != 5+reviewBack || again[4] != 5-reviewBack {
		t.Errorf("depths %v after a review that wants a repetition at depth 4", again)
	}
	if enough, _ := run(func(r Report) Review { return Review{Enough: r.Depth == 2} }); len(enough) != 2 {
		t.Errorf("depths %v after a review that says enough at depth 2", enough)
	}
	if _, dear := run(func(Report) Review { return Review{Nodes: 1000} }); dear.Nodes != without.Nodes+5000 {
		t.Errorf("%d nodes, want %d", dear.Nodes, without.Nodes+5000)
	}
}
