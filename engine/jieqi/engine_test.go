package jieqi

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games/jieqi"
)

func deal(t *testing.T, seed uint64) *game.Line {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	l, err := game.NewLine(jieqi.Rules{}, game.Setup{Secret: jieqi.Rules{}.Deal(r.IntN)})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func think(t *testing.T, l *game.Line, lim engine.Limits) engine.Info {
	t.Helper()
	info, err := New().Think(context.Background(), l.View(l.Position().Turn()), lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestTakesWhatHangs(t *testing.T) {
	l, err := game.NewLine(jieqi.Rules{}, game.Setup{Start: "3k5/9/9/4r4/9/4R4/9/9/9/5K3 w - 0 1"})
	if err != nil {
		t.Fatal(err)
	}
	if got := think(t, l, engine.Limits{}).Best(); got != "e4e6" {
		t.Errorf("played %s", got)
	}
}

func TestMatesInOne(t *testing.T) {
	l, err := game.NewLine(jieqi.Rules{}, game.Setup{Start: "3k5/R8/9/9/9/9/9/9/8R/4K4 w - 0 1"})
	if err != nil {
		t.Fatal(err)
	}
	info := think(t, l, engine.Limits{})
	if info.Lines[0].Score.Mate != 1 {
		t.Errorf("%s, %+v", info.Best(), info.Lines[0].Score)
	}
}

// The same view means the same answer, whatever lies face down.
func TestCannotPeek(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	l := deal(t, 3)
	for range 8 {
		legal := l.Legal()
		if err := l.Push(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	view := l.View(l.Position().Turn())
	g, ok := view.Position().(game.Guesser)
	if !ok {
		t.Fatal("a view that cannot guess")
	}
	want := think(t, l, engine.Limits{Depth: 1})
	for range 3 {
		twin := game.ViewOf(g.Guess(rng.IntN), l.Position().Turn())
		start, err := game.NewLine(jieqi.Rules{}, game.Setup{Start: twin.String(), Options: view.Setup().Options})
		if err != nil {
			t.Fatal(err)
		}
		got, err := New().Think(context.Background(), start, engine.Limits{Depth: 1}, nil)
		if err != nil || got.Best() != want.Best() || got.Lines[0].Score != want.Lines[0].Score {
			t.Errorf("%v, want %v (%v)", got.Lines, want.Lines, err)
		}
	}
}

func TestAnswersWithinItsLimits(t *testing.T) {
	l := deal(t, 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	info, err := New().Think(ctx, l.View(game.First), engine.Limits{Depth: 3}, nil)
	if err != nil || info.Best() == "" {
		t.Errorf("stopped before it began: %v, %v", info, err)
	}
	only := []string{"a0a1", "i0i1"}
	if got := think(t, l, engine.Limits{Depth: 1, Only: only}).Best(); !slices.Contains(only, got) {
		t.Errorf("played %s", got)
	}
	if got := think(t, l, engine.Limits{Depth: 1, MultiPV: 5}); len(got.Lines) != 5 {
		t.Errorf("%d lines", len(got.Lines))
	}
}

func BenchmarkFirstMove(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	l, err := game.NewLine(jieqi.Rules{}, game.Setup{Secret: jieqi.Rules{}.Deal(r.IntN)})
	if err != nil {
		b.Fatal(err)
	}
	v := l.View(game.First)
	for b.Loop() {
		if _, err := New().Think(context.Background(), v, engine.Limits{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
