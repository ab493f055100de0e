package xiangqi

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"kydai/game"
)

func TestWXF(t *testing.T) {
	const (
		three   = "rnbakabnr/9/1c5c1/p1p1P1p1p/4P4/9/P3P3P/1C5C1/9/RNBAKABNR w"
		twice   = "5k3/9/3P5/3P1P1P1/5P3/9/9/9/9/4K4 w"
		tandem  = "3k5/9/9/4C4/9/4C4/9/N8/9/N3K4 w"
		blacks  = "3k1r3/9/5r3/9/9/2p6/9/9/2p6/4K4 b"
		five    = "3k5/P8/P8/P8/P8/P8/9/9/9/4K4 w"
		advised = "3k5/9/9/p8/9/2B6/9/3A5/9/2BAK4 w"
	)
	for _, c := range []struct{ rule, fen, code, want string }{
		{"6.2", Start, "h2e2", "C2=5"},
		{"6.2", Start, "h0g2", "H2+3"},
		{"6.2", Start, "i0i1", "R1+1"},
		{"6.2", Start, "b2b9", "C8+7"},
		{"6.2", Start, "e3e4", "P5+1"},
		{"6.2", Start, "c0e2", "E7+5"},
		{"6.2", Start, "d0e1", "A6+5"},
		{"6.2", Start, "e0e1", "K5+1"},
		{"6.2", strings.Replace(Start, " w ", " b ", 1), "h9g7", "H8+7"},
		{"6.2", strings.Replace(Start, " w ", " b ", 1), "h7e7", "C8=5"},
		{"6.2", strings.Replace(Start, " w ", " b ", 1), "h7h8", "C8-1"},
		{"6.2", strings.Replace(Start, " w ", " b ", 1), "a6a5", "P1+1"},
		{"6.3", tandem, "e6b6", "C+=8"},
		{"6.3", tandem, "e4e3", "C--1"},
		{"6.3", tandem, "a2b4", "H++8"},
		{"6.3", tandem, "a0c1", "H-+7"},
		{"6.3", blacks, "f7f6", "R++1"},
		{"6.3", blacks, "f9e9", "R-=5"},
		{"6.3", blacks, "c1b1", "P+=2"},
		{"6.3", blacks, "c4b4", "P-=2"},
		{"6.3", advised, "d2e1", "A6-5"},
		{"6.3", advised, "d0e1", "A6+5"},
		{"6.3", advised, "c4e2", "E7-5"},
		{"6.3", advised, "c0e2", "E7+5"},
		{"6.4", three, "e6d6", "15=6"},
		{"6.4", three, "e5d5", "25=6"},
		{"6.4", three, "e3e4", "35+1"},
		{"6.4", three, "a3a4", "P9+1"},
		{"6.4", twice, "d6e6", "26=5"},
		{"6.4", twice, "f5e5", "24=5"},
		{"6.4", twice, "d7d8", "16+1"},
		{"6.4", twice, "h6h7", "P2+1"},
		{"6.4", five, "a8b8", "19=8"},
		{"6.4", five, "a6b6", "39=8"},
		{"6.4", five, "a4a5", ""}, // illegal: an own soldier is on the target
	} {
		checkWritten(t, WXF, c.rule, c.fen, c.code, c.want)
	}
}

func TestVietnamese(t *testing.T) {
	for _, c := range []struct{ rule, fen, code, want string }{
		{"6.6", Start, "h2e2", "P2-5"},
		{"6.6", Start, "b2b1", "P8/1"},
		{"6.6", Start, "b0c2", "M8.7"},
		{"6.6", Start, "e0e1", "Tg5.1"},
		{"6.6", Start, "c0e2", "T7.5"},
		{"6.6", Start, "d0e1", "S6.5"},
		{"6.6", Start, "e3e4", "B5.1"},
		{"6.6", "3k1r3/9/5r3/9/9/9/9/9/9/4K4 b", "f9e9", "Xs-5"},
		{"6.6", "3k1r3/9/5r3/9/9/9/9/9/9/4K4 b", "f7f5", "Xt.2"},
		{"6.6", "3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w", "e7d7", "Bg-6"},
		{"6.6", "5k3/9/3P5/3P1P1P1/5P3/9/9/9/9/4K4 w", "d7c7", "Bt6-7"},
		{"6.6", "3k5/P8/P8/P8/P8/P8/9/9/9/4K4 w", "a7b7", "B29-8"},
	} {
		checkWritten(t, Vietnamese, c.rule, c.fen, c.code, c.want)
	}
}

