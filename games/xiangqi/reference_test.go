package xiangqi

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/game"
)

// refBoard is a second move generator for tests. It follows games/xiangqi/rules.md step by step and
// is not optimised for speed. It shares no code with Board, except the numbering of points and the
// codes of pieces.

type refBoard struct {
	cells [10][9]Piece
	turn  game.Side
}

func refOf(b *Board) refBoard {
	r := refBoard{turn: b.Turn()}
	for sq := range Points {
		r.cells[sq/9][sq%9] = b.At(game.Square(sq))
	}
	return r
}

func onBoard(rank, file int) bool { return rank >= 0 && rank <= 9 && file >= 0 && file <= 8 }

func inPalace(s game.Side, rank, file int) bool {
	if file < 3 || file > 5 {
		return false
	}
	if s == game.First {
		return rank >= 0 && rank <= 2
	}
	return rank >= 7 && rank <= 9
}

func overRiver(s game.Side, rank int) bool {
	if s == game.First {
		return rank >= 5
	}
	return rank <= 4
}

// pseudo calls the function visit with each move of a side that the movement rules allow. The moves
// include captures of a general.
func (r *refBoard) pseudo(s game.Side, visit func(fr, ff, tr, tf int)) {
	for rank := range 10 {
		for file := range 9 {
			p := r.cells[rank][file]
			if p == 0 || p.Side() != s {
				continue
			}
			r.pseudoOf(p, rank, file, func(tr, tf int) {
				if !onBoard(tr, tf) {
					return
				}
				if there := r.cells[tr][tf]; there != 0 && there.Side() == s {
					return
				}
				visit(rank, file, tr, tf)
			})
		}
	}
}

