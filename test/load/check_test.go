package load

import (
	"testing"

	"kydai/game"
	"kydai/internal/wire"
)

// TestGoesOn checks which changes of a match are accepted after the clients have stopped listening:
// a player who stopped moving loses on time, or the match is aborted because not both players have
// moved.
func TestGoesOn(t *testing.T) {
	over := func(why game.Reason) *wire.Result { return &wire.Result{Why: string(why)} }
	for _, c := range []struct {
		kind   kind
		known  int // number of moves that the client knows
		ply    int
		result *wire.Result
		want   bool
	}{
		{sleeper, 4, 4, over(game.ByTime), true},
		{sleeper, 1, 1, over(game.ByAbort), true},
		{sleeper, 4, 4, nil, true},
		{sleeper, 4, 4, over(game.ByAbort), false},
		{sleeper, 1, 1, over(game.ByTime), false},
		{sleeper, 4, 5, over(game.ByTime), false},
		{people, 4, 4, over(game.ByTime), false},
		{people, 4, 5, nil, false},
		{machine, 4, 5, nil, true},
		{machine, 4, 6, nil, false},
	} {
		k := &told{codes: make([]string, c.known), side: game.First, turn: game.Second}
		if got := (&bout{kind: c.kind}).goesOn(k, &wire.View{Ply: c.ply, Result: c.result}); got != c.want {
			t.Errorf("kind %d, %d moves known of %d, %v: %v", c.kind, c.known, c.ply, c.result, got)
		}
	}
}
