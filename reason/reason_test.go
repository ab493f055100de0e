package reason_test

import (
	"context"
	"slices"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games/chess"
	rules "kydai/games/chess/engine"
	"kydai/games/chess/words"
	"kydai/reason"
)

// ask returns the question about a move in a position, and the reasons that Explain gives. If move
// is empty, the question is about the best move.
func ask(t *testing.T, fen, move string) (*reason.Question, []reason.Reason) {
	t.Helper()
	line, err := game.NewLine(chess.Rules{}, game.Setup{Start: fen})
	if err != nil {
		t.Fatal(err)
	}
	e := rules.Entry().New()
	defer e.Close() //nolint:errcheck // an error of Close does not matter in this test
	q, err := reason.Ask(context.Background(), e, line, move, engine.Limits{Nodes: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	return q, reason.Explain(words.New(), q)
}

// TestExplain checks known tactics, each with a motif that must be found.
func TestExplain(t *testing.T) {
	for _, c := range []struct{ fen, move, want string }{
		{"r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1", "", "does fork"},
		{"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "g8f6", "allows mate"},
		{"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "g8f6", "misses stops"},
		{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", "does mate"},
		{"q3k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h8", "does skewer"},
		{"8/p2k4/4r3/8/8/P4B2/3K4/8 w - - 0 1", "f3g4", "does pin"},
		{"4k3/8/8/8/4N3/7q/1K6/4R3 w - - 0 1", "", "does discovered"},
		{"4k3/p7/8/3q4/8/4N3/PP6/4K3 w - - 0 1", "e1e2", "misses free"},
	} {
		q, list := ask(t, c.fen, c.move)
		var got []string
		for _, r := range list {
			got = append(got, r.Role+" "+r.Code)
		}
		if !slices.Contains(got, c.want) {
			t.Errorf("%s %s: %v, want %s (%v %v)", c.fen, c.move, got, c.want, q.Played.Score, q.Better.Score)
		}
	}
}

// TestVerifyRefutes checks that Verify refutes a motif in which a piece, a square or a number was
// changed.
func TestVerifyRefutes(t *testing.T) {
	w := words.New()
	q, list := ask(t, "r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1", "")
	c := &reason.Case{Rules: q.Rules, Setup: q.Setup, Before: q.Position, Line: q.Played}
	if err := w.Verify(c, &list[0].Motif); err != nil {
		t.Fatalf("the fork is refuted: %v", err)
	}
	wrong := list[0].Motif
	wrong.Of = wrong.Of[:1]
	if w.Verify(c, &wrong) == nil {
		t.Error("a fork of one piece is accepted")
	}
	wrong = list[0].Motif
	wrong.Code = "skewer"
	if w.Verify(c, &wrong) == nil {
		t.Error("the fork is accepted as a skewer")
	}
	lost := *c
	lost.Score = engine.Score{Points: -900}
	if w.Verify(&lost, &list[0].Motif) == nil {
		t.Error("a fork is accepted although the engine says that the line loses")
	}
	short := *c
	short.Moves = c.Moves[:1]
	if w.Verify(&short, &list[0].Motif) == nil {
		t.Error("a fork is accepted without the line that takes a piece")
	}
}
