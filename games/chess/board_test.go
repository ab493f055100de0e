package chess

import (
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"testing"

	"kydai/game"
)

// starts lists start positions for random games. They allow moves, such as promotions and en
// passant captures, that random games from the normal start seldom reach.
var starts = []string{
	startFEN, kiwiFEN,
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
	"r1q1k2r/8/2n5/1B6/4r3/8/8/R3K2R w KQkq - 0 1",
	"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
	"qbbnrkrn/pppppppp/8/8/8/8/PPPPPPPP/QBBNRKRN w GEge - 0 1",
	"rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
	"6k1/8/8/8/4q3/8/8/qRK4R w HB - 0 1",
	"QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/8/8/K7 w - - 0 1",
}

func newBoard(tb testing.TB, fen string) Board {
	tb.Helper()
	b, err := NewBoard(fen)
	if err != nil {
		tb.Fatalf("%s: %v", fen, err)
	}
	return b
}

// visit plays random games and calls the function look for every position. The games start from the
// positions in starts and from random Chess960 positions.
func visit(t *testing.T, games, plies int, look func(b *Board)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, uint64(games)))
	for g := range games {
		fen := startPosition(rng.IntN(960))
		if g%2 == 0 {
			fen = starts[g/2%len(starts)]
		}
		b := newBoard(t, fen)
		for range plies {
			look(&b)
			moves := b.Legal(nil)
			if len(moves) == 0 {
				break
			}
			b.Do(moves[rng.IntN(len(moves))])
		}
	}
}

func codes(moves []game.Move) []string {
	var out []string
	for _, m := range moves {
		out = append(out, encode(m))
	}
	sort.Strings(out)
	return out
}

// TestGeneratorsAgree checks the sections 2 to 4 of games/chess/rules.md: the three move generators
// of Board must agree with a slow, simple generator that shares no code with them.
func TestGeneratorsAgree(t *testing.T) {
	castled, passed := 0, 0
	visit(t, 240, 120, func(b *Board) {
		legal := b.Legal(nil)
		if want := newNaive(b.FEN(), b.Chess960()).legal(); !slices.Equal(codes(legal), want) {
			t.Fatalf("%s\n got %v\nwant %v", b.FEN(), codes(legal), want)
		}
		if n := b.Count(); n != len(legal) {
			t.Fatalf("%s: Count %d, Legal %d", b.FEN(), n, len(legal))
		}
		var noisy []game.Move
		for _, m := range legal {
			if m.Taken() != 0 || m.Arg() >= ToKnight && m.Arg() <= ToQueen {
				noisy = append(noisy, m)
			}
			if castles(m) {
				castled++
			}
			if m.Arg() == EnPassant {
				passed++
			}
		}
		if got := b.Noisy(nil); !slices.Equal(got, noisy) {
			t.Fatalf("%s: Noisy %v, want %v", b.FEN(), codes(got), codes(noisy))
		}
	})
	if castled < 100 || passed < 20 {
		t.Errorf("the walk met %d castlings and %d captures en passant: too few to mean much", castled, passed)
	}
}

// TestMoveFacts checks rule 7.4 of games/chess/rules.md: the data in each Move, such as the moved
// and the captured piece, must agree with the board.
func TestMoveFacts(t *testing.T) {
	visit(t, 60, 100, func(b *Board) {
		for _, m := range b.Legal(nil) {
			if b.Kind(m.From()) != m.Piece() {
				t.Fatalf("%s %s: piece %d", b.FEN(), encode(m), m.Piece())
			}
			want := b.Kind(m.To())
			if castles(m) {
				want = 0
			} else if m.Arg() == EnPassant {
				want = Pawn
			}
			if m.Taken() != want {
				t.Fatalf("%s %s: taken %d, want %d", b.FEN(), encode(m), m.Taken(), want)
			}
			double := m.Piece() == Pawn && (m.To()-m.From() == 16 || m.From()-m.To() == 16)
			if double != (m.Arg() == DoublePush) {
				t.Fatalf("%s %s: arg %d", b.FEN(), encode(m), m.Arg())
			}
		}
	})
}

func TestUndoRestoresAll(t *testing.T) {
	visit(t, 120, 100, func(b *Board) {
		before := *b
		for _, m := range b.Legal(nil) {
			u := b.Do(m)
			consistent(t, b)
			b.Undo(m, u)
			if *b != before {
				t.Fatalf("%s: undoing %s leaves %s", before.FEN(), encode(m), b.FEN())
			}
		}
		if !b.InCheck() {
			u := b.DoPass()
			consistent(t, b)
			b.UndoPass(u)
			if *b != before {
				t.Fatalf("%s: undoing a pass leaves %s", before.FEN(), b.FEN())
			}
		}
	})
}

// consistent checks that the data that Board stores in several forms agree. The key must equal the
// key of the same position parsed from its FEN text.
func consistent(t *testing.T, b *Board) {
	t.Helper()
	var kinds [8]uint64
	for sq, kind := range b.squares {
		if kind != 0 {
			kinds[kind] |= 1 << sq
		}
	}
	all := uint64(0)
	for _, set := range kinds {
		all |= set
	}
	if kinds != b.kinds || b.sides[0]&b.sides[1] != 0 || b.sides[0]|b.sides[1] != all {
		t.Fatalf("the board %s is not one board", b.FEN())
	}
	if b.key != b.scratchKey() {
		t.Fatalf("%s: the key has drifted", b.FEN())
	}
	again, err := NewBoard(b.FEN())
	if err != nil {
		t.Fatalf("%s: %v", b.FEN(), err)
	}
	if again.key != b.key || again.FEN() != b.FEN() {
		t.Fatalf("%s is read as %s", b.FEN(), again.FEN())
	}
}

func TestNoAllocation(t *testing.T) {
	for _, fen := range starts {
		b := newBoard(t, fen)
		buf := make([]game.Move, 0, MaxMoves)
		allocs := testing.AllocsPerRun(20, func() {
			for _, m := range b.Legal(buf[:0]) {
				u := b.Do(m)
				_ = b.Count()
				_ = b.InCheck()
				b.Undo(m, u)
			}
			_ = b.Noisy(buf[:0])
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", fen, allocs)
		}
	}
}

// TestStartPositions checks rule chess 1.2: known Chess960 start positions have the right numbers,
// and all 960 positions are different.
func TestStartPositions(t *testing.T) {
	for n, row := range map[int]string{
		518: "rnbqkbnr", 0: "bbqnnrkr", 1: "bqnbnrkr", 77: "nnrbkqbr", 309: "nqbbrkrn", 702: "rqknnbbr", 959: "rkrnnqbb",
	} {
		if got := startPosition(n)[:8]; got != row {
			t.Errorf("position %d starts %s, want %s", n, got, row)
		}
	}
	seen := map[string]bool{}
	for n := range 960 {
		p := setUp(t, game.Setup{Options: map[string]string{"variant": "chess960", "position": strconv.Itoa(n)}})
		seen[p.String()] = true
		b := p.Board()
		if b.rights != whiteRights|blackRights || !b.Chess960() {
			t.Errorf("position %d: rights %d", n, b.rights)
		}
	}
	if len(seen) != 960 {
		t.Errorf("%d different starts", len(seen))
	}
}
