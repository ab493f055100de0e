package engine

import (
	"math/rand/v2"
	"testing"

	"kydai/game"
	rules "kydai/games/caro"
)

// sameBoard reports whether the incrementally updated data of two boards are equal.
func sameBoard(a, b *board) bool {
	return a.value == b.value && a.key == b.key && a.shapes == b.shapes && a.lines == b.lines &&
		a.taken == b.taken && a.stones == b.stones && a.turn == b.turn && a.won == b.won &&
		sameThreats(a, b)
}

// sameThreats reports whether two boards have the same threats: for each colour and kind, the same
// cells. Cells of noKind are not compared, because no function uses them.
func sameThreats(a, b *board) bool {
	for colour := range 2 {
		for k := noKind + 1; k < kinds; k++ {
			if a.count[colour][k] != b.count[colour][k] || a.threats[colour][k] != b.threats[colour][k] {
				return false
			}
		}
	}
	return true
}

func TestIncrementalEqualsFresh(t *testing.T) {
	eachRule(t, func(t *testing.T, rule rules.WinRule) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 12 {
			b := randomBoard(r, 15+r.IntN(6), 5+r.IntN(120), rule)
			fresh := newBoard(b.size, rule, learnt())
			b.eachCell(func(at cell) {
				want := uint32(0)
				if b.at(at) == vacant {
					want = b.freshShapes(at)
				}
				if b.shapes[at] != want {
					t.Fatalf("shapes of %d are %08x, want %08x", at, b.shapes[at], want)
				}
				fresh.setShapes(at, fresh.shapes[at], want)
			})
			if b.value != fresh.value || !sameThreats(b, fresh) {
				t.Fatal("sums or sets are off")
			}
			if b.key != b.freshKey() {
				t.Fatal("the key is off")
			}
		}
	})
}

func TestUndoRestores(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		b := randomBoard(r, 15+r.IntN(6), 5+r.IntN(60), ruleNamed(t, "caro9"))
		before := *b
		n := 0
		for range 10 {
			near := b.nearby()
			all := b.list(&near, nil)
			if len(all) == 0 || b.won {
				break
			}
			b.make(all[r.IntN(len(all))])
			n++
			if r.IntN(3) == 0 {
				b.pass()
				n++
			}
		}
		for range n {
			b.undo()
		}
		if !sameBoard(b, &before) || b.depth != before.depth || len(b.changes) != len(before.changes) {
			t.Fatal("something is not as it was")
		}
	}
}

// TestKeysOfRules checks that keys differ between win rules and between board sizes, because a hash
// table may be kept from one game to the next.
func TestKeysOfRules(t *testing.T) {
	seen := map[uint64]bool{}
	eachRule(t, func(t *testing.T, rule rules.WinRule) {
		for size := rules.MinSize; size <= rules.MaxSize; size++ {
			k := newBoard(size, rule, learnt()).key
			if seen[k] {
				t.Error("two boards share a key")
			}
			seen[k] = true
		}
	})
}

func TestNothingAllocates(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	b := randomBoard(r, 15, 40, ruleNamed(t, "caro9"))
	ref := referee(t, b, ruleNamed(t, "caro9"))
	s := NewState(ref[b.turn].Position())
	buf, out := make([]game.Move, 0, 400), make([]int32, 400)
	if n := testing.AllocsPerRun(20, func() {
		ms := s.Moves(buf[:0])
		s.Score(ms, out)
		for _, m := range ms {
			s.Do(m)
			s.Verdict(1)
			s.Eval()
			s.InCheck()
			s.Noisy(buf[len(ms):len(ms)])
			s.Undo()
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestMovesLeftOutLose checks positions in which the opponent threatens to win. State.Moves then
// returns only some moves. After any other move, the opponent must have a win by fours (each move
// of the win makes a four).
func TestMovesLeftOutLose(t *testing.T) {
	eachRule(t, func(t *testing.T, rule rules.WinRule) {
		r := rand.New(rand.NewPCG(7, 8))
		pressed := 0
		for range 60 {
			b := randomBoard(r, 15, 8+r.IntN(50), rule)
			us, them := b.turn, b.turn^1
			if b.hasFive(us) || !b.hasFive(them) && b.count[them][kindOpenFour] == 0 {
				continue
			}
			pressed++
			s := &State{board: b, fours: newFourSolver(b, treeMemory)}
			kept := set{}
			for _, m := range s.Moves(nil) {
				kept.add(b.cellOf(m.To()))
			}
			b.eachCell(func(at cell) {
				if b.at(at) != vacant || kept.has(at) {
					return
				}
				b.make(at)
				if plies, _, _ := s.fours.solve(10_000); plies == 0 {
					t.Errorf("%s: %d is left out and does not lose", b.text(us), at)
				}
				b.undo()
			})
		}
		if pressed < 5 {
			t.Errorf("only %d positions with a threat", pressed)
		}
	})
}

func TestMovesAreLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, opening := range []string{"free", "pro", "longpro"} {
		for _, size := range []string{"15", "16", "20"} {
			l, err := game.NewLine(rules.Rules{}, game.Setup{Options: map[string]string{"opening": opening, "size": size}})
			if err != nil {
				t.Fatal(err)
			}
			for range 60 {
				if l.Outcome().Over() {
					break
				}
				p, ok := l.Position().(*rules.Position)
				if !ok {
					t.Fatal("no position")
				}
				legal := map[game.Move]bool{}
				for _, m := range l.Legal() {
					legal[m] = true
				}
				ms := NewState(p).Moves(nil)
				if len(ms) == 0 {
					t.Fatalf("no moves in %s", p)
				}
				for _, m := range ms {
					if !legal[m] {
						t.Fatalf("%s is not legal in %s", p.Encode(m), p)
					}
				}
				if err := l.Push(ms[r.IntN(len(ms))]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestCellOf checks that every square of every size has its own cell.
func TestCellOf(t *testing.T) {
	p, ok := lineOfMoves(t, map[string]string{"rule": "caro9"}, "h8").Position().(*rules.Position)
	if !ok {
		t.Fatal("not a position of caro")
	}
	for size := rules.MinSize; size <= rules.MaxSize; size++ {
		b := newBoard(size, p.Rule(), handMade())
		for sq := range game.Square(size * size) {
			if at := b.cellOf(sq); b.squareOf(at) != sq {
				t.Fatalf("size %d: square %d has the cell of square %d", size, sq, b.squareOf(at))
			}
		}
	}
}

// BenchmarkScore measures how long it takes to rate the moves of a node.
func BenchmarkScore(b *testing.B) {
	p, ok := lineOfMoves(b, map[string]string{"rule": "caro9"}, "h8h9i9g7i7j10i8i6j8g8h7k8").Position().(*rules.Position)
	if !ok {
		b.Fatal("not a position of caro")
	}
	s := NewState(p)
	moves := s.Moves(nil)
	out := make([]int32, len(moves))
	for b.Loop() {
		s.Score(moves, out)
	}
}
