package jieqi

import (
	"math/rand/v2"
	"testing"

	"kydai/game"
)

// TestChinese checks requirement X6, Chinese notation: a face-down piece is written with the name
// of its home piece and a sign, and with its real name after it is turned up. A piece captured face
// down is written only for its capturer.
func TestChinese(t *testing.T) {
	// Red's rook under a0 and red's cannon under b2 are exchanged. A soldier is under black's b9, and
	// another under red's h0.
	l := dealt(t, 0, 8, 16, 25, 6, 14)
	for _, c := range []struct{ code, truth, red, black, full string }{
		{"b2b9", "暗炮八进七（车吃卒）", "暗炮八进七（车吃卒）", "暗炮八进七（车）", "暗炮八進七（車吃卒）"},
		{"h7h0", "暗炮8进7（炮吃兵）", "暗炮8进7（炮）", "暗炮8进7（炮吃兵）", "暗砲8進7（砲吃兵）"},
		{"b9a9", "车八平九（吃车）", "车八平九（吃车）", "车八平九", "車八平九（吃車）"},
		{"h0h1", "炮8退1", "炮8退1", "炮8退1", "砲8退1"},
		{"e0e1", "帅五进一", "帅五进一", "帅五进一", "帥五進一"},
		{"a6a5", "暗卒1进1（马）", "暗卒1进1（马）", "暗卒1进1（马）", "暗卒1進1（馬）"},
		{"c0a2", "暗相七进九（相）", "暗相七进九（相）", "暗相七进九（相）", "暗相七進九（相）"},
		{"c9a7", "暗象3进1（象）", "暗象3进1（象）", "暗象3进1（象）", "暗象3進1（象）"},
	} {
		if err := l.Play(c.code); err != nil {
			t.Fatal(c.code, err)
		}
		ply := l.Ply() - 1
		for s, want := range map[game.Side]string{game.First: c.red, game.Second: c.black} {
			v := l.View(s)
			if got := simplified.Write(v.At(ply), v.Move(ply)); got != want {
				t.Errorf("%s is written %s for %s, want %s", c.code, got, s, want)
			}
		}
		if got := simplified.Write(l.At(ply), l.Move(ply)); got != c.truth {
			t.Errorf("%s is written %s, want %s", c.code, got, c.truth)
		}
		if got := traditional.Write(l.At(ply), l.Move(ply)); got != c.full {
			t.Errorf("%s is written %s, want %s", c.code, got, c.full)
		}
	}
}

// TestChineseOnOneFile checks the names of pieces that move alike and stand on one file, face down
// or face up.
func TestChineseOnOneFile(t *testing.T) {
	const (
		tandem = "3k5/9/9/9/9/7C1/9/7X1/9/5K3 w R1 0 1"
		twice  = "3k5/9/9/9/9/1C5C1/9/1X5X1/9/5K3 w R1A1 0 1"
	)
	for _, c := range []struct{ fen, code, want string }{
		{tandem, "h2e2r", "暗后炮平五（车）"},
		{tandem, "h4e4", "前炮平五"},
		{twice, "h2e2r", "暗后炮二平五（车）"},
		{twice, "b2e2r", "暗后炮八平五（车）"},
		{twice, "h4h5", "前炮二进一"},
		{"3k5/9/9/9/9/P3P4/9/P8/9/5K3 w - 0 1", "a4a5", "前兵进一"},
		{"3k5/9/9/9/4P4/P8/X3X4/9/9/5K3 w P2 0 1", "a4a5", "前九进一"},
		{"3k5/9/9/4A4/9/4A4/9/9/9/5K3 w - 0 1", "e4d5", "后仕进六"},
	} {
		p := at(t, c.fen)
		m, err := p.Decode(c.code)
		if err != nil {
			if c.want != "" {
				t.Errorf("%s in %s: %v", c.code, c.fen, err)
			}
			continue
		}
		if got := simplified.Write(p, m); got != c.want {
			t.Errorf("%s in %s is written %s, want %s", c.code, c.fen, got, c.want)
		}
		if back, err := simplified.Read(p, c.want); err != nil || back != m {
			t.Errorf("%s in %s is read as %s, %v", c.want, c.fen, p.Encode(back), err)
		}
	}
}

