package classic_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/lab/classic"
	"kydai/test/timing"
)

func lineOf(tb testing.TB, name, fen string) *game.Line {
	tb.Helper()
	r, ok := games.Find(name)
	if !ok {
		tb.Fatalf("no game %s", name)
	}
	line, err := game.NewLine(r, game.Setup{Start: fen})
	if err != nil {
		tb.Fatal(err)
	}
	return line
}

func think(tb testing.TB, c classic.Config, line *game.Line, lim engine.Limits) engine.Thought {
	tb.Helper()
	c.Eval, _ = engines.Historic(line.Rules().Info().Name).Evaluator(c.Eval.Name)
	e, err := classic.New(c)
	if err != nil {
		tb.Fatal(err)
	}
	info, err := e.Think(context.Background(), line, lim, nil)
	if err != nil {
		tb.Fatalf("%s: %v", c.Algorithm, err)
	}
	return info
}

// searches lists the algorithms that search a tree to a fixed depth.
var searches = []string{classic.Minimax, classic.AlphaBeta, classic.Ordered, classic.Deepening}

func TestMatesAndPoints(t *testing.T) {
	mate := lineOf(t, "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	two := lineOf(t, "chess", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1") // mate in two moves with two rooks
	lost := lineOf(t, "chess", "7k/R7/8/8/8/8/8/1R4K1 b - - 0 1")
	up := lineOf(t, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	for _, name := range searches {
		c := classic.Config{Algorithm: name, Depth: 3}
		if info := think(t, c, mate, engine.Limits{}); info.Best() != "a1a8" || info.Lines[0].Score.Mate != 1 {
			t.Errorf("%s: %+v", name, info)
		}
		if info := think(t, c, two, engine.Limits{}); info.Lines[0].Score.Mate != 2 || len(info.Lines[0].Codes) != 3 {
			t.Errorf("%s: %+v", name, info)
		}
		if info := think(t, c, lost, engine.Limits{}); info.Lines[0].Score.Mate != -1 {
			t.Errorf("%s: %+v", name, info)
		}
		c.Eval.Name = "material-10"
		if info := think(t, c, up, engine.Limits{}); info.Lines[0].Score != (engine.Score{Points: 100}) {
			t.Errorf("%s: a pawn is %+v", name, info.Lines[0].Score)
		}
	}
}

func TestLimits(t *testing.T) {
	line := lineOf(t, "chess", "")
	for _, a := range classic.Algorithms() {
		c := classic.Config{Algorithm: a.Name, Depth: 20, Sims: 1 << 30}
		if info := think(t, c, line, engine.Limits{Nodes: 300}); info.Nodes > 301 || info.Best() == "" {
			t.Errorf("%s: %d nodes for 300", a.Name, info.Nodes)
		}
		timing.Within(t, time.Second, timing.DefaultTrials, func() time.Duration {
			began := time.Now()
			think(t, c, line, engine.Limits{MoveTime: 30 * time.Millisecond})
			return time.Since(began)
		})
		only := engine.Limits{Nodes: 300, Only: []string{"a2a3"}}
		if info := think(t, c, line, only); info.Best() != "a2a3" {
			t.Errorf("%s plays %s", a.Name, info.Best())
		}
	}
	if info := think(t, classic.Config{Algorithm: classic.Ordered, Depth: 5}, line, engine.Limits{Depth: 1}); info.Depth != 1 || info.Nodes != 20 {
		t.Errorf("a limit of depth: %+v", info)
	}
}

func TestDeepeningReports(t *testing.T) {
	e, err := classic.New(classic.Config{Algorithm: classic.Deepening, Depth: 3})
	if err != nil {
		t.Fatal(err)
	}
	var depths []int
	_, err = e.Think(context.Background(), lineOf(t, "othello", ""), engine.Limits{}, func(i engine.Thought) {
		depths = append(depths, i.Depth)
		if i.Best() == "" || i.Elapsed <= 0 {
			t.Errorf("%+v", i)
		}
	})
	if err != nil || !slices.Equal(depths, []int{1, 2, 3}) {
		t.Errorf("%v, %v", depths, err)
	}
}

func TestErrors(t *testing.T) {
	if _, err := classic.New(classic.Config{Algorithm: "minmax"}); err == nil {
		t.Error("an algorithm that does not exist")
	}
	e, err := classic.New(classic.Config{Algorithm: classic.Greedy})
	if err != nil {
		t.Fatal(err)
	}
	over := lineOf(t, "chess", "7k/5QQ1/8/8/8/8/8/6K1 b - - 0 1")
	if _, err := e.Think(context.Background(), over, engine.Limits{}, nil); err == nil {
		t.Error("a move after the end")
	}
	if _, err := e.Think(context.Background(), lineOf(t, "chess", ""), engine.Limits{Only: []string{"e2e5"}}, nil); err == nil {
		t.Error("an illegal move to choose from")
	}
}
