package engine

import (
	"testing"

	"kydai/games/xiangqi"
)

// TestBenchIsDeterministic checks that two runs of Bench count the same number of nodes.
func TestBenchIsDeterministic(t *testing.T) {
	if testing.Short() {
		t.Skip("two benches take seconds")
	}
	a, err := Bench()
	if err != nil {
		t.Fatal(err)
	}
	b, err := Bench()
	if err != nil {
		t.Fatal(err)
	}
	if a != b || a == 0 {
		t.Errorf("%d nodes, then %d", a, b)
	}
	t.Logf("bench: %d nodes", a)
}

func BenchmarkValue(b *testing.B) {
	h := newHandcrafted(DefaultWeights())
	var boards []*xiangqi.Board
	walkGames(b, 20, 60, func(board *xiangqi.Board) { boards = append(boards, board.Clone()) })
	for i := range b.N {
		board := boards[i%len(boards)]
		x := scratch{board: board, weights: h.weights}
		x.terms(h.scratch(board).men)
	}
}
