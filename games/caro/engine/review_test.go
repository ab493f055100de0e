package engine

import (
	"context"
	"testing"

	"kydai/engine"
	rules "kydai/games/caro"
)

// defended are positions of lost games in which the opponent threatens a long win by threats that can
// still be prevented. The search alone does not see the wins in the first two; the third it sees since its
// values were learnt again.
var defended = []string{
	"j9k9h11f11j13g10i8i10j11",
	"j9h8h10k7m5i11i8k10k8l7j7i6j6j5g10h9g12j11g11g8i10",
	"f7d9c11e6h6d7d8f9e10e8",
}

// losesByThreats reports whether the opponent has a win by threats after the given move.
func losesByThreats(t *testing.T, moves, code string) bool {
	t.Helper()
	p, ok := lineOfMoves(t, map[string]string{"rule": "caro9"}, moves+code).Position().(*rules.Position)
	if !ok {
		t.Fatal("not a position of caro")
	}
	s := stateOf(p, newFourSolver(nil, rootMemory), learnt())
	return newThreatSolver(s.board, s.fours, newThreatTable()).solve(10_000, nil) != noCell
}

// TestReviewDefends checks that the engine prevents long wins by threats, also those that the search
// without reviews does not see.
func TestReviewDefends(t *testing.T) {
	for i, moves := range defended {
		line := lineOfMoves(t, map[string]string{"rule": "caro9"}, moves)
		e := New()
		limits := engine.Limits{Nodes: 12_000}
		alone, err := e.inner.Think(context.Background(), line, limits, nil)
		if err != nil {
			t.Fatal(err)
		}
		e.NewGame()
		reviewed, err := e.Think(context.Background(), line, limits, nil)
		if err != nil {
			t.Fatal(err)
		}
		if unseen := i < 2; losesByThreats(t, moves, alone.Best()) != unseen {
			t.Errorf("%s: the search alone plays %s; that it does not see the win is %t, want %t", moves, alone.Best(), !unseen, unseen)
		}
		if losesByThreats(t, moves, reviewed.Best()) {
			t.Errorf("%s: %s loses by threats", moves, reviewed.Best())
		}
	}
}

// TestFastSolverAgrees checks that a win of the fast threat solver is a win of the other one too, and
// that the fast solver continues its earlier work.
func TestFastSolverAgrees(t *testing.T) {
	p, ok := lineOfMoves(t, map[string]string{"rule": "caro9"}, defended[0]+"l11").Position().(*rules.Position)
	if !ok {
		t.Fatal("not a position of caro")
	}
	s := stateOf(p, newFourSolver(nil, rootMemory), learnt())
	table := newThreatTable()
	spent, rounds := 0, 0
	for move := noCell; move == noCell; rounds++ {
		if rounds == 100 {
			t.Fatal("no win after 100 rounds of 500 nodes")
		}
		f := newFastSolver(s.board, s.fours, table)
		move = f.solve(500, nil)
		spent += f.nodes
	}
	again := newFastSolver(s.board, s.fours, table)
	if again.solve(500, nil) == noCell || again.nodes > 10 {
		t.Errorf("the proved win took %d nodes again", again.nodes)
	}
	if newThreatSolver(s.board, s.fours, table).solve(20_000, nil) == noCell {
		t.Errorf("only the fast solver finds a win, after %d nodes in %d rounds", spent, rounds)
	}
}

// TestProofs checks that the table keeps the length of a win and tells positions apart.
func TestProofs(t *testing.T) {
	table := new(proofs)
	keys := []uint64{0x1234567890abcdef, 0x2234567890abcdef, 0x1234567890ab1def}
	table.add(keys[0], 9)
	table.add(keys[2], 300)
	for i, want := range []int{9, 0, proofPlies} {
		if got := table.find(keys[i]); got != want {
			t.Errorf("key %d: %d plies, want %d", i, got, want)
		}
	}
}