func TestChinese(t *testing.T) {
	const (
		pair  = "3k1r3/9/5r3/9/9/9/9/9/9/4K4 b"
		three = "3k5/4P4/4P4/4P4/9/9/9/9/9/4K4 w"
		twice = "5k3/9/3P5/3P1P1P1/5P3/9/9/9/9/4K4 w"
		five  = "3k5/P8/P8/P8/P8/P8/9/9/9/4K4 w"
	)
	black := strings.Replace(Start, " w ", " b ", 1)
	for _, c := range []struct{ rule, fen, code, plain, full string }{
		{"6.8", Start, "h2e2", "炮二平五", "炮二平五"},
		{"6.8", Start, "b0c2", "马八进七", "馬八進七"},
		{"6.8", Start, "e0e1", "帅五进一", "帥五進一"},
		{"6.8", Start, "d0e1", "仕六进五", "仕六進五"},
		{"6.8", black, "h9g7", "马8进7", "馬8進7"},
		{"6.8", black, "h7h8", "炮8退1", "砲8退1"},
		{"6.8", black, "a6a5", "卒1进1", "卒1進1"},
		{"6.8", black, "c9e7", "象3进5", "象3進5"},
		{"6.8", pair, "f9e9", "后车平5", "後車平5"},
		{"6.8", pair, "f7f5", "前车进2", "前車進2"},
		{"6.8", three, "e7d7", "中兵平六", "中兵平六"},
		{"6.8", three, "e6d6", "后兵平六", "後兵平六"},
		{"6.8", twice, "d7c7", "前六平七", "前六平七"},
		{"6.8", twice, "f5e5", "后四平五", "後四平五"},
		{"6.8", five, "a8b8", "前兵平八", "前兵平八"},
		{"6.8", five, "a7b7", "二兵平八", "二兵平八"},
		{"6.8", five, "a4b4", "" /* not over the river */, ""},
		{"6.8", five, "a5b5", "四兵平八", "四兵平八"},
		{"6.8", "3k5/P8/P8/P8/P8/9/9/9/9/4K4 w", "a5b5", "四兵平八", "四兵平八"},
	} {
		checkWritten(t, Chinese, c.rule, c.fen, c.code, c.plain)
		checkWritten(t, Traditional, c.rule, c.fen, c.code, c.full)
	}
}

func checkWritten(t *testing.T, n game.Notation, rule, fen, code, want string) {
	t.Helper()
	p := position(t, fen)
	m, err := p.Decode(code)
	if err != nil {
		if want != "" {
			t.Errorf("rule %s: %v", rule, err)
		}
		return
	}
	if got := n.Write(p, m); got != want {
		t.Errorf("rule %s: %s in %s is written %s, want %s", rule, code, fen, got, want)
	}
	if back, err := n.Read(p, want); back != m || err != nil {
		t.Errorf("rule %s: %s in %s is read as %s, %v", rule, want, fen, Code(back), err)
	}
}

