package chess

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kydai/game"
)

// TestFENDialects checks rules chess 8.1 to 8.3: each FEN dialect is read, and written back in
// standard form.
func TestFENDialects(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{startFEN, startFEN},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kQKq - - -", startFEN},
		{"1r1k2r1/8/8/8/8/8/8/1R1K2R1 w KQkq - 0 1", "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1"},
		{"4k3/8/8/8/8/8/8/4KRR1 w K - 0 1", "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1"},
		{"4k3/8/8/8/8/8/8/4KRR1 w F - 3 7", "4k3/8/8/8/8/8/8/4KRR1 w F - 3 7"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
		{"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"},
		{"4k3/8/8/8/8/8/8/4K3 b - - 0 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"11112k/8/8/8/8/8/8/K7 w - - 0 1", ""},
		{"111111k1/8/8/8/8/8/8/K7 w - - 0 1", "6k1/8/8/8/8/8/8/K7 w - - 0 1"},
	} {
		b, err := NewBoard(c.in)
		if c.out == "" {
			if err == nil {
				t.Errorf("%s was read as %s", c.in, b.FEN())
			}
			continue
		}
		if err != nil || b.FEN() != c.out {
			t.Errorf("%s is read as %s, %v; want %s", c.in, b.FEN(), err, c.out)
		}
	}
}

// TestFENRefusals checks rule chess 8.4: the error for an invalid FEN names the cause.
func TestFENRefusals(t *testing.T) {
	for _, c := range []struct{ fen, says string }{
		{"", ""},
		{" ", "empty"},
		{"8/8/8/8/8/8/8 w - - 0 1", "7 ranks"},
		{"9/8/8/8/8/8/8/8 w - - 0 1", "'9'"},
		{"rnbqkbn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 8 has 7 squares"},
		{"rnbqkbnrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 8 has 9 squares"},
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", "black must have one king"},
		{"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "white must have one king"},
		{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "h8"},
		{"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "black has 9 pawns"},
		{"4k3/8/8/8/8/8/NNNNNNNN/NNNNKNNNN w - - 0 1", "rank 1"},
		{"4k3/8/8/8/8/N7/NNNNNNNN/NNNNKNNN w - - 0 1", "17 pieces"},
		{"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "not x"},
		{"4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", "in check"},
		{"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "K has no rook"},
		{"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "white king on its first rank"},
		{"4k3/8/8/8/8/8/8/4K2R w A - 0 1", "A has no rook"},
		{"4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "two rooks"},
		{"4k3/8/8/8/8/8/8/4K3 w z - 0 1", "z"},
		{"4k3/8/8/8/8/8/8/4K3 w - d6 0 1", "d6"},
		{"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", "d6"},
		{"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - q9 0 1", "q9"},
		{"4k3/8/8/8/8/8/8/4K3 w - - many 1", "many"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "-1"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm", "six fields"},
	} {
		_, err := NewBoard(c.fen)
		var e *game.Error
		if !errors.As(err, &e) || e.Code != game.BadPosition || !strings.Contains(e.Text, c.says) {
			t.Errorf("%s: %v, want something about %q", c.fen, err, c.says)
		}
	}
}

// TestFENFaults checks that errors carry a code and values, from which programs can create a
// message in the user's language.
func TestFENFaults(t *testing.T) {
	for fen, want := range map[string]string{
		"8/8/8/8/8/8/8 w - - 0 1":                              "ranks 7 8",
		"rnbqkbn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1": "rank 8 7 8",
		"z7/8/8/8/8/8/8/8 w - - 0 1":                           "letter z",
		"8/8/8/8/8/8/8/4K3 w - - 0 1":                          "one k",
		"4k3/8/8/8/8/8/8/3KK3 w - - 0 1":                       "one K",
		"4k2P/8/8/8/8/8/8/4K3 w - - 0 1":                       "place P h8",
		"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1":                "most p 9 8",
		"4k3/8/8/8/8/N7/NNNNNNNN/NNNNKNNN w - - 0 1":           "pieces white 17 16",
		"4k3/8/8/8/8/8/8/4K3 x - - 0 1":                        "turn",
		"4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1":                      "check black",
		"4k3/8/8/8/8/8/8/4K3 w K - 0 1":                        "castle",
		"4k3/8/8/8/8/8/8/4K3 w - d6 0 1":                       "passing",
		"4k3/8/8/8/8/8/8/4K3 w - - many 1":                     "",
	} {
		_, err := NewBoard(fen)
		var e *game.Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v", fen, err)
		}
		if got := strings.Join(append([]string{e.Why}, e.Values...), " "); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
}

func TestOptions(t *testing.T) {
	o := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	shuffled := "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
	for _, c := range []struct {
		setup game.Setup
		fen   string // FEN of the position; empty if the setup must be refused
	}{
		{game.Setup{}, startFEN},
		{game.Setup{Options: o("variant", "standard")}, startFEN},
		{game.Setup{Options: o("position", "518")}, startFEN},
		{game.Setup{Options: o("variant", "chess960")}, strings.Replace(startFEN, "KQkq", "HAha", 1)},
		{game.Setup{Options: o("variant", "chess960", "position", "0")}, strings.Replace(shuffled, "KQkq", "HFhf", 1)},
		{game.Setup{Start: shuffled, Options: o("variant", "chess960", "position", "7")}, strings.Replace(shuffled, "KQkq", "HFhf", 1)},
		{game.Setup{Start: shuffled}, strings.Replace(shuffled, "KQkq", "HFhf", 1)},
		{game.Setup{Start: strings.Replace(startFEN, "KQkq", "HAha", 1), Options: o("variant", "standard")}, startFEN},
		{game.Setup{Start: shuffled, Options: o("variant", "standard")}, ""},
		{game.Setup{Options: o("variant", "atomic")}, ""},
		{game.Setup{Options: o("position", "7")}, ""},
		{game.Setup{Options: o("variant", "chess960", "position", "960")}, ""},
		{game.Setup{Options: o("variant", "chess960", "position", "x")}, ""},
		{game.Setup{Options: o("board", "8")}, ""},
	} {
		p, err := Rules{}.New(c.setup)
		if c.fen == "" {
			if err == nil {
				t.Errorf("%v is accepted as %s", c.setup, p)
			}
			continue
		}
		if err != nil || p.String() != c.fen {
			t.Errorf("%v gives %v, %v; want %s", c.setup, p, err, c.fen)
		}
	}
}

func FuzzFEN(f *testing.F) {
	for _, fen := range starts {
		f.Add(fen)
	}
	f.Add("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
	f.Add("4k3/8/8/8/8/8/8/4KRR1 w F - 3 7")
	f.Fuzz(func(t *testing.T, fen string) {
		b, err := NewBoard(fen)
		if err != nil {
			return
		}
		consistent(t, &b)
		legal := b.Legal(nil)
		if len(legal) != b.Count() {
			t.Fatalf("%s: Count %d, Legal %d", b.FEN(), b.Count(), len(legal))
		}
		if want := newNaive(b.FEN(), b.Chess960()).legal(); !slices.Equal(codes(legal), want) {
			t.Fatalf("%s\n got %v\nwant %v", b.FEN(), codes(legal), want)
		}
		for _, m := range legal {
			before := b
			u := b.Do(m)
			if b.key != b.scratchKey() || b.attackers(first(b.Set(int(b.turn^1), King)), b.turn, b.sides[0]|b.sides[1]) != 0 {
				t.Fatalf("%s: %s leaves the king or the key in danger", before.FEN(), encode(m))
			}
			b.Undo(m, u)
			if b != before {
				t.Fatalf("%s: %s is not undone", before.FEN(), encode(m))
			}
		}
	})
}
