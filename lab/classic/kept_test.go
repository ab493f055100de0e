package classic_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/lab/classic"
	search "kydai/search/classic"
)

// newSims is a number of simulations that is larger than the number of moves in any tested
// position.
const newSims = 800

func keeping(t *testing.T, name string, keep bool) *classic.Engine {
	t.Helper()
	eval, _ := engines.Historic(name).Evaluator("")
	e, err := classic.New(classic.Config{Algorithm: classic.MCTS, Eval: eval, Sims: newSims, Replies: -1, Explore: eval.Unit / 2, Keep: keep, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func dealt(t *testing.T, r game.Rules, seed uint64) *game.Line {
	t.Helper()
	s := game.Setup{}
	for _, o := range r.Info().Options {
		if o.Name == "size" {
			s.Options = map[string]string{"size": "7"} // a small board has fewer moves than there are simulations
		}
	}
	if d, ok := r.(game.Dealer); ok {
		s.Secret = d.Deal(rand.New(rand.NewPCG(seed, 0)).IntN)
	}
	line, err := game.NewLine(r, s)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

func visits(t *testing.T, e *classic.Engine, view *game.Line) (total int, best string) {
	t.Helper()
	r, err := e.Search(context.Background(), view, engine.Limits{}, func(search.Result) {})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(view.Legal(), r.Best()) {
		t.Fatalf("%v is not legal", r.Best())
	}
	for _, m := range r.Moves {
		total += m.Visits
	}
	return total, view.Position().Encode(r.Best())
}

// TestKeep checks that an engine keeps its search trees during a game. In another game or after a
// takeback it must start new trees.
func TestKeep(t *testing.T) {
	for _, r := range games.All() {
		name := r.Info().Name
		line := dealt(t, r, 1)
		seats := [2]*classic.Engine{keeping(t, name, true), keeping(t, name, true)}
		kept := 0
		for line.Ply() < 10 && !line.Outcome().Over() {
			turn := line.Position().Turn()
			total, best := visits(t, seats[turn.Index()], line.View(turn))
			kept += total - newSims
			if total < newSims || line.Ply() < 2 && total != newSims {
				t.Errorf("%s, ply %d: %d visits", name, line.Ply(), total)
			}
			if err := line.Play(best); err != nil {
				t.Fatalf("%s: %s: %v", name, best, err)
			}
		}
		if kept == 0 {
			t.Errorf("%s: nothing was kept", name)
		}
		turn := line.Position().Turn()
		visits(t, seats[turn.Index()], line.View(turn))
		line.Undo(2)
		if total, _ := visits(t, seats[turn.Index()], line.View(turn)); total != newSims {
			t.Errorf("%s: %d visits after a takeback", name, total)
		}
		if total, _ := visits(t, seats[turn.Index()], dealt(t, r, 2).View(turn)); total != newSims {
			t.Errorf("%s: %d visits in a new game", name, total)
		}
		seats[0].NewGame()
		if total, _ := visits(t, seats[0], dealt(t, r, 2).View(turn)); total != newSims {
			t.Errorf("%s: %d visits after NewGame", name, total)
		}
	}
}

// TestKeepTellsNothing lets an engine play both sides of a game with hidden pieces. For one side
// the engine must never use what the other side knows: it must answer like an engine that keeps no
// trees.
func TestKeepTellsNothing(t *testing.T) {
	r, _ := games.Find("jieqi")
	for seed := range uint64(2) {
		line := dealt(t, r, seed)
		keeps, fresh := keeping(t, "jieqi", true), keeping(t, "jieqi", false)
		for line.Ply() < 6 && !line.Outcome().Over() {
			view := line.View(line.Position().Turn())
			a, err := keeps.Think(context.Background(), view, engine.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			b, err := fresh.Think(context.Background(), view, engine.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(a.Lines, b.Lines) || a.Nodes != b.Nodes {
				t.Fatalf("ply %d: %+v, without keeping %+v", line.Ply(), a, b)
			}
			// Search once with all hidden pieces known. The next search of a player's view must not
			// use the trees of this search.
			if _, err := keeps.Think(context.Background(), line, engine.Limits{}, nil); err != nil {
				t.Fatal(err)
			}
			if err := line.Play(a.Best()); err != nil {
				t.Fatal(err)
			}
		}
	}
}
