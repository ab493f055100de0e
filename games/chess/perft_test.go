package chess

import (
	"testing"

	"kydai/game"
	"kydai/game/gametest"
)

const (
	startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	kiwiFEN  = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
)

var perftFiles = []string{"testdata/chess.perft", "testdata/chess960.perft"}

func TestPerft(t *testing.T) {
	for _, file := range perftFiles {
		gametest.PerftFile(t, file, 5, func(epd string, depth int) (uint64, error) {
			b, err := NewBoard(epd)
			if err != nil {
				return 0, err
			}
			before := b
			n := Perft(&b, depth)
			if b != before {
				t.Errorf("perft changed %s", epd)
			}
			return n, nil
		})
	}
}

// plainPerft counts the same move sequences as Perft, but also plays the last move of each
// sequence.
func plainPerft(b *Board, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for _, m := range b.Legal(make([]game.Move, 0, MaxMoves)) {
		u := b.Do(m)
		n += plainPerft(b, depth-1)
		b.Undo(m, u)
	}
	return n
}

// small wraps a slow perft function: for depths above limit, it uses Perft instead.
func small(limit int, perft func(epd string, depth int) (uint64, error)) func(string, int) (uint64, error) {
	return func(epd string, depth int) (uint64, error) {
		if depth > limit {
			b, err := NewBoard(epd)
			return Perft(&b, depth), err
		}
		return perft(epd, depth)
	}
}

func TestPerftWithoutBulk(t *testing.T) {
	for _, file := range perftFiles {
		gametest.PerftFile(t, file, 4, small(4, func(epd string, depth int) (uint64, error) {
			b, err := NewBoard(epd)
			if err != nil {
				return 0, err
			}
			return plainPerft(&b, depth), nil
		}))
	}
}

func TestPerftOfPosition(t *testing.T) {
	for _, file := range perftFiles {
		gametest.PerftFile(t, file, 3, small(3, func(epd string, depth int) (uint64, error) {
			p := position(t, epd)
			plain := gametest.Perft(p, depth)
			if bulk := p.Perft(depth); bulk != plain {
				t.Errorf("%s: %d in bulk, %d one by one", epd, bulk, plain)
			}
			return plain, nil
		}))
	}
}

func benchPerft(b *testing.B, fen string, depth int, want uint64) {
	b.Helper()
	board := newBoard(b, fen)
	for b.Loop() {
		if n := Perft(&board, depth); n != want {
			b.Fatalf("perft %d = %d, want %d", depth, n, want)
		}
	}
	b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}

func BenchmarkPerftStart(b *testing.B) { benchPerft(b, startFEN, 6, 119060324) }

func BenchmarkPerftKiwipete(b *testing.B) { benchPerft(b, kiwiFEN, 5, 193690690) }

func BenchmarkLegal(b *testing.B) {
	board := newBoard(b, kiwiFEN)
	buf := make([]game.Move, 0, MaxMoves)
	for b.Loop() {
		buf = board.Legal(buf[:0])
	}
}
