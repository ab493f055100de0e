package xiangqi

import (
	"slices"
	"testing"

	"kydai/game"
)

func FuzzPosition(f *testing.F) {
	for _, s := range []string{
		"", Start, "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
		"3rk4/3c5/4R4/9/9/9/9/9/9/3KC4 b - - 12 40", "9/9/9 w", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 1 1 1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Rules{}.New(game.Setup{Start: text})
		if err != nil {
			return
		}
		again, err := Rules{}.New(game.Setup{Start: p.String()})
		if err != nil || again.String() != p.String() || again.Key() != p.Key() {
			t.Fatalf("%q -> %q -> %v, %v", text, p, again, err)
		}
		agree(t, p.(*Position).Board())
		for _, m := range p.Legal() {
			if next := p.Play(m); next.Key() == p.Key() {
				t.Fatalf("%s: %s leaves the key as it was", p, p.Encode(m))
			}
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"h2e2", "H2-E2", "a10a9", "h2e2c", "", "h2-"} {
		f.Add(s)
	}
	p := start(f)
	legal := p.Legal()
	f.Fuzz(func(t *testing.T, code string) {
		if m, err := p.Decode(code); err == nil && !slices.Contains(legal, m) {
			t.Fatalf("%q is read as %s", code, Code(m))
		}
		if ten, ok := FromTen(code); ok {
			if back, ok := ToTen(ten); !ok || back != code {
				t.Fatalf("%q -> %q -> %q", code, ten, back)
			}
		}
	})
}

func FuzzNotation(f *testing.F) {
	for _, s := range []string{"C2=5", "H2.3", "c+=5", "-C=5", "15=6", "H2-E2", "Tg5.1", "Bt6-5", "B26-5", "Xs-2", "−", "g5+1"} {
		f.Add(s, uint8(0))
		f.Add(s, uint8(1))
	}
	var positions []*Position
	for _, fen := range []string{
		Start, "5k3/9/3P5/3P1P1P1/5P3/9/9/9/9/4K4 w", "3k5/9/9/4C4/9/4C4/9/N8/9/N3K4 w", "3k1r3/9/5r3/9/9/2p6/9/9/2p6/4K4 b",
	} {
		positions = append(positions, position(f, fen))
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		p := positions[int(which)%len(positions)]
		for _, n := range (Rules{}).Notations() {
			m, err := n.Read(p, text)
			if err != nil {
				continue
			}
			if back, err := n.Read(p, n.Write(p, m)); err != nil || back != m {
				t.Fatalf("%s: %q is %s, written %s, read %s, %v", n.Name(), text, Code(m), n.Write(p, m), Code(back), err)
			}
		}
	})
}
