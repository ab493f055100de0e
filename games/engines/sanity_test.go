package engines_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
)

// somewhere plays some random moves from a new game and returns the game as the side to move sees
// it.
func somewhere(t *testing.T, name string, rng *rand.Rand) *game.Line {
	t.Helper()
	r, ok := games.Find(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	for {
		var s game.Setup
		if d, ok := r.(game.Dealer); ok {
			s.Secret = d.Deal(rng.IntN)
		}
		line, err := game.NewLine(r, s)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 + rng.IntN(20) {
			legal := line.Legal()
			if len(legal) == 0 {
				break
			}
			if err := line.Push(legal[rng.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
		if !line.Outcome().Over() {
			return line.View(line.Position().Turn())
		}
	}
}

// TestTwoRunsAreTheSame checks that two engines with one thread report the same result and node
// count, even if one of them searched other positions before the new game.
func TestTwoRunsAreTheSame(t *testing.T) {
	for _, e := range engines.All() {
		rng := rand.New(rand.NewPCG(6, 6))
		pair := [2]engine.Engine{e.New(), e.New()}
		for range 6 {
			line := somewhere(t, e.Game, rng)
			lim := engine.Limits{Nodes: 4000, MultiPV: 1 + rng.IntN(2)}
			think(t, pair[1], somewhere(t, e.Game, rng), lim)
			first, second := think(t, pair[0], line, lim), think(t, pair[1], line, lim)
			if !reflect.DeepEqual(first, second) {
				t.Errorf("%s, %s: %+v, then %+v", e.Game, line.Position(), first, second)
			}
		}
	}
}

// think starts a new game and searches with limits that do not depend on the clock.
func think(t *testing.T, e engine.Engine, line *game.Line, lim engine.Limits) engine.Thought {
	t.Helper()
	if f, ok := e.(engine.Forgetful); ok {
		f.NewGame()
	}
	info, err := e.Think(context.Background(), line, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	info.Elapsed = 0
	return info
}