// TestSloppyReading checks rules 6.2 to 6.7: unusual move texts that must be accepted, and texts
// that must be refused.
func TestSloppyReading(t *testing.T) {
	const tandem = "3k5/9/9/4C4/9/4C4/9/N8/9/N3K4 w"
	black := strings.Replace(Start, " w ", " b ", 1)
	for _, c := range []struct {
		n               game.Notation
		fen, text, want string // want: a code of a move or of an error
	}{
		{WXF, Start, "C2.5", "h2e2"},
		{WXF, Start, " c2=5 ", "h2e2"},
		{WXF, Start, "N2+3", "h0g2"},
		{WXF, Start, "B7+5", "c0e2"},
		{WXF, Start, "S5+1", "e3e4"},
		{WXF, Start, "G5+1", "e0e1"},
		{WXF, Start, "g6+5", "d0e1"},
		{WXF, Start, "C8−1", "b2b1"},
		{WXF, Start, "H2-E2", "h2e2"},
		{WXF, Start, "h2e2", "h2e2"},
		{WXF, black, "h8+7", "h9g7"},
		{WXF, tandem, "+C=8", "e6b6"},
		{Chinese, Start, "砲二平五", "h2e2"},
		{Chinese, Start, "包2平5", "h2e2"},
		{Chinese, Start, "炮２平５", "h2e2"},
		{Chinese, Start, "傌二進三", "h0g2"},
		{Chinese, black, "馬８进7", "h9g7"},
		{Chinese, black, "兵一进一", "a6a5"},
		{Chinese, Start, "H2-E2", "h2e2"},
		{Chinese, tandem, "前炮平八", "e6b6"},
		{Chinese, tandem, "炮五进三", "e6e9"},
		{Chinese, tandem, "炮五平八", game.BadMove},
		{Chinese, Start, "炮二平", game.BadMove},
		{Chinese, Start, "炮二飞五", game.BadMove},
		{Chinese, Start, "炮三平五", game.IllegalMove},
		{Chinese, Start, "二炮平五", game.BadMove},
		{Vietnamese, Start, "Pháo 2 bình 5", "h2e2"},
		{Vietnamese, Start, "pháo 8 thoái 1", "b2b1"},
		{Vietnamese, Start, "Mã 8 tiến 7", "b0c2"},
		{Vietnamese, Start, "Tướng 5 tiến 1", "e0e1"},
		{Vietnamese, Start, "Tượng 7 tấn 5", "c0e2"},
		{Vietnamese, Start, "Binh 5 tiến 1", "e3e4"},
		{Vietnamese, Start, "CHỐT 5 TIẾN 1", "e3e4"},
		{Vietnamese, tandem, "Pháo trước bình 8", "e6b6"},
		{Vietnamese, tandem, "Mã sau tiến 7", "a0c1"},
		{WXF, tandem, "C5+3", "e6e9"}, // only the front cannon can move like this: rule 6.5
		{WXF, tandem, "C5=8", game.BadMove},
		{WXF, tandem, "H9+8", game.BadMove},
		{WXF, Start, "C2=2", game.IllegalMove},
		{WXF, Start, "C+=5", game.IllegalMove},
		{WXF, Start, "15+1", game.IllegalMove},
		{WXF, Start, "65+1", game.BadMove},
		{WXF, Start, "C2=0", game.BadMove},
		{WXF, Start, "C2=55", game.BadMove},
		{WXF, Start, "Q2=5", game.BadMove},
		{WXF, Start, "C2", game.BadMove},
		{WXF, Start, "炮二平五", game.BadMove},
		{WXF, Start, "", game.BadMove},
		{Vietnamese, Start, "p2-5", "h2e2"},
		{Vietnamese, Start, "V7.5", "c0e2"},
		{Vietnamese, Start, "c5.1", "e3e4"},
		{Vietnamese, Start, "TG5.1", "e0e1"},
		{Vietnamese, Start, "h2e2", "h2e2"},
		{Vietnamese, Start, "Q2-5", game.BadMove},
		{Vietnamese, Start, "P-5", game.BadMove},
		{Vietnamese, Start, "Pt-5", game.IllegalMove},
		{ICCS, Start, "h2-e2", "h2e2"},
		{ICCS, Start, "C2=5", game.BadMove},
		{UCI, Start, " h2e2\n", "h2e2"},
	} {
		m, err := c.n.Read(position(t, c.fen), c.text)
		got := ""
		var coded *game.Error
		if errors.As(err, &coded) {
			got = coded.Code
		} else if err == nil {
			got = Code(m)
		}
		if got != c.want {
			t.Errorf("%s: %q is read as %s, %v; want %s", c.n.Name(), c.text, got, err, c.want)
		}
	}
	p := start(t)
	if m, _ := p.Decode("h2e2"); ICCS.Write(p, m) != "H2-E2" || UCI.Write(p, m) != "h2e2" {
		t.Error("rule 6.7: points are written wrongly")
	}
}

