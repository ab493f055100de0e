package xiangqi

import (
	"testing"

	"kydai/game"
	"kydai/game/gametest"
)

const perftFile = "testdata/xiangqi.perft"

func TestPerft(t *testing.T) {
	depth := 5
	if testing.Short() {
		depth = 4
	}
	gametest.PerftFile(t, perftFile, depth, func(epd string, depth int) (uint64, error) {
		p, err := Rules{}.New(game.Setup{Start: epd})
		if err != nil {
			return 0, err
		}
		return p.(*Position).Perft(depth), nil
	})
}

func TestPerftThroughTheFrame(t *testing.T) {
	cases, err := gametest.ReadPerftFile(perftFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		p := position(t, c.EPD)
		if n := gametest.Perft(p, 3); n != c.Nodes[3] {
			t.Errorf("%s: %d, want %d", c.ID, n, c.Nodes[3])
		}
	}
}

func TestPerftOfReference(t *testing.T) {
	cases, err := gametest.ReadPerftFile(perftFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		r := refOf(position(t, c.EPD).Board())
		if n := r.perft(2); n != c.Nodes[2] {
			t.Errorf("%s: %d, want %d", c.ID, n, c.Nodes[2])
		}
	}
}

func (r *refBoard) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	total := uint64(0)
	for _, m := range r.legal() {
		next := *r
		next.cells[m.To()/9][m.To()%9], next.cells[m.From()/9][m.From()%9] = r.cells[m.From()/9][m.From()%9], 0
		next.turn = r.turn.Other()
		total += next.perft(depth - 1)
	}
	return total
}

func BenchmarkPerft(b *testing.B) {
	p := position(b, Start)
	for b.Loop() {
		if n := p.Perft(5); n != 133312995 {
			b.Fatal(n)
		}
	}
}

func position(t testing.TB, fen string) *Position {
	t.Helper()
	p, err := Rules{}.New(game.Setup{Start: fen})
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p.(*Position)
}

func start(t testing.TB) *Position { return position(t, "") }
