package chess

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"kydai/game"
)

// TestSANWrite checks rule chess 7.2: the SAN text of a move.
func TestSANWrite(t *testing.T) {
	for _, c := range []struct{ fen, code, want string }{
		{startFEN, "g1f3", "Nf3"},
		{startFEN, "e2e4", "e4"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
		{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
		{"5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O+"},
		{"4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1h1", "O-O"},
		{"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"},
		{"R7/8/8/4k3/8/8/4K3/R7 w - - 0 1", "a1a4", "R1a4"},
		{"4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1", "c3e2", "Nc3e2"},
		{"4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1", "g3e2", "Nge2"},
		{"4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1", "c1e2", "N1e2"},
		{"4k3/8/8/8/1b6/2N3N1/8/4K3 w - - 0 1", "g3e2", "Ne2"}, // the knight on c3 is pinned
		{"4k3/8/8/3p4/8/2N3N1/8/4K3 w - - 0 1", "c3d5", "Nxd5"},
		{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1c1", "Kc1"},
		{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "O-O-O"},
	} {
		p := position(t, c.fen)
		m, err := p.Decode(c.code)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		if got := (san{}).Write(p, m); got != c.want {
			t.Errorf("%s %s is written %s, want %s", c.fen, c.code, got, c.want)
		}
	}
}

// TestSANRead checks rule chess 7.3: which move texts SAN accepts and which it refuses.
func TestSANRead(t *testing.T) {
	const (
		castle  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		promote = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
		knights = "4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1"
		passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
		bishop  = "4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1"
	)
	for _, c := range []struct{ fen, texts, want string }{
		{startFEN, "e4|e2e4|e2-e4|Pe4|pe2e4|e4!?|e4+|e4!!#| e4 ", "e2e4"},
		{startFEN, "Nf3|nf3|Ngf3|Ng1f3|Ng1-f3|N1f3|g1f3|Nf3!|Nxf3", "g1f3"},
		{castle, "O-O|0-0|o-o|O-O+|0-0!|e1g1|e1h1|Ke1-g1|OO", "e1g1"},
		{castle, "O-O-O|0-0-0|o-o-o|e1c1|O–O–O", "e1c1"},
		{strings.Replace(castle, "KQkq", "HAha", 1), "O-O|0-0|e1g1|e1h1", "e1h1"},
		{promote, "a8=Q|a8Q|a8q|a8=q+|a7a8Q|a7a8q|a7-a8=Q|a8(Q)|a8/Q", "a7a8q"},
		{promote, "axb8=N|ab8N|a:b8n|a7xb8=N|a7b8n|axb8N!", "a7b8n"},
		{knights, "Nc3e2|Nc3-e2|c3e2", "c3e2"},
		{knights, "Nge2|Ng3e2", "g3e2"},
		{passant, "exd6|ed6|exd6 e.p.|exd6e.p.|e5xd6ep|e5d6", "e5d6"},
		{bishop, "bxc4|bc4|b3c4", "b3c4"},
		{bishop, "Bxc4|Bc4|e2c4", "e2c4"},
	} {
		p := position(t, c.fen)
		for text := range strings.SplitSeq(c.texts, "|") {
			m, err := san{}.Read(p, text)
			if err != nil || encode(m) != c.want {
				t.Errorf("%s: %q is read as %s, %v; want %s", c.fen, text, encode(m), err, c.want)
			}
		}
	}
	for _, c := range []struct{ fen, text, code, says string }{
		{startFEN, "e5", game.IllegalMove, "e5"},
		{startFEN, "Ke2", game.IllegalMove, "Ke2"},
		{startFEN, "O-O", game.IllegalMove, "O-O"},
		{startFEN, "", game.BadMove, ""},
		{startFEN, "hello", game.BadMove, "hello"},
		{startFEN, "e9", game.BadMove, "e9"},
		{startFEN, "Ngg1f3", game.BadMove, ""},
		{promote, "a8", game.BadMove, "promotion piece"},
		{promote, "a7a8", game.BadMove, "promotion piece"},
		{promote, "a8=K", game.BadMove, ""},
		{knights, "Ne2", game.BadMove, "could be"},
		{castle, "Kg1", game.IllegalMove, ""},
	} {
		m, err := san{}.Read(position(t, c.fen), c.text)
		var e *game.Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(e.Text, c.says) {
			t.Errorf("%s: %q is read as %s, %v; want %s about %q", c.fen, c.text, encode(m), err, c.code, c.says)
		}
	}
}

// TestSANRoundTrip checks the SAN of every move in random games: the text is unambiguous and as
// short as possible, and reading it returns the same move.
func TestSANRoundTrip(t *testing.T) {
	visit(t, 60, 80, func(b *Board) {
		p := &Position{*b}
		if p.Outcome().Over() {
			return
		}
		seen := map[string]bool{}
		for _, m := range p.Legal() {
			text := san{}.Write(p, m)
			if seen[text] {
				t.Fatalf("%s: %s stands for two moves", p, text)
			}
			seen[text] = true
			if got, err := (san{}).Read(p, text); err != nil || got != m {
				t.Fatalf("%s: %s is read as %s, %v", p, text, encode(got), err)
			}
			next := p.Play(m)
			mate := next.Outcome().Why == game.Checkmate
			check := game.MarksOf(next) != nil
			if strings.HasSuffix(text, "#") != mate || strings.HasSuffix(text, "+") != (check && !mate) {
				t.Fatalf("%s: %s has the wrong sign", p, text)
			}
		}
	})
}

func FuzzSAN(f *testing.F) {
	for i, text := range []string{"e4", "Nf3", "O-O", "0-0-0", "exd6 e.p.", "a8=Q+", "R1a4", "e7e8Q", "Kxe2!?", "Ng1-f3", "bxc4"} {
		f.Add(byte(i), text)
	}
	f.Fuzz(func(t *testing.T, start byte, text string) {
		p := position(t, starts[int(start)%len(starts)])
		m, err := san{}.Read(p, text)
		if err != nil {
			if utf8.ValidString(text) && !strings.Contains(err.Error(), text) {
				t.Fatalf("the error %q does not name %q", err, text)
			}
			return
		}
		if got, err := (san{}).Read(p, san{}.Write(p, m)); err != nil || got != m {
			t.Fatalf("%s: %q is %s, but that is read as %s, %v", p, text, san{}.Write(p, m), encode(got), err)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for i, code := range []string{"e2e4", "e1g1", "e1h1", "a7a8q", "b7b8N", "e5d6", "e1c1"} {
		f.Add(byte(i), code)
	}
	f.Fuzz(func(t *testing.T, start byte, code string) {
		p := position(t, starts[int(start)%len(starts)])
		m, err := p.Decode(code)
		if err != nil {
			return
		}
		if got, err := p.Decode(p.Encode(m)); err != nil || got != m {
			t.Fatalf("%s: %q is %s, but that is read as %s, %v", p, code, p.Encode(m), p.Encode(got), err)
		}
		if n, err := (uci{}).Read(p, " "+code+"\n"); err != nil || n != m {
			t.Fatalf("%q: the notation reads %s, %v", code, p.Encode(n), err)
		}
	})
}