// soldiers returns a random position with many soldiers on a few files.
func soldiers(rng *rand.Rand) *Position {
	for {
		p := &Position{turn: game.First + game.Side(rng.IntN(2)), number: 1}
		p.cells[4], p.cells[84+2*rng.IntN(2)] = NewPiece(King, game.First), NewPiece(King, game.Second)
		files := []int{rng.IntN(9), rng.IntN(9), rng.IntN(9)}
		for _, s := range []game.Side{game.First, game.Second} {
			for n, try := 0, 0; n < 5 && try < 20; try++ {
				sq := rng.IntN(10)*9 + files[rng.IntN(1+rng.IntN(3))]
				if p.cells[sq] == 0 && belongs(Soldier, s.Index(), sq) {
					p.cells[sq] = NewPiece(Soldier, s)
					n++
				}
			}
			for k := Horse; k <= Cannon; k++ {
				for range 2 {
					if sq := rng.IntN(10)*9 + files[0]; p.cells[sq] == 0 {
						p.cells[sq] = NewPiece(k, s)
					}
				}
			}
		}
		if q, err := (Rules{}).New(game.Setup{Start: p.String()}); err == nil {
			return q.(*Position)
		}
	}
}

func TestNotationsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	crowded := 0
	for i := range 600 {
		p := soldiers(rng)
		if i%3 == 0 {
			p = position(t, diagram(scatter(rng, false)))
		}
		for _, n := range (Rules{}).Notations() {
			seen := map[string]game.Move{}
			for _, m := range p.Legal() {
				text := n.Write(p, m)
				if other, dup := seen[text]; dup {
					t.Fatalf("%s in %s: %s and %s are both %s", n.Name(), p, Code(m), Code(other), text)
				}
				seen[text] = m
				back, err := n.Read(p, text)
				if err != nil || back != m {
					t.Fatalf("%s in %s: %s is written %s and read as %s, %v", n.Name(), p, Code(m), text, Code(back), err)
				}
				if (n == WXF || n == Vietnamese) && len(text) == 5 && text[2] == '-' && text[3] > '9' {
					t.Fatalf("%s in %s: %s has no name but its points", n.Name(), p, text)
				}
				if n == WXF && text[0] <= '9' {
					crowded++
				}
				if strings.ToUpper(text) != text && n == WXF {
					t.Fatalf("%s is not in upper case", text)
				}
			}
		}
	}
	if crowded < 500 {
		t.Errorf("only %d moves of crowded soldiers", crowded)
	}
}

// TestFreePiecesAreWritten checks that every legal move in positions with free advisers and
// elephants can be written. Some moves can only be written as two points.
func TestFreePiecesAreWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 500 {
		b := scatter(rng, true)
		p := freeScene{Position: start(t)}
		copy(p.scene.Cells[:], b.cells[:Points])
		p.scene.Legal = b.Legal(nil)
		for _, n := range []game.Notation{WXF, Vietnamese} {
			for _, m := range p.scene.Legal {
				text := n.Write(p, m)
				if strings.Contains(text, "-") && len(text) == 5 && text[3] > '9' {
					continue
				}
				if back, err := n.Read(p, text); err != nil || back != m {
					t.Fatalf("%s in %s: %s is written %s and read as %s, %v", n.Name(), diagram(b), Code(m), text, Code(back), err)
				}
			}
		}
	}
}

type freeScene struct {
	game.Position
	scene Scene
}

func (f freeScene) Scene() Scene { return f.scene }

func BenchmarkReadWXF(b *testing.B) {
	p := start(b)
	for b.Loop() {
		if _, err := WXF.Read(p, "C2=5"); err != nil {
			b.Fatal(err)
		}
	}
}