func (r *refBoard) pseudoOf(p Piece, rank, file int, visit func(tr, tf int)) {
	s := p.Side()
	free := func(rank, file int) bool { return onBoard(rank, file) && r.cells[rank][file] == 0 }
	lines := [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	slants := [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	switch p.Kind() {
	case King:
		for _, d := range lines {
			if inPalace(s, rank+d[0], file+d[1]) {
				visit(rank+d[0], file+d[1])
			}
		}
		for _, up := range []int{1, -1} { // rule 2.8: the generals must not face each other
			for tr := rank + up; onBoard(tr, file); tr += up {
				if r.cells[tr][file] == 0 {
					continue
				}
				if r.cells[tr][file].Kind() == King {
					visit(tr, file)
				}
				break
			}
		}
	case Adviser, FreeAdviser:
		for _, d := range slants {
			if p.Kind() == FreeAdviser || inPalace(s, rank+d[0], file+d[1]) {
				visit(rank+d[0], file+d[1])
			}
		}
	case Elephant, FreeElephant:
		for _, d := range slants {
			if !free(rank+d[0], file+d[1]) {
				continue
			}
			if p.Kind() == FreeElephant || !overRiver(s, rank+2*d[0]) {
				visit(rank+2*d[0], file+2*d[1])
			}
		}
	case Horse:
		for _, d := range lines {
			if !free(rank+d[0], file+d[1]) {
				continue
			}
			for _, e := range slants {
				if e[0]*d[0]+e[1]*d[1] == 1 { // only diagonal steps away from the origin
					visit(rank+d[0]+e[0], file+d[1]+e[1])
				}
			}
		}
	case Rook:
		for _, d := range lines {
			tr, tf := rank+d[0], file+d[1]
			for ; free(tr, tf); tr, tf = tr+d[0], tf+d[1] {
				visit(tr, tf)
			}
			visit(tr, tf)
		}
	case Cannon:
		for _, d := range lines {
			tr, tf := rank+d[0], file+d[1]
			for ; free(tr, tf); tr, tf = tr+d[0], tf+d[1] {
				visit(tr, tf)
			}
			for tr, tf = tr+d[0], tf+d[1]; free(tr, tf); tr, tf = tr+d[0], tf+d[1] {
				continue // skip the empty points between the screen and the target
			}
			visit(tr, tf)
		}
	case Soldier:
		if s == game.First {
			visit(rank+1, file)
		} else {
			visit(rank-1, file)
		}
		if overRiver(s, rank) {
			visit(rank, file-1)
			visit(rank, file+1)
		}
	}
}

// canTakeKing reports whether a side could capture the enemy general.
func (r *refBoard) canTakeKing(s game.Side) bool {
	hit := false
	r.pseudo(s, func(_, _, tr, tf int) {
		hit = hit || r.cells[tr][tf].Kind() == King
	})
	return hit
}

func (r *refBoard) legal() []game.Move {
	var moves []game.Move
	r.pseudo(r.turn, func(fr, ff, tr, tf int) {
		next := *r
		next.cells[tr][tf], next.cells[fr][ff] = r.cells[fr][ff], 0
		if next.canTakeKing(r.turn.Other()) {
			return
		}
		moves = append(moves, game.NewMove(game.Square(fr*9+ff), game.Square(tr*9+tf),
			int(r.cells[fr][ff].Kind()), int(r.cells[tr][tf].Kind()), 0))
	})
	slices.Sort(moves)
	return moves
}

func (r *refBoard) attacked(sq game.Square, by game.Side) bool {
	probe := *r
	if p := probe.cells[sq/9][sq%9]; p == 0 || p.Side() == by {
		probe.cells[sq/9][sq%9] = NewPiece(Soldier, by.Other())
	}
	hit := false
	probe.pseudo(by, func(_, _, tr, tf int) { hit = hit || tr*9+tf == int(sq) })
	return hit
}

// scatter returns a random position with a random selection of pieces. A few pieces are near the
// generals, where the special rules apply.
func scatter(rng *rand.Rand, free bool) *Board {
	for {
		b := NewBoard()
		if rng.IntN(2) == 1 {
			b.SetTurn(game.Second)
		}
		keep := rng.IntN(100)
		for _, s := range []game.Side{game.First, game.Second} {
			for k := King; k <= Soldier; k++ {
				for range most[k] {
					if k == King || rng.IntN(100) < keep {
						drop(b, rng, k, s, free)
					}
				}
			}
		}
		if b.by[1][King].Empty() {
			continue
		}
		if r := refOf(b); !r.canTakeKing(b.Turn()) {
			return b
		}
	}
}

func drop(b *Board, rng *rand.Rand, k Kind, s game.Side, free bool) {
	if free && rng.IntN(2) == 0 {
		switch k {
		case Adviser:
			k = FreeAdviser
		case Elephant:
			k = FreeElephant
		}
	}
	for range 200 { // limited, because all points that an adviser can be on may be occupied
		sq := rng.IntN(Points)
		if k != King && rng.IntN(3) == 0 { // sometimes choose a point on a general's line or next to a general
			king := int(b.king[rng.IntN(2)])
			near := cross[king].Or(leap[king][0]).Or(diagonal[king])
			for range 1 + rng.IntN(near.Size()) {
				sq = near.Pop()
			}
		}
		if b.At(game.Square(sq)) == 0 && (k > Soldier || belongs(k, s.Index(), sq)) {
			b.Put(game.Square(sq), NewPiece(k, s))
			return
		}
	}
}

func sorted(moves []game.Move) []game.Move {
	moves = slices.Clone(moves)
	slices.Sort(moves)
	return moves
}

func diagram(b *Board) string {
	return BoardText(func(sq game.Square) byte { return b.At(sq).Letter() }) + " " + TurnText(b.Turn())
}

func codes(moves []game.Move) []string {
	var list []string
	for _, m := range moves {
		list = append(list, Code(m))
	}
	return list
}

// agree checks that Board and the reference generator agree on the legal moves, their number, the
// captures, and whether the side to move is in check.
func agree(t *testing.T, b *Board) {
	t.Helper()
	ref := refOf(b)
	want, got := ref.legal(), b.Legal(nil)
	if !slices.Equal(sorted(got), want) {
		t.Fatalf("%s\n got %v\nwant %v", diagram(b), codes(sorted(got)), codes(want))
	}
	if n := b.Count(); n != len(want) {
		t.Fatalf("%s: Count %d, %d legal moves", diagram(b), n, len(want))
	}
	captures := slices.DeleteFunc(want, func(m game.Move) bool { return m.Taken() == 0 })
	if noisy := b.Noisy(nil); !slices.Equal(sorted(noisy), captures) {
		t.Fatalf("%s\nnoisy %v\n want %v", diagram(b), codes(sorted(noisy)), codes(captures))
	}
	if check := ref.canTakeKing(b.Turn().Other()); check != b.InCheck() || check != (len(b.Checkers(nil)) > 0) {
		t.Fatalf("%s: in check %v, by %v, want %v", diagram(b), b.InCheck(), b.Checkers(nil), check)
	}
}

func TestAgreesWithReferenceOnScatteredPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	n, checks, rounds := 0, 0, 6000
	if testing.Short() {
		rounds = 2000
	}
	for i := range rounds {
		b := scatter(rng, i%2 == 1)
		agree(t, b)
		n += b.Count()
		if b.InCheck() {
			checks++
		}
		ref := refOf(b)
		for range 3 {
			sq := game.Square(rng.IntN(Points))
			for _, by := range []game.Side{game.First, game.Second} {
				if got, want := b.Attacked(sq, by), ref.attacked(sq, by); got != want {
					t.Fatalf("%s: %s attacked by %v: %v, want %v", diagram(b), pointName(int(sq)), by, got, want)
				}
			}
		}
	}
	if checks < rounds/10 || n < 5*rounds {
		t.Fatalf("%d rounds with %d moves and %d checks try too little", rounds, n, checks)
	}
}

func TestAgreesWithReferenceInRandomGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	games := 25
	if testing.Short() {
		games = 5
	}
	for range games {
		b := start(t).Board()
		for range 250 {
			agree(t, b)
			moves := b.Legal(nil)
			if len(moves) == 0 {
				break
			}
			b.Do(moves[rng.IntN(len(moves))])
		}
	}
}
