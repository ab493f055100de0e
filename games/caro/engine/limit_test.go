package engine

import (
	"context"
	"strconv"
	"testing"

	"kydai/engine"
	"kydai/game"
	rules "kydai/games/caro"
)

// TestSmallBoards checks that the engine plays legal moves until the end of the game on small
// boards, with every opening.
func TestSmallBoards(t *testing.T) {
	for size := rules.MinSize; size < rules.DefaultSize; size += 2 {
		for _, opening := range []string{"free", "pro", "longpro", "swap", "swap2"} {
			options := map[string]string{"size": strconv.Itoa(size), "opening": opening, "moves": "40"}
			line, err := game.NewLine(rules.Rules{}, game.Setup{Options: options})
			if err != nil {
				t.Fatal(err)
			}
			e := New()
			for !line.Outcome().Over() {
				thought, err := e.Think(context.Background(), line, engine.Limits{Nodes: 60}, nil)
				if err != nil {
					t.Fatalf("size %d %s after %d: %v", size, opening, line.Ply(), err)
				}
				if err := line.Play(thought.Lines[0].Codes[0]); err != nil {
					t.Fatalf("size %d %s: %v", size, opening, err)
				}
			}
			if n := line.Ply(); n > 42 { // the agreed 40 stones (option moves), and at most two choices in the opening
				t.Errorf("size %d %s: %d moves", size, opening, n)
			}
		}
	}
}

// TestLimitEndsTheSearch checks that the engine does not report a win that would need more stones
// than the agreed limit of the game.
func TestLimitEndsTheSearch(t *testing.T) {
	// The board has 18 stones. x has an open three and wins with the third stone from now.
	const board = "15/15/15/15/15/15/5xxx7/15/15/15/15/xx2xx2xx5/15/oo2oo2oo2oo1/o14 x freestyle open free play first - "
	mate := func(limit string) int {
		line, err := game.NewLine(rules.Rules{}, game.Setup{Start: board + limit})
		if err != nil {
			t.Fatal(err)
		}
		thought, err := New().Think(context.Background(), line, engine.Limits{Nodes: 20_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return thought.Lines[0].Score.Mate
	}
	for _, limit := range []string{"none", "40"} {
		if n := mate(limit); n != 2 {
			t.Errorf("limit %s: mate %d, want 2", limit, n)
		}
	}
	if n := mate("20"); n != 0 {
		t.Errorf("limit 20: mate %d", n)
	}
}
