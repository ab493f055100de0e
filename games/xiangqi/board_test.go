package xiangqi

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"kydai/game"
)

// sameBoard reports whether two boards are equal. It ignores the capacity of the history.
func sameBoard(a, b *Board) bool {
	x, y := *a, *b
	x.past, y.past = nil, nil
	return reflect.DeepEqual(x, y) && len(a.past) == len(b.past)
}

// rebuilt returns a new board with the same pieces and the same side to move.
func rebuilt(b *Board) *Board {
	c := NewBoard()
	for sq := range game.Square(Points) {
		c.Put(sq, b.At(sq))
	}
	c.SetTurn(b.Turn())
	c.past = b.past
	return c
}

func TestDoKeepsTheBoardConsistentAndUndoRestoresIt(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 400 {
		b := scatter(rng, i%2 == 1)
		var trail []*Board
		for range 40 {
			moves := b.Legal(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			trail = append(trail, b.Clone())
			switch rng.IntN(8) {
			case 0:
				if b.At(m.From()).Kind() != King {
					b.DoAs(m, Horse+Kind(rng.IntN(6)))
					break
				}
				b.Do(m)
			case 1:
				if !b.InCheck() {
					b.DoPass()
					break
				}
				b.Do(m)
			default:
				b.Do(m)
			}
			if b.Turn() == trail[len(trail)-1].Turn() || b.Depth() != len(trail) {
				t.Fatalf("%s after %s: the turn or the depth is wrong", diagram(b), Code(m))
			}
			if fresh := rebuilt(b); !sameBoard(b, fresh) {
				t.Fatalf("%s after %s: not what its pieces make", diagram(b), Code(m))
			}
		}
		for j := len(trail) - 1; j >= 0; j-- {
			b.Undo()
			if !sameBoard(b, trail[j]) {
				t.Fatalf("%s is not restored: %s", diagram(trail[j]), diagram(b))
			}
		}
	}
}

func TestPutReplacesAndClears(t *testing.T) {
	b := start(t).Board()
	want := b.Clone()
	b.Put(0, NewPiece(Cannon, game.Second))
	b.Put(0, 0)
	if b.At(0) != 0 || b.Key() == want.Key() {
		t.Fatal("the point was not cleared")
	}
	b.Put(0, NewPiece(Rook, game.First))
	if !sameBoard(b, want) {
		t.Fatal("not the same after putting the rook back")
	}
	b.SetTurn(game.First)
	if !sameBoard(b, want) {
		t.Fatal("setting the turn to what it is changed the board")
	}
}

func TestCloneIsIndependent(t *testing.T) {
	b := start(t).Board()
	b.Do(b.Legal(nil)[0])
	c := b.Clone()
	want := b.Clone()
	c.Undo()
	c.Do(c.Legal(nil)[1])
	if !sameBoard(b, want) {
		t.Fatal("the copy changed the original")
	}
}

func TestNothingAllocates(t *testing.T) {
	for _, fen := range []string{
		Start,
		"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
		"4k4/4R4/9/9/9/9/9/9/9/3K5 b - - 0 1", // black is in check
	} {
		b := position(t, fen).Board()
		buf := make([]game.Move, 0, MaxMoves)
		sum := 0
		allocs := testing.AllocsPerRun(100, func() {
			moves := b.Legal(buf[:0])
			for _, m := range moves {
				b.Do(m)
				sum += b.Count()
				b.Undo()
			}
			b.DoPass()
			b.Undo()
			sum += len(b.Noisy(buf[:0]))
			if b.InCheck() || b.Attacked(4, game.Second) {
				sum++
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", fen, allocs)
		}
	}
}

// TestMaxMoves checks that MaxMoves is larger than the number of legal moves in a position with an
// especially large number of moves.
func TestMaxMoves(t *testing.T) {
	fen := "4k4/R8/7R1/2C3C2/P1P1P1P1P/1N5N1/9/4B4/4A4/2BK5 w - - 0 1"
	if n := position(t, fen).Board().Count(); n < 60 || n > MaxMoves {
		t.Errorf("%d moves", n)
	}
}

func TestHome(t *testing.T) {
	b := start(t).Board()
	for sq := range game.Square(Points) {
		if Home(sq) != b.At(sq).Kind() {
			t.Errorf("Home(%s) = %d", pointName(int(sq)), Home(sq))
		}
	}
	if Home(game.NoSquare) != None {
		t.Error("no square is somebody's home")
	}
}

func BenchmarkLegal(b *testing.B) {
	board := start(b).Board()
	buf := make([]game.Move, 0, MaxMoves)
	for b.Loop() {
		buf = board.Legal(buf[:0])
	}
}

func BenchmarkCount(b *testing.B) {
	board := start(b).Board()
	for b.Loop() {
		board.Count()
	}
}

func BenchmarkDoUndo(b *testing.B) {
	board := start(b).Board()
	m := board.Legal(nil)[0]
	for b.Loop() {
		board.Do(m)
		board.Undo()
	}
}

func BenchmarkPlay(b *testing.B) {
	p := start(b)
	m := p.Legal()[0]
	for b.Loop() {
		p.Play(m)
	}
}
