package engine

import (
	"context"
	"slices"
	"testing"
	"time"

	"kydai/engine"
	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/chess"
	"kydai/test/timing"
)

func think(tb testing.TB, e *alphabeta.Engine, line *game.Line, lim engine.Limits) engine.Thought {
	tb.Helper()
	info, err := e.Think(context.Background(), line, lim, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return info
}

// TestMatesAreFound checks that the engine finds a mate in every position of the table mates. The
// mate must not be longer than the table says, and not shorter than is possible.
func TestMatesAreFound(t *testing.T) {
	e := New()
	for _, c := range mates {
		e.NewGame()
		info := think(t, e, lineOf(t, c.fen), engine.Limits{Nodes: 1_500_000, Mate: c.moves})
		if got := info.Lines[0].Score.Mate; got != c.moves {
			t.Errorf("%s: mate in %d, the engine says %d (%s)", c.fen, c.moves, got, info.Best())
		}
		if n := len(info.Lines[0].Codes); n > 2*c.moves-1 {
			t.Errorf("%s: a mate in %d takes %d plies: %v", c.fen, c.moves, n, info.Lines[0].Codes)
		}
	}
}

// TestBareKingsAreMated checks that the engine mates a bare king in all endings without pawns in
// which mate can be forced.
func TestBareKingsAreMated(t *testing.T) {
	fens := []string{
		"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 0 1", "8/8/4k3/8/8/8/8/KBB5 w - - 0 1",
	}
	if !testing.Short() {
		fens = append(fens, "8/8/8/4k3/8/8/8/KBN5 w - - 0 1")
	}
	for _, fen := range fens {
		e := New()
		line := lineOf(t, fen)
		for !line.Outcome().Over() && line.Ply() < 100 {
			if err := line.Play(think(t, e, line, engine.Limits{Nodes: 12_000}).Best()); err != nil {
				t.Fatal(err)
			}
		}
		if o := line.Outcome(); o.Winner != game.First {
			t.Errorf("%s: after %d plies %s, %+v", fen, line.Ply(), line.Position(), o)
		}
	}
}

func TestRepetitionIsAvoidedWhenWinning(t *testing.T) {
	const fen = "6k1/5ppp/8/8/8/8/Q4PPP/6K1 w - - 0 30"
	line := lineOf(t, fen, "a2b2", "g8f8", "b2a2", "f8g8", "a2b2", "g8f8", "b2a2", "f8g8")
	info := think(t, New(), line, engine.Limits{Nodes: 20_000})
	if info.Lines[0].Score.Points < 400 && info.Lines[0].Score.Mate <= 0 {
		t.Errorf("a queen up is worth %+v", info.Lines[0].Score)
	}
	if info.Best() == "a2b2" {
		t.Error("the winning side repeats a third time")
	}
}

func TestPerpetualIsTakenWhenLosing(t *testing.T) {
	// White has only a perpetual check: Qe8+ Kh7 Qh5+ Kg8 and so on.
	line := lineOf(t, "6k1/6p1/8/7Q/8/1q6/1r6/7K w - - 0 1")
	info := think(t, New(), line, engine.Limits{Nodes: 60_000})
	if s := info.Lines[0].Score; s.Points != 0 || s.Mate != 0 {
		t.Errorf("a perpetual check is worth %+v: %v", s, info.Lines[0].Codes)
	}
	if info.Best() != "h5e8" {
		t.Errorf("played %s", info.Best())
	}
}

func TestLinesAreLegalAndDifferent(t *testing.T) {
	for _, fen := range BenchPositions[:6] {
		line := lineOf(t, fen)
		info := think(t, New(), line, engine.Limits{Nodes: 30_000, MultiPV: 4})
		if len(info.Lines) != 4 {
			t.Fatalf("%s: %d lines", fen, len(info.Lines))
		}
		var firsts []string
		for i, v := range info.Lines {
			if slices.Contains(firsts, v.Codes[0]) {
				t.Errorf("%s: two lines begin with %s", fen, v.Codes[0])
			}
			firsts = append(firsts, v.Codes[0])
			if i > 0 && v.Score.Better(info.Lines[i-1].Score) {
				t.Errorf("%s: line %d is better than the one before", fen, i)
			}
			lineOf(t, fen, v.Codes...)
		}
	}
}

func TestOnlyTheMovesAllowed(t *testing.T) {
	line := lineOf(t, BenchPositions[0])
	e := New()
	if got := think(t, e, line, engine.Limits{Depth: 6, Only: []string{"a2a3", "h2h4"}}).Best(); got != "a2a3" && got != "h2h4" {
		t.Errorf("played %s", got)
	}
	if _, err := e.Think(context.Background(), line, engine.Limits{Only: []string{"e2e5"}}, nil); err == nil {
		t.Error("an illegal move to choose from")
	}
}

// TestTimeIsKept checks that a search ends within a few milliseconds of its time limit. Other
// processes may delay a search, so only the best of several runs counts.
func TestTimeIsKept(t *testing.T) {
	e := New()
	const given = 40 * time.Millisecond
	timing.Within(t, 5*time.Millisecond, 20, func() time.Duration {
		began := time.Now()
		think(t, e, lineOf(t, BenchPositions[1]), engine.Limits{MoveTime: given})
		return time.Since(began) - given
	})
}

func TestCancelStopsTheSearch(t *testing.T) {
	e := New()
	timing.Within(t, 5*time.Millisecond, 20, func() time.Duration {
		ctx, cancel := context.WithCancel(context.Background())
		var stopped time.Time
		time.AfterFunc(20*time.Millisecond, func() { stopped = time.Now(); cancel() })
		info, err := e.Think(ctx, lineOf(t, BenchPositions[2]), engine.Limits{}, nil)
		if err != nil || info.Best() == "" {
			t.Fatal(info, err)
		}
		<-ctx.Done()
		return time.Since(stopped)
	})
}

// TestBenchIsDeterministic checks that with one thread two searches to the same depth give the same
// result.
func TestBenchIsDeterministic(t *testing.T) {
	for _, fen := range BenchPositions[:4] {
		var runs [2]engine.Thought
		for i := range runs {
			runs[i] = think(t, New(), lineOf(t, fen), engine.Limits{Depth: 9})
		}
		if runs[0].Nodes != runs[1].Nodes || !slices.Equal(runs[0].Lines[0].Codes, runs[1].Lines[0].Codes) {
			t.Errorf("%s: %+v, then %+v", fen, runs[0], runs[1])
		}
	}
}

func TestTwoThreadsAgree(t *testing.T) {
	e := New()
	if err := e.SetOption("Threads", "2"); err != nil {
		t.Fatal(err)
	}
	info := think(t, e, lineOf(t, mates[len(mates)-1].fen), engine.Limits{Nodes: 200_000, Mate: 4})
	if info.Lines[0].Score.Mate <= 0 {
		t.Errorf("two threads found %+v", info.Lines[0])
	}
}

func TestChess960IsPlayed(t *testing.T) {
	line, err := game.NewLine(chess.Rules{}, game.Setup{Options: map[string]string{"variant": "chess960", "position": "77"}})
	if err != nil {
		t.Fatal(err)
	}
	e := New()
	for range 40 {
		if line.Outcome().Over() {
			break
		}
		if err := line.Play(think(t, e, line, engine.Limits{Nodes: 1500}).Best()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOverGamesHaveNoAnswer(t *testing.T) {
	if _, err := New().Think(context.Background(), lineOf(t, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), engine.Limits{Depth: 3}, nil); err == nil {
		t.Error("a mated side was given a move")
	}
}

func BenchmarkSearch(b *testing.B) {
	e := New()
	line := lineOf(b, BenchPositions[1])
	nodes := uint64(0)
	for b.Loop() {
		e.NewGame()
		nodes += think(b, e, line, engine.Limits{Nodes: 100_000}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