// TestChineseAsTyped checks that Read accepts both scripts, half-width brackets, and face-down
// pieces without their sign. A sign on a face-up piece is an error.
func TestChineseAsTyped(t *testing.T) {
	p := mustNew(t, game.Setup{})
	for _, n := range []game.Notation{simplified, traditional} {
		for _, text := range []string{"暗炮二平五", "炮二平五", "暗包2平5", " 暗 砲 二 平 五 ", "炮暗二平五", "h2e2", "H2-E2"} {
			if m, err := n.Read(p, text); err != nil || p.Encode(m) != "h2e2" {
				t.Errorf("%s is read as %s, %v", text, p.Encode(m), err)
			}
		}
		for _, text := range []string{"暗炮二平五（马）", "暗炮二平五(馬)", "炮二平五 （傌）"} {
			if m, err := n.Read(p, text); err != nil || p.Encode(m) != "h2e2n" {
				t.Errorf("%s is read as %s, %v", text, p.Encode(m), err)
			}
		}
		for text, want := range map[string]string{
			"暗炮二平五（帅）": game.IllegalMove, "暗炮二平五（马吃车）": game.IllegalMove, "暗炮二平二": game.IllegalMove,
			"暗二平五": game.BadMove, "暗": game.BadMove, "（马）": game.BadMove, "": game.BadMove,
		} {
			if _, err := n.Read(p, text); code(err) != want {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
		}
	}
	open := at(t, "3k5/9/9/9/9/9/9/9/9/R3K4 w - 0 1")
	if _, err := simplified.Read(open, "车九进一"); err != nil {
		t.Error(err)
	}
	if _, err := simplified.Read(open, "暗车九进一"); code(err) != game.IllegalMove {
		t.Error(err)
	}
	// The capturer's view reads what it captured face down, and also the form without it.
	v := mustNew(t, view(game.First))
	for text, want := range map[string]string{"暗炮八进七（车吃马）": "b2b9r*n", "暗炮八进七（车吃暗马）": "b2b9r*n", "暗炮八进七（车）": "b2b9r"} {
		if m, err := simplified.Read(v, text); err != nil || v.Encode(m) != want {
			t.Errorf("%s is read as %s, %v", text, v.Encode(m), err)
		}
	}
}

// TestNotationsRoundTrip checks every notation, in the true position and in every view during whole
// games: reading the text of a move gives exactly that move.
func TestNotationsRoundTrip(t *testing.T) {
	for _, n := range (Rules{}).Notations() {
		t.Run(n.Name(), func(t *testing.T) { roundTrip(t, n) })
	}
}

func roundTrip(t *testing.T, n game.Notation) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	moves := 0
	for range 6 {
		l, err := game.NewLine(Rules{}, game.Setup{Secret: Rules{}.Deal(r.IntN)})
		if err != nil {
			t.Fatal(err)
		}
		for !l.Outcome().Over() && l.Ply() < 150 {
			for _, p := range []game.Position{l.Position(), l.View(game.First).Position(), l.View(game.NoSide).Position()} {
				seen := map[string]game.Move{}
				for _, m := range p.Legal() {
					for _, w := range game.CompletionsOf(p, m) {
						text := n.Write(p, w.Move)
						if old, twice := seen[text]; twice {
							t.Fatalf("%s is both %s and %s in %s", text, p.Encode(old), p.Encode(w.Move), p)
						}
						seen[text] = w.Move
						if back, err := n.Read(p, text); err != nil || back != w.Move {
							t.Fatalf("%s of %s comes back as %s, %v", text, p.Encode(w.Move), p.Encode(back), err)
						}
						moves++
					}
				}
			}
			legal := l.Legal()
			if err := l.Push(legal[r.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if moves < 50_000 {
		t.Errorf("only %d moves were tried", moves)
	}
}
