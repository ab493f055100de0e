package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/jieqi"
	"kydai/search/classic"
	"kydai/test/timing"
)

// player creates an engine with a small hash table, which is faster to allocate.
func player(tb testing.TB) engine.Engine {
	tb.Helper()
	e := New()
	if err := e.SetOption("Hash", "1"); err != nil {
		tb.Fatal(err)
	}
	return e
}

func think(tb testing.TB, l *game.Line, lim engine.Limits) engine.Thought {
	tb.Helper()
	info, err := player(tb).Think(context.Background(), l.View(l.Position().Turn()), lim, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return info
}

func TestTakesWhatHangs(t *testing.T) {
	for depth := 1; depth <= 4; depth++ {
		info := think(t, lineOf(t, "3k5/9/9/4r4/9/4R4/9/9/9/5K3 w - 0 1"), engine.Limits{Depth: depth})
		if info.Best() != "e4e6" {
			t.Errorf("depth %d: played %s", depth, info.Best())
		}
	}
}

func TestFindsMates(t *testing.T) {
	for _, c := range []struct {
		text string
		mate int
	}{
		{"3k5/R8/9/9/9/9/9/9/8R/4K4 w - 0 1", 1},
		{"3k5/9/9/R8/9/9/9/8R/9/5K3 w - 0 1", 2},
		// The piece that gives mate is still face down.
		{"3k5/8R/9/9/9/9/9/9/9/X3K4 w P1 0 1", 1},
	} {
		if got := think(t, lineOf(t, c.text), engine.Limits{Depth: 6}).Lines[0].Score; got.Mate != c.mate {
			t.Errorf("%s: %+v", c.text, got)
		}
	}
}

// TestCannotPeek checks that the engine uses only what its side can see: if the face-down pieces
// are exchanged for other possible pieces, the engine gives the same answer.
func TestCannotPeek(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for seed := range uint64(6) {
		l := deal(t, seed)
		wander(t, l, 8+int(seed)*6, rng)
		turn := l.Position().Turn()
		view := l.View(turn)
		g, ok := view.Position().(game.Guesser)
		if !ok {
			t.Fatal("a view that cannot guess")
		}
		lim := engine.Limits{Nodes: 3000, MultiPV: 3}
		want := think(t, l, lim)
		for range 3 {
			twin := game.ViewOf(g.Guess(rng.IntN), turn)
			start, err := game.NewLine(jieqi.Rules{}, game.Setup{Start: twin.String(), Options: view.Setup().Options})
			if err != nil {
				t.Fatal(err)
			}
			got, err := player(t).Think(context.Background(), start, lim, nil)
			if err != nil || !slices.EqualFunc(got.Lines, want.Lines, sameLine) {
				t.Errorf("%v, want %v (%v)", got.Lines, want.Lines, err)
			}
		}
	}
}

func sameLine(a, b engine.Variation) bool { return a.Score == b.Score && a.Codes[0] == b.Codes[0] }

// TestKnowsWhatItTook checks that a piece captured face down leaves the pool only in the view of
// its capturer: a side that captured both rooks knows that no face-down enemy piece is a rook.
func TestKnowsWhatItTook(t *testing.T) {
	const board = "xxxxkxxxx/9/7x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2"
	worth := func(text string) int {
		l, err := game.NewLine(jieqi.Rules{}, game.Setup{Start: text, Options: map[string]string{game.ViewOption: "first"}})
		if err != nil {
			t.Fatal(err)
		}
		return stateOf(t, l).Eval()
	}
	rook, soldier := worth(board+"/r1 0 1"), worth(board+"/p1 0 1")
	if rook <= soldier+100 {
		t.Errorf("worth %d after taking a rook, %d after taking a soldier", rook, soldier)
	}
}

func TestAnswersWithinItsLimits(t *testing.T) {
	l := deal(t, 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	info, err := player(t).Think(ctx, l.View(game.First), engine.Limits{Depth: 30}, nil)
	if err != nil || info.Best() == "" {
		t.Errorf("stopped before it began: %v, %v", info, err)
	}
	only := []string{"a0a1", "i0i1"}
	if got := think(t, l, engine.Limits{Depth: 1, Only: only}).Best(); !slices.Contains(only, got) {
		t.Errorf("played %s", got)
	}
	if got := think(t, l, engine.Limits{Depth: 2, MultiPV: 5}); len(got.Lines) != 5 {
		t.Errorf("%d lines", len(got.Lines))
	}
	if got := think(t, l, engine.Limits{Nodes: 2000}).Nodes; got > 2300 {
		t.Errorf("%d nodes", got)
	}
	timing.Within(t, 2*time.Second, timing.DefaultTrials, func() time.Duration {
		began := time.Now()
		think(t, l, engine.Limits{MoveTime: 30 * time.Millisecond})
		return time.Since(began)
	})
}

// TestBringsAWonGameHome checks that the engine wins a won position, without a draw by repetition
// and without a loss by perpetual check.
func TestBringsAWonGameHome(t *testing.T) {
	for _, text := range []string{
		"3k5/9/9/9/9/9/9/4R4/9/5K3 w - 0 1", "3k5/9/9/9/9/9/9/4RC3/9/5K3 w - 0 1",
		"4k4/4a4/9/9/9/9/9/2N1R4/9/3K5 w - 0 1", "3k5/9/9/9/P8/4P4/9/4N4/9/5K3 w - 0 1",
	} {
		l := lineOf(t, text)
		e := player(t)
		for !l.Outcome().Over() {
			if l.Position().Turn() == game.First {
				info, err := e.Think(context.Background(), l.View(game.First), engine.Limits{Nodes: 4000}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := l.Play(info.Best()); err != nil {
					t.Fatal(err)
				}
				continue
			}
			// If possible, the opponent chooses a reply that repeats an earlier position.
			legal := l.Legal()
			best := legal[0]
			for _, m := range legal {
				next := l.Position().Play(m).Key()
				for i := range l.Ply() {
					if l.Key(i) == next {
						best = m
					}
				}
			}
			if err := l.Push(best); err != nil {
				t.Fatal(err)
			}
		}
		if l.Outcome().Winner != game.First {
			t.Errorf("%s: %+v after %d moves, %s", text, l.Outcome(), l.Ply(), l.Position())
		}
	}
}

// TestBeatsRandom checks that the engine wins every game against a player of random moves.
func TestBeatsRandom(t *testing.T) {
	e := player(t)
	for n := range 20 {
		rng := rand.New(rand.NewPCG(uint64(n), 77))
		l := deal(t, uint64(n)+100)
		me := game.First + game.Side(n%2)
		for !l.Outcome().Over() {
			turn := l.Position().Turn()
			if turn != me {
				if err := l.Push(classic.Random(l.Position(), rng, nil).Best()); err != nil {
					t.Fatal(err)
				}
				continue
			}
			info, err := e.Think(context.Background(), l.View(turn), engine.Limits{Nodes: 1500}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Play(info.Best()); err != nil {
				t.Fatal(err)
			}
		}
		if l.Outcome().Winner != me {
			t.Errorf("game %d: %+v after %d moves, %s", n, l.Outcome(), l.Ply(), l.Position())
		}
	}
}

func BenchmarkThink(b *testing.B) {
	v := deal(b, 1).View(game.First)
	e := New()
	for b.Loop() {
		e.NewGame()
		if _, err := e.Think(context.Background(), v, engine.Limits{Nodes: 20_000}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
