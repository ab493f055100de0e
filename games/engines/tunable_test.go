package engines_test

import (
	"testing"

	"kydai/engine"
	"kydai/games/engines"
)

// TestTunedSearchLeavesLevels checks that other numbers of the search change the search at full
// strength, and not what a level plays.
func TestTunedSearchLeavesLevels(t *testing.T) {
	for _, e := range engines.All() {
		line := randomGame(t, e.Game, 4, 6)
		view := line.View(line.Position().Turn())
		inner := e.New()
		tunable, ok := inner.(engine.Tunable)
		if !ok {
			t.Errorf("%s: the search has no numbers", e.Game)
			continue
		}
		at, err := e.AtLevel(inner, 5, 3)
		if err != nil {
			t.Fatal(err)
		}
		nodes := func(by engine.Engine, lim engine.Limits) uint64 {
			at.(engine.Forgetful).NewGame()
			info, err := by.Think(t.Context(), view, lim, nil)
			if err != nil {
				t.Fatal(err)
			}
			return info.Nodes
		}
		full, level := nodes(inner, engine.Limits{Depth: 7}), nodes(at, engine.Limits{Depth: 3})
		for name, value := range map[string]int{"count-base": 1, "reduce-base": 200, "aspiration": 200} {
			if err := tunable.SetParam(name, value); err != nil {
				t.Fatal(err)
			}
		}
		if got := nodes(inner, engine.Limits{Depth: 7}); got == full {
			t.Errorf("%s: other numbers still visit %d nodes", e.Game, got)
		}
		if got := nodes(at, engine.Limits{Depth: 3}); got != level {
			t.Errorf("%s: the level visits %d nodes, was %d", e.Game, got, level)
		}
		if tunable.SetParam("no-such-number", 1) == nil || tunable.SetParam("count-base", -1) == nil {
			t.Errorf("%s: a wrong number was set", e.Game)
		}
	}
}
