package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"kydai/game"
	"kydai/games/xiangqi"
	player "kydai/games/xiangqi/engine"
	"kydai/search/classic"
)

func position(tb testing.TB, fen string) game.Position {
	tb.Helper()
	p, err := xiangqi.Rules{}.New(game.Setup{Start: fen})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// TestReportWorth checks requirement X3: it adds one piece to a bare board and compares the change
// of the value with the piece's value in the report. If the position value of the point is not
// zero, it is part of the expected sum: 600 - 8 + 2 for the rook.
func TestReportWorth(t *testing.T) {
	e, _ := player.Historic().Evaluator("report-2019")
	bare := e.Value(position(t, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"), game.First)
	for piece, want := range map[string]float64{
		"3A5": 120, "2B6": 120, "1R7": 600 - 8 + 2, "1N7": 270 - 10, "C8": 285,
	} {
		// piece is the content of red's first rank; red's general is on the rank above.
		fen := "3k5/9/9/9/9/9/9/9/4K4/" + piece + " w - - 0 1"
		plain := e.Value(position(t, "3k5/9/9/9/9/9/9/9/4K4/9 w - - 0 1"), game.First)
		if got := e.Value(position(t, fen), game.First) - plain; got != want {
			t.Errorf("%s adds %v, want %v", piece, got, want)
		}
	}
	if bare != 0 {
		t.Errorf("two generals at home: %v", bare)
	}
	pawn := e.Value(position(t, "3k5/9/9/9/9/9/P8/9/9/4K4 w - - 0 1"), game.First)
	if pawn != 30 {
		t.Errorf("a soldier at home is worth %v", pawn)
	}
	if e.Unit != 30 || e.Explore != 12000 || e.Gain(game.NewMove(0, 1, 1, int(xiangqi.King), 0)) != 6000 {
		t.Errorf("unit %v, explore %v", e.Unit, e.Explore)
	}
}

// TestReportIsFair checks that the start position has the value 0, and that the values for the two
// sides add up to zero.
func TestReportIsFair(t *testing.T) {
	e, _ := player.Historic().Evaluator("")
	p := position(t, "")
	if v := e.Value(p, game.First); v != 0 {
		t.Errorf("the start is worth %v", v)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		if a, b := e.Value(p, game.First), e.Value(p, game.Second); a != -b {
			t.Fatalf("%s: %v and %v", p, a, b)
		}
		ms := p.Legal()
		if len(ms) == 0 {
			break
		}
		p = p.Play(ms[rng.IntN(len(ms))])
	}
}

func TestReportGreedyTakesTheRook(t *testing.T) {
	e, _ := player.Historic().Evaluator("")
	p := position(t, "3k5/9/4r4/9/9/p3R3n/9/9/9/5K3 w - - 0 1")
	for seed := range uint64(10) {
		if r := classic.Greedy(p, e, rand.New(rand.NewPCG(seed, 0)), nil); p.Encode(r.Best()) != "e4e7" {
			t.Fatalf("greedy plays %s", p.Encode(r.Best()))
		}
	}
}

// TestReportMCTSTakesWhatHangs checks that Monte Carlo tree search with the report's evaluator
// captures an unprotected rook.
func TestReportMCTSTakesWhatHangs(t *testing.T) {
	e, _ := player.Historic().Evaluator("")
	p := position(t, "3k5/9/4r4/9/9/4R4/9/9/9/5K3 w - - 0 1")
	r := classic.MCTS(context.Background(), p, classic.MonteCarlo{Eval: e, Sims: 1000, Replies: 1, Rand: rand.New(rand.NewPCG(1, 0))})
	if p.Encode(r.Best()) != "e4e7" || r.Value < 300 {
		t.Errorf("plays %s for %v", p.Encode(r.Best()), r.Value)
	}
}
