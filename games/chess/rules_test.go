package chess

import (
	"strings"
	"testing"

	"kydai/game"
	"kydai/game/gametest"
)

func position(tb testing.TB, fen string) *Position {
	tb.Helper()
	return setUp(tb, game.Setup{Start: fen})
}

func setUp(tb testing.TB, s game.Setup) *Position {
	tb.Helper()
	pos, err := Rules{}.New(s)
	if err != nil {
		tb.Fatalf("%v: %v", s, err)
	}
	p, ok := pos.(*Position)
	if !ok {
		tb.Fatalf("New made a %T", pos)
	}
	return p
}

func TestConformance(t *testing.T) {
	setups := []game.Setup{
		{},
		{Options: map[string]string{"variant": "chess960", "position": "0"}},
		{Options: map[string]string{"variant": "chess960", "position": "518"}},
		{Options: map[string]string{"variant": "chess960", "position": "692"}},
		{Options: map[string]string{"variant": "standard"}},
	}
	for _, fen := range starts {
		setups = append(setups, game.Setup{Start: fen})
	}
	gametest.Run(t, Rules{}, gametest.Plan{Setups: setups, Games: 2, Plies: 120, Seed: 1})
}

func TestOutcomes(t *testing.T) {
	draw, dead, play := game.Draw(game.Stalemate), game.Draw(game.Material), game.Outcome{}
	for _, c := range []struct {
		rule, fen string
		want      game.Outcome
	}{
		{"chess 5.1", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", game.Win(game.Second, game.Checkmate)},
		{"chess 5.1", "3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", game.Win(game.First, game.Checkmate)},
		{"chess 5.2, also behind a wall", "8/8/8/8/1p6/kPp5/P1P5/K7 b - - 0 1", draw},
		{"chess 5.2", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", draw},
		{"chess 5.2, a pawn in the way of its king", "8/8/8/8/8/8/5K1p/7k b - - 0 1", draw},
		{"chess 5.3a", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", dead},
		{"chess 5.3b", "8/8/4k3/8/8/3K1N2/8/8 b - - 0 1", dead},
		{"chess 5.3b", "8/8/4k1b1/8/8/3K4/8/8 w - - 0 1", dead},
		{"chess 5.3b", "8/8/4k1b1/8/8/3K1N2/8/8 w - - 0 1", play},
		{"chess 5.3b", "8/8/4k3/8/8/3K1NN1/8/8 w - - 0 1", play},
		{"chess 5.3c", "8/b1b5/4k3/8/8/3K4/8/B1B5 w - - 0 1", dead},
		{"chess 5.3c", "8/b7/4k3/8/8/3K4/8/5B2 w - - 0 1", play},
		{"chess 5.3c", "8/8/4k3/8/8/3K4/8/4BB2 w - - 0 1", play},
		{"chess 5.3d", "8/4k3/8/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1", dead},
		{"chess 5.3d", "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 b - - 0 1", dead},
		{"chess 5.3d, a king walks round", "8/4k3/8/1p1p1p2/1P1P1P2/8/4K3/8 w - - 0 1", play},
		{"chess 5.3d, one pawn may move", "4k3/8/8/1p1p1p1p/1P1P1P1P/8/P7/4K3 w - - 0 1", play},
		{"chess 5.3d, one pawn may take", "4k3/8/4p3/1p1pPp1p/1PpP1P1P/1PP5/8/4K3 b - - 0 1", play},
		{"chess 5.3d, one pawn may take en passant", "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - d6 0 1", play},
		{"chess 5.3d, a pawn without guard is in reach", "8/8/8/1p1p1p1p/1P1P1P1P/k7/4K3/8 b - - 0 1", play},
		{"chess 5.3d, a rook is left", "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/R3K3 w - - 0 1", play},
		{"chess 5.4", "8/8/4k3/8/8/3K4/8/R7 w - - 0 1", play},
		{"", startFEN, play},
	} {
		p := position(t, c.fen)
		if got := p.Outcome(); got != c.want {
			t.Errorf("%s: %s: outcome %v, want %v", c.rule, c.fen, got, c.want)
		}
		if over := len(p.Legal()) == 0; over != c.want.Over() {
			t.Errorf("%s: %s: %d legal moves", c.rule, c.fen, len(p.Legal()))
		}
	}
}

// TestWallsHold checks rule chess 5.3d, draws with a closed pawn wall: if the board declares such a
// position dead, no sequence of up to five plies contains a capture, a pawn move or a mate.
func TestWallsHold(t *testing.T) {
	var stands func(b *Board, depth int) bool
	stands = func(b *Board, depth int) bool {
		moves := b.Legal(nil)
		if len(moves) == 0 {
			return !b.InCheck()
		}
		for _, m := range moves {
			if m.Piece() == Pawn || m.Taken() != 0 {
				return false
			}
			if depth > 1 {
				u := b.Do(m)
				ok := stands(b, depth-1)
				b.Undo(m, u)
				if !ok {
					return false
				}
			}
		}
		return true
	}
	walls := 0
	for _, pawns := range []string{
		"8/%s/8/1p1p1p1p/1P1P1P1P/8/%s/8", "%s/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/%s",
		"8/%s/8/1p1p1p2/1P1P1P2/8/%s/8", "8/%s/p7/Pp1p1p1p/1P1P1P1P/8/%s/8",
	} {
		for f := range 64 {
			row := func(file int, piece string) string {
				out := strings.Repeat("1", file) + piece + strings.Repeat("1", 7-file)
				return out
			}
			fen := strings.Replace(strings.Replace(pawns, "%s", row(f%8, "k"), 1), "%s", row(f/8, "K"), 1)
			b, err := NewBoard(fen + " w - - 0 1")
			if err != nil || !b.Dead() {
				continue
			}
			walls++
			if !stands(&b, 5) {
				t.Errorf("%s is called a wall", fen)
			}
		}
	}
	if walls < 100 {
		t.Errorf("only %d walls were tried", walls)
	}
}

func play(t *testing.T, l *game.Line, moves string) {
	t.Helper()
	for code := range strings.FieldsSeq(moves) {
		if err := l.Play(code); err != nil {
			t.Fatalf("%s after %v: %v", code, l.Codes(), err)
		}
	}
}

func newLine(t *testing.T, fen string) *game.Line {
	t.Helper()
	l, err := game.NewLine(Rules{}, game.Setup{Start: fen})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestRepetition checks rules chess 6.2 and 6.3: draws by repetition, claimed and automatic.
func TestRepetition(t *testing.T) {
	l := newLine(t, "")
	round := "g1f3 g8f6 f3g1 f6g8 "
	play(t, l, round)
	if got := game.ClaimOf(l); got.Over() {
		t.Errorf("a claim at the second time: %v", got)
	}
	play(t, l, round)
	if got := game.ClaimOf(l); got != game.Draw(game.Repetition) {
		t.Errorf("no claim at the third time: %v", got)
	}
	play(t, l, round+"g1f3 g8f6 f3g1")
	if l.Outcome().Over() {
		t.Error("over before the fifth time")
	}
	play(t, l, "f6g8")
	if got := l.Outcome(); got != game.Draw(game.Repetition) {
		t.Errorf("the fifth time: %v", got)
	}
	if l.Play("e2e4") == nil {
		t.Error("the game goes on after the fifth time")
	}
}

// TestWhatCountsAsEqual checks rule chess 6.1: positions with different castling rights are not
// equal. An en passant square makes a position different only if the capture is legal.
func TestWhatCountsAsEqual(t *testing.T) {
	key := func(fen string) uint64 { return position(t, fen).Key() }
	same := func(a, b string) bool { return key(a) == key(b) }
	if same("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1") {
		t.Error("castling rights do not count")
	}
	if same("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1") {
		t.Error("a legal capture en passant does not count")
	}
	if !same("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1") {
		t.Error("an en passant square without a pawn to take counts")
	}
	if !same("4k3/8/8/r2pPK2/8/8/8/8 w - d6 0 1", "4k3/8/8/r2pPK2/8/8/8/8 w - - 5 9") {
		t.Error("a pinned capture en passant or the counters count")
	}
	l := newLine(t, "4k3/3p4/8/4P2r/8/8/8/4K3 b - - 0 1")
	play(t, l, "d7d5 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8")
	if got := game.ClaimOf(l); got.Over() {
		t.Errorf("the first position had en passant, the later ones not, but %v", got)
	}
	play(t, l, "e1e2 e8e7 e2e1 e7e8")
	if got := game.ClaimOf(l); got != game.Draw(game.Repetition) {
		t.Errorf("three equal positions without en passant: %v", got)
	}
}

// TestQuietMoves checks rules chess 6.4 and 6.5: draws after many moves without a capture or pawn
// move, claimed and automatic.
func TestQuietMoves(t *testing.T) {
	l := newLine(t, "4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80")
	play(t, l, "a1a2")
	if game.ClaimOf(l).Over() {
		t.Error("a claim after 99 moves")
	}
	play(t, l, "e8d8")
	if got := game.ClaimOf(l); got != game.Draw(game.MoveLimit) {
		t.Errorf("no claim after 100 moves: %v", got)
	}
	play(t, l, "e2e3")
	if game.ClaimOf(l).Over() {
		t.Error("a pawn's move does not start the count anew")
	}
	l = newLine(t, "4k2r/8/8/8/8/8/4P3/4K2R w - - 98 80")
	play(t, l, "h1h8")
	if got := l.Position().String(); got != "4k2R/8/8/8/8/8/4P3/4K3 b - - 0 80" {
		t.Errorf("a capture does not start the count anew: %s", got)
	}
	l = newLine(t, "7k/8/8/8/8/8/4P3/R3K3 w - - 148 99")
	play(t, l, "a1a2")
	if l.Outcome().Over() {
		t.Error("over after 149 moves")
	}
	play(t, l, "h8g8")
	if got := l.Outcome(); got != game.Draw(game.MoveLimit) {
		t.Errorf("after 150 moves: %v", got)
	}
	l = newLine(t, "7k/8/6K1/8/8/8/8/R7 w - - 149 99")
	play(t, l, "a1a8")
	if got := l.Outcome(); got != game.Win(game.First, game.Checkmate) {
		t.Errorf("mate with the 150th move: %v", got)
	}
}

func TestSingleMoves(t *testing.T) {
	for _, c := range []struct{ rule, fen, legal, illegal string }{
		{"chess 2.4", "4k3/8/8/8/8/4p3/4P1P1/4K3 w - - 0 1", "g2g3 g2g4", "e2e3 e2e4"},
		{"chess 2.4", "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e3", "e2e4"},
		{"chess 2.6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", ""},
		{"chess 2.6", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "", "e5d6"},
		{"chess 2.7", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q a7a8r a7a8b a7a8n", "a7a8 a7a8k a7a8p"},
		{"chess 3.2, a pin", "4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1", "e1d1", "e4f6 e4c5"},
		{"chess 3.2, along the pin", "4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4e8 e4e2", "e4d4"},
		{"chess 3.2, a pawn on the diagonal", "6k1/8/8/8/7b/6P1/8/4K3 w - - 0 1", "g3h4", "g3g4"},
		{"chess 3.2, a check met", "4r1k1/8/8/8/8/3B4/8/4K3 w - - 0 1", "d3e4 d3e2 e1f2", "d3c4"},
		{"chess 3.2, double check", "4r1k1/8/8/8/8/5n2/6P1/4K2R w K - 0 1", "e1d1 e1f1 e1f2", "g2f3 e1d2 e1e2"},
		{"chess 3.3", "6k1/8/8/8/1r2K3/8/8/8 w - - 0 1", "e4e5", "e4f4 e4d4"},
		{"chess 3.4, both leave the rank", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "a4b4", "e4d3"},
		{"chess 3.4, both leave the rank", "4k3/8/8/r2pPK2/8/8/8/8 w - d6 0 1", "f5f6", "e5d6"},
		{"chess 3.4, the taken pawn shields", "4k3/8/b7/3pP3/8/8/4K3/8 w - d6 0 1", "", "e5d6 d1d2"},
		{"chess 3.4, the diagonal opens", "4k3/1b6/8/3pP3/8/5K2/8/8 w - d6 0 1", "", "e5d6"},
		{"chess 3.4, one of two pawns is pinned", "4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "c5d6", "e5d6"},
		{"chess 3.4, takes the checker", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3 c5d4", ""},
		{"chess 3.4, steps between", "8/8/8/3pP3/8/K7/8/4k2b w - d6 0 1", "e5d6", ""},
		{"chess 4.1", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1g1", "e1c1"},
		{"chess 4.3", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1g1", "e1c1"},
		{"chess 4.4, in check", "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "", "e1g1 e1c1"},
		{"chess 4.4, passing", "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "e1c1", "e1g1"},
		{"chess 4.4, reaching", "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "e1c1", "e1g1"},
		{"chess 4.4, the rook may pass b1", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1", ""},
		{"chess 4.4, the rook may be attacked", "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1", ""},
		{"chess 4.5, the rook shields", "6k1/8/8/8/8/8/8/qRK4R w HB - 0 1", "c1h1", "c1b1"},
		{"chess 4.5, the rook does not shield", "6k1/8/8/8/q7/8/8/1RK4R w HB - 0 1", "c1b1", ""},
		{"chess 4.2, the king stays", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "g1g1"},
		{"chess 4.2, the rook stays", "4k3/8/8/8/8/8/8/5RK1 w - - 0 1", "", "g1f1"},
		{"chess 4.2, they change places", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", ""},
		{"chess 4.2, king b1 to c1", "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1 b1c1", ""},
		{"chess 4.3, the rook's way", "4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", "", "b1a1"},
		{"chess 4.3, a far walk", "4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "b1f1 b1g1", ""},
		{"chess 4.4, a far walk", "2r1k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "", "b1f1 b1g1"},
		{"chess 7.1, the other way", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1 e1a1", "e1b1"},
		{"chess 7.1, the other way", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1h1 e1a1 e1g1 e1c1", ""},
	} {
		p := position(t, c.fen)
		for code := range strings.FieldsSeq(c.legal) {
			if _, err := p.Decode(code); err != nil {
				t.Errorf("%s: %s: %s should be legal: %v", c.rule, c.fen, code, err)
			}
		}
		for code := range strings.FieldsSeq(c.illegal) {
			if m, err := p.Decode(code); err == nil {
				t.Errorf("%s: %s: %s should be illegal, but is %s", c.rule, c.fen, code, san{}.Write(p, m))
			}
		}
	}
}

// TestCastlingArrives checks rule chess 4.2: the target squares of king and rook after castling.
func TestCastlingArrives(t *testing.T) {
	for _, c := range []struct{ fen, code, want string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"},
		{"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "2kr3r/8/8/8/8/8/8/4K3 w - - 1 2"},
		{"4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1a1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"},
		{"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1c1", "4k3/8/8/8/8/8/8/R1K5 b - - 1 1"},
		{"1r3kr1/8/8/8/8/8/8/1R3KR1 b GBgb - 0 1", "f8b8", "2kr2r1/8/8/8/8/8/8/1R3KR1 w GB - 1 2"},
	} {
		p := position(t, c.fen)
		m, err := p.Decode(c.code)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		if got := p.Play(m).String(); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.fen, c.code, got, c.want)
		}
	}
}

// TestTakenRookEndsRight checks rule chess 4.1: the capture of a rook ends its castling right. In
// this test a rook captures a rook, so both sides lose a right.
func TestTakenRookEndsRight(t *testing.T) {
	l := newLine(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	play(t, l, "a1a8")
	if got := strings.Fields(l.Position().String())[2]; got != "Kk" {
		t.Errorf("rights %s, want Kk", got)
	}
}

func TestCheckMark(t *testing.T) {
	marks := position(t, "4r1k1/8/8/8/8/5n2/8/4K3 w - - 0 1").Marks()
	if len(marks) != 1 || marks[0].Kind != "check" || len(marks[0].Squares) != 1 || marks[0].Squares[0] != 4 || len(marks[0].Because) != 2 {
		t.Errorf("marks %v", marks)
	}
	if marks := position(t, startFEN).Marks(); marks != nil {
		t.Errorf("marks %v at the start", marks)
	}
}
