package jieqi

import (
	"testing"

	"kydai/game"
)

// TestVietnamese checks requirement X6, Vietnamese notation: a face-down piece is written with the
// name of its home piece and a sign, and with its real name after it is turned up. A piece captured
// face down is written only for its capturer.
func TestVietnamese(t *testing.T) {
	l := dealt(t, 0, 8) // red's rook under a0 and red's cannon under b2 are exchanged
	for _, c := range []struct{ code, truth, red, black string }{
		{"b2b9", "Pu8.7(X*M)", "Pu8.7(X*M)", "Pu8.7(X)"},
		{"h7h0", "Pu8.7(P*M)", "Pu8.7(P)", "Pu8.7(P*M)"},
		{"b9a9", "X8-9(*X)", "X8-9(*X)", "X8-9"},
		{"h0h1", "P8/1", "P8/1", "P8/1"},
		{"e0e1", "Tg5.1", "Tg5.1", "Tg5.1"},
	} {
		if err := l.Play(c.code); err != nil {
			t.Fatal(c.code, err)
		}
		for s, want := range map[game.Side]string{game.First: c.red, game.Second: c.black} {
			v := l.View(s)
			if got := (vietnamese{}).Write(v.At(v.Ply()-1), v.Move(v.Ply()-1)); got != want {
				t.Errorf("%s is written %s for %s, want %s", c.code, got, s, want)
			}
		}
		if got := (vietnamese{}).Write(l.At(l.Ply()-1), l.Move(l.Ply()-1)); got != c.truth {
			t.Errorf("%s is written %s, want %s", c.code, got, c.truth)
		}
	}
}

// TestVietnameseAsTyped checks that Read accepts moves in words, and face-down pieces without their
// sign. A sign on a face-up piece is an error.
func TestVietnameseAsTyped(t *testing.T) {
	p := mustNew(t, game.Setup{})
	for _, text := range []string{"Pu2-5", "pu2-5", "P2-5", "Pháo úp 2 bình 5", "Pháo 2 bình 5", "h2e2", "H2-E2"} {
		if m, err := (vietnamese{}).Read(p, text); err != nil || p.Encode(m) != "h2e2" {
			t.Errorf("%s is read as %s, %v", text, p.Encode(m), err)
		}
	}
	if m, err := (vietnamese{}).Read(p, "Pu2-5(M)"); err != nil || p.Encode(m) != "h2e2n" {
		t.Errorf("read as %s, %v", p.Encode(m), err)
	}
	open := at(t, "3k5/9/9/9/9/9/9/9/9/R3K4 w - 0 1")
	if _, err := (vietnamese{}).Read(open, "X9.1"); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"Xu9.1", "Xe úp 9 tiến 1"} {
		if _, err := (vietnamese{}).Read(open, text); code(err) != game.IllegalMove {
			t.Errorf("%s: %v", text, err)
		}
	}
}
