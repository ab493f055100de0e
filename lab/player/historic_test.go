package player

import (
	"context"
	"errors"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
)

func rulesOf(tb testing.TB, name string) game.Rules {
	tb.Helper()
	r, ok := games.Find(name)
	if !ok {
		tb.Fatalf("no game %s", name)
	}
	return r
}

// answer creates a player and returns its result for the start position.
func answer(tb testing.TB, name, text string) (engine.Thought, error) {
	tb.Helper()
	r := rulesOf(tb, name)
	p, err := DefaultKinds().Make(r, text)
	if err != nil {
		return engine.Thought{}, err
	}
	setup := game.Setup{}
	if d, ok := r.(game.Dealer); ok {
		setup.Secret = d.Deal(func(n int) int { return n / 2 })
	}
	line, err := game.NewLine(r, setup)
	if err != nil {
		tb.Fatal(err)
	}
	e, err := p.New(1)
	if err != nil {
		tb.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // Close frees nothing, so its error does not matter
	info, err := e.Think(context.Background(), line.View(line.Position().Turn()), p.Limits, nil)
	if err == nil {
		if err := line.Play(info.Best()); err != nil {
			tb.Errorf("%s plays %s: %v", text, info.Best(), err)
		}
	}
	return info, err
}

func TestHistoricPlayers(t *testing.T) {
	for _, c := range []struct{ game, text string }{
		{"chess", "classic:minimax,depth=2"},
		{"chess", "classic:alphabeta,depth=3,eval=michniewski"},
		{"chess", "classic:alphabeta,depth=2,eval=material-10"},
		{"chess", "classic:ordered,depth=3,eval=bishop-pair"},
		{"chess", "classic:deepening,time=20ms"},
		{"chess", "classic:deepening,depth=3,nodes=500"},
		{"chess", "classic:mcts,sims=100"},
		{"chess", "classic:mcts,sims=100,c=500,replies=0,eval=material-10"},
		{"chess", "classic:random"},
		{"chess", "classic:report-material,depth=2"},
		{"chess", "greedy"},
		{"chess", "greedy:eval=material-10"},
		{"xiangqi", "classic:mcts,sims=100,eval=report-2019"},
		{"xiangqi", "classic:report-greedy"},
		{"caro", "classic:ordered,depth=2,eval=report,width=4"},
		{"caro", "classic:alphabeta,depth=1,width=all"},
		{"caro", "classic:report-easy"},
		{"caro", "classic:report-hard"},
		{"caro", "greedy"},
		{"jieqi", "classic:ordered,depth=1"},
		{"jieqi", "classic:mcts,sims=60"},
		{"jieqi", "greedy"},
		{"othello", "classic:minimax,depth=2,eval=pieces"},
	} {
		info, err := answer(t, c.game, c.text)
		if err != nil || info.Best() == "" {
			t.Errorf("%s %s: %v", c.game, c.text, err)
		}
	}
	if info, err := answer(t, "caro", "classic:report-medium"); err != nil || info.Best() != "h8" {
		t.Errorf("the first stone is put on %s, %v", info.Best(), err)
	}
}

func TestHistoricMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"classic":                         "minimax",
		"classic:minmax":                  "minimax",
		"classic:alphabeta,depth=0":       "depth",
		"classic:alphabeta,depth=99":      "64",
		"classic:alphabeta,eval=nothing":  "michniewski",
		"classic:mcts,depth=3":            "no setting depth",
		"classic:mcts,c=-1":               "c must be",
		"classic:mcts,replies=x":          "replies",
		"classic:mcts,sims=99999999999":   "sims",
		"classic:alphabeta,width=none":    "width",
		"classic:alphabeta,sims=4":        "no setting sims",
		"classic:report-hard":             "no algorithm", // a player that another game defines
		"greedy:depth=3":                  "no setting depth",
		"classic:alphabeta,depth=2,time=": "time",
	} {
		_, err := answer(t, "chess", text)
		var coded *game.Error
		if !errors.As(err, &coded) || coded.Code != BadSpec || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestHistoricFamilies checks that every player that a game defines can be created, and that every
// evaluator can be selected.
func TestHistoricFamilies(t *testing.T) {
	for _, r := range append(games.All(), games.Examples()...) {
		name := r.Info().Name
		f := engines.Historic(name)
		for _, p := range f.Players {
			if _, err := DefaultKinds().Make(r, "classic:"+p.Name); err != nil || p.About == "" {
				t.Errorf("%s %s: %v", name, p.Name, err)
			}
		}
		for _, e := range f.Evaluators {
			if _, err := DefaultKinds().Make(r, "classic:ordered,eval="+e.Name); err != nil || e.About == "" || e.Unit <= 0 || e.Explore <= 0 {
				t.Errorf("%s %s: %v", name, e.Name, err)
			}
		}
	}
}

// TestHistoricSeeds checks that equal seeds give equal games, and that there are seeds that give
// different games.
func TestHistoricSeeds(t *testing.T) {
	r := rulesOf(t, "chess")
	p, err := DefaultKinds().Make(r, "greedy")
	if err != nil {
		t.Fatal(err)
	}
	first := map[string]bool{}
	for seed := range uint64(12) {
		var codes [2]string
		for i := range codes {
			line, err := game.NewLine(r, game.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			e, err := p.New(seed)
			if err != nil {
				t.Fatal(err)
			}
			for range 6 {
				info, err := e.Think(context.Background(), line, engine.Limits{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := line.Play(info.Best()); err != nil {
					t.Fatal(err)
				}
			}
			codes[i] = strings.Join(line.Codes(), " ")
		}
		if codes[0] != codes[1] {
			t.Errorf("seed %d: %s and %s", seed, codes[0], codes[1])
		}
		first[codes[0]] = true
	}
	if len(first) < 6 {
		t.Errorf("12 seeds and only %d games", len(first))
	}
}

func FuzzHistoric(f *testing.F) {
	for _, s := range []string{"alphabeta,depth=4,eval=michniewski", "mcts,sims=3000,c=2", "greedy", "report-hard", "ordered,width=all", "deepening,time=1s", "minimax,=", ",,", "random,name=x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range games.All() {
			p, err := DefaultKinds().Make(r, "classic:"+text)
			var coded *game.Error
			if err != nil && !errors.As(err, &coded) {
				t.Fatalf("%q: an error without a code: %v", text, err)
			}
			if err == nil {
				if _, err := p.New(1); err != nil {
					t.Fatalf("%q: was accepted and cannot be made: %v", text, err)
				}
			}
		}
	})
}
