package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"kydai/game"
	"kydai/games/chess"
	"kydai/search/classic"
)

func historicPosition(tb testing.TB, fen string) game.Position {
	tb.Helper()
	p, err := chess.Rules{}.New(game.Setup{Start: fen})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func historicNamed(tb testing.TB, name string) classic.Evaluator {
	tb.Helper()
	e, ok := Historic().Evaluator(name)
	if !ok || name != "" && e.Name != name {
		tb.Fatalf("no evaluator %q", name)
	}
	return e
}

// TestHistoricFigures compares the evaluators with values that were computed by hand from the
// tables (requirement C6).
func TestHistoricFigures(t *testing.T) {
	for _, c := range []struct {
		eval, fen string
		white     float64
	}{
		{"material-10", "", 0},
		{"michniewski", "", 0},
		{"bishop-pair", "", 0},
		{"material-count", "", 0},
		// White has a rook, black two bishops: 5 - 6 in material, and two pieces against three.
		{"material-count", "2bk4/4b3/8/8/8/2R5/8/3K4 w - - 0 1", -2},
		// White is a queen ahead, with equal pawns: 7 in material + 1 for the piece.
		{"material-count", "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", 8},
		// Check values from the specification of the evaluators.
		{"bishop-pair", "2bk4/4b3/8/8/8/2R5/8/3K4 w - - 0 1", -2},
		{"material-10", "2bk4/4b3/8/8/8/2R5/8/3K4 w - - 0 1", -10},
		// No queens, so the king's endgame table applies. Piece-square values: white Kd1 -30, Rc3
		// 0; black Kd8 -30, Bc8 -10, Be7 0.
		{"michniewski", "2bk4/4b3/8/8/8/2R5/8/3K4 w - - 0 1", 500 - 660 + 10},
		// Both sides have both bishops, so neither side gets the bonus. The pawns on e2 and e7
		// count -2 each.
		{"bishop-pair", "2b1kb2/4p3/8/8/8/8/4P3/2B1KB2 w - - 0 1", 0},
		// After 1 e4 the square value of the pawn changes from -20 to 20.
		{"michniewski", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 40},
		// The square value of the pawn is -2 on e2 and 2 on e4.
		{"bishop-pair", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 4},
		{"material-10", "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1", 90},
		// White has a rook besides the queen, so this is a middlegame. Piece-square values: white
		// Kg1 30, Qd1 -5, Ra1 0; black Kg8 30, Qd8 -5.
		{"michniewski", "3q2k1/8/8/8/8/8/8/R2Q2K1 w - - 0 1", 500},
		// Each side has a queen and at most one minor piece, so this is an endgame. Piece-square
		// values: Kg1 -30, Nb1 -40.
		{"michniewski", "3q2k1/8/8/8/8/8/8/1N1Q2K1 w - - 0 1", 320 - 40},
	} {
		e := historicNamed(t, c.eval)
		p := historicPosition(t, c.fen)
		if got := e.Value(p, game.First); got != c.white {
			t.Errorf("%s of %q: %v for white, want %v", c.eval, c.fen, got, c.white)
		}
		if got := e.Value(p, game.Second); got != -c.white {
			t.Errorf("%s of %q: %v for black, want %v", c.eval, c.fen, got, -c.white)
		}
	}
}

// TestHistoricEndgame checks which positions count as endgames. Only the king's table changes in an
// endgame.
func TestHistoricEndgame(t *testing.T) {
	for fen, want := range map[string]bool{
		"":                                    false,
		"4k3/8/8/8/8/8/8/RR2K3 w - - 0 1":     true,
		"3qk3/8/8/8/8/8/8/3QK3 w - - 0 1":     true,
		"3qk1n1/8/8/8/8/8/8/2BQK3 w - - 0 1":  true,
		"3qk1n1/8/8/8/8/8/8/2BQKN2 w - - 0 1": false,
		"4k3/8/8/8/8/8/8/3QK3 w - - 0 1":      false,
		"3qk3/8/8/8/8/8/8/2QQK3 w - - 0 1":    false,
	} {
		b := historicPosition(t, fen).(*chess.Position).Board()
		if got := michniewskiEndgame(&b); got != want {
			t.Errorf("%q: endgame %v", fen, got)
		}
	}
}

// TestHistoricColoursAreEqual checks that a position and its mirror image with exchanged colours
// have the same value for the side to move.
func TestHistoricColoursAreEqual(t *testing.T) {
	for _, e := range Historic().Evaluators {
		walkGames(t, 4, 60, func(b *chess.Board) {
			p, q := historicPosition(t, b.FEN()), historicPosition(t, mirrored(b.FEN()))
			if v, w := e.Value(p, p.Turn()), e.Value(q, q.Turn()); v != w {
				t.Fatalf("%s: %s is worth %v, mirrored %v", e.Name, b.FEN(), v, w)
			}
		})
	}
}

func TestHistoricGreedyTakesTheQueen(t *testing.T) {
	// White's pawn can capture a knight or the queen; a rook can capture the queen or a pawn.
	p := historicPosition(t, "4k3/8/3q1n2/4P3/8/p7/8/R2R2K1 w - - 0 1")
	for _, e := range Historic().Evaluators {
		seen := map[string]bool{}
		for seed := range uint64(40) {
			r := classic.Greedy(p, e, rand.New(rand.NewPCG(seed, 0)), nil)
			if r.Best().Taken() != chess.Queen {
				t.Fatalf("%s plays %s", e.Name, p.Encode(r.Best()))
			}
			seen[p.Encode(r.Best())] = true
		}
		if !seen["e5d6"] || !seen["d1d6"] {
			t.Errorf("%s: of two equal captures only %v were played", e.Name, seen)
		}
	}
}

func TestHistoricSearchFindsTheMate(t *testing.T) {
	p := historicPosition(t, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	for _, e := range Historic().Evaluators {
		r := classic.AlphaBeta(context.Background(), p, classic.Options{Eval: e, Depth: 3, Order: true})
		if plies, forced := classic.PliesToEnd(r.Value); p.Encode(r.Best()) != "a1a8" || !forced || plies != 1 {
			t.Errorf("%s plays %s for %v", e.Name, p.Encode(r.Best()), r.Value)
		}
	}
}
