package engines_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
)

// TestFitted checks that the winning chances of every engine were fitted to its current evaluation.
// The fit records the node count of the engine's benchmark, which must equal the count in
// testdata/bench.txt; CI compares that file with the engine.
func TestFitted(t *testing.T) {
	for _, e := range engines.All() {
		text, err := os.ReadFile(filepath.Join("..", e.Game, "testdata", "bench.txt"))
		if err != nil {
			t.Fatal(err)
		}
		var name string
		var bench uint64
		if _, err := fmt.Sscan(string(text), &name, &bench); err != nil || name != e.Game {
			t.Fatalf("%s: %q, %v", e.Game, text, err)
		}
		if e.Scale <= 0 || e.LevelScale <= 0 {
			t.Errorf("%s: scale %v, of levels %v", e.Game, e.Scale, e.LevelScale)
		}
		if e.Games == 0 {
			t.Logf("%s: the winning chance is a guess; run: make chance ONLY=%s", e.Game, e.Game)
			continue
		}
		if _, err := time.Parse(time.DateOnly, e.Date); err != nil || e.Positions < e.Games || e.Nodes == 0 {
			t.Errorf("%s: %+v", e.Game, e.Fitted)
		}
		if e.BenchNodes != bench {
			t.Errorf("%s: the winning chance was fitted to an engine with the bench count %d, now it is %d; run: make chance ONLY=%s", e.Game, e.BenchNodes, bench, e.Game)
		}
	}
}

// TestFitDoesNotChangeLevels checks that a new fit of the winning chances does not change how a
// level plays, because levels choose among moves with a separate scale (LevelScale).
func TestFitDoesNotChangeLevels(t *testing.T) {
	for _, e := range engines.All() {
		r, ok := games.Find(e.Game)
		if !ok {
			t.Fatal(e.Game)
		}
		line, err := game.NewLine(r, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if legal := line.Legal(); line.Push(legal[len(legal)/2]) != nil {
				break // the setup deals no hidden pieces, so a face-down piece cannot move
			}
		}
		view := line.View(line.Position().Turn())
		inner := e.New()
		if a, ok := inner.(engine.Adjustable); ok && a.SetOption("Hash", "1") != nil {
			t.Fatal(e.Game)
		}
		play := func(e engine.Entry) (moves []string) {
			for seed := range uint64(12) {
				if f, ok := inner.(engine.Forgetful); ok {
					f.NewGame()
				}
				at, err := e.AtLevel(inner, 1, seed)
				if err != nil {
					t.Fatal(err)
				}
				thought, err := at.Think(context.Background(), view, engine.Limits{Nodes: 200}, nil)
				if err != nil {
					t.Fatal(err)
				}
				moves = append(moves, thought.Best())
			}
			return moves
		}
		other, control := e, e
		other.Scale = 3
		control.LevelScale = 3
		want := play(e)
		if got := play(other); !slices.Equal(got, want) {
			t.Errorf("%s: level 1 plays %v, with another fit %v", e.Game, want, got)
		}
		if got := play(control); slices.Equal(got, want) {
			t.Errorf("%s: level 1 plays the same with any scale, so the test above shows nothing", e.Game)
		}
	}
}
