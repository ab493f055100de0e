package chess

import "testing"

func TestFigurine(t *testing.T) {
	for _, c := range []struct{ fen, code, want, other string }{
		{startFEN, "g1f3", "♘f3", "♞f3"},
		{startFEN, "e2e4", "e4", "♟\ufe0fe4"},
		{"8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=♘", "a8=N"},
		{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=♕+", "a7b8♛"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O", "0-0-0"},
		{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1c1", "♔c1", "♚c1"},
		{"4k3/8/8/3p4/2B5/8/8/4K3 w - - 0 1", "c4d5", "♗xd5", "Bd5"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "♖a8#", "♖a1-a8"},
	} {
		p := position(t, c.fen)
		m, err := p.Decode(c.code)
		if err != nil {
			t.Fatal(err)
		}
		if got := (figurine{}).Write(p, m); got != c.want {
			t.Errorf("%s %s is written %s, want %s", c.fen, c.code, got, c.want)
		}
		for _, text := range []string{c.want, c.other} {
			if got, err := (figurine{}).Read(p, text); err != nil || got != m {
				t.Errorf("%s is read as %v, %v, want %s", text, got, err, c.code)
			}
		}
	}
}
