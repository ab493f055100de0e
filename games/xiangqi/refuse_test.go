package xiangqi

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/game"
	"kydai/game/gametest"
)

// TestRefusedMoves checks that every refused move has a reason, and that the reason is right: after
// the test has removed the cause, the reference generator (refBoard) allows the move. Half of the
// positions are from random games. In the other half, pieces (including those of variants) are on
// random points.
func TestRefusedMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	seen := map[string]int{}
	b := start(t).Board()
	for i := range gametest.Refusals() {
		if i%2 == 0 {
			checkRefusals(t, scatter(rng, i%4 == 0), seen)
			continue
		}
		checkRefusals(t, b, seen)
		moves := b.Legal(nil)
		if len(moves) == 0 || i%300 == 299 {
			b = start(t).Board()
			continue
		}
		b.Do(moves[rng.IntN(len(moves))])
	}
	for _, code := range []string{refusedMoves, refusedPalace, refusedRiver, refusedBack, refusedAside, refusedLeg,
		refusedEye, refusedPath, refusedScreen, refusedScreens, refusedOwn, refusedFace, refusedKingAttacked,
		refusedInCheck, refusedMount, refusedPinned} {
		if seen[code] == 0 {
			t.Errorf("no move was refused because of %s", code)
		}
	}
	t.Log(seen)
}

func TestRefusedMovesByName(t *testing.T) {
	for _, c := range []struct{ fen, move, code, kind, squares string }{
		{Start, "b0d1", refusedLeg, "n", "c0"},
		{Start, "b0b1", refusedMoves, "n", ""},
		{Start, "a3b4", refusedSlant, "p", ""},
		{Start, "a3a5", refusedMoves, "p", ""},
		{Start, "a3c3", refusedMoves, "p", ""},
		{"3k5/9/9/9/9/9/9/9/4K4/1NC6 w - - 0 1", "b0d1", refusedLeg, "n", "c0"},
		{"5k3/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1", "e1e2", "", "", ""},
		{"4k4/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1", "e1g2", refusedFace, "n", "e9"},
		{"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e0d0", refusedFace, "k", "d9"},
		{"3k5/4r4/9/9/9/9/9/9/9/4KN3 w - - 0 1", "f0g2", refusedInCheck, "n", "e8"},
		{"3k5/4r4/9/9/9/9/9/4N4/9/4K4 w - - 0 1", "e2g3", refusedPinned, "n", "e8"},
		{"3k5/4c4/9/9/9/9/9/9/R8/4K4 w - - 0 1", "a1e1", refusedMount, "r", "e8"},
		{"3k1r3/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e0f0", refusedKingAttacked, "k", "f9"},
		{"3k5/9/9/4p4/9/9/9/4C4/9/4K4 w - - 0 1", "e2e6", refusedScreen, "c", ""},
	} {
		p, err := Rules{}.New(game.Setup{Start: c.fen})
		if err != nil {
			t.Fatal(c.fen, err)
		}
		from, to, _, _ := CutCode(c.move)
		r := game.RefusalOf(p, from, to)
		squares := ""
		for _, sq := range r.Squares {
			squares += pointName(int(sq))
		}
		if r.Code != c.code || r.Kind != c.kind || squares != c.squares {
			t.Errorf("%s %s: %s %s %s, want %s %s %s", c.fen, c.move, r.Code, r.Kind, squares, c.code, c.kind, c.squares)
		}
	}
}

func checkRefusals(t *testing.T, b *Board, seen map[string]int) {
	t.Helper()
	legal := map[[2]game.Square]bool{}
	for _, m := range b.Legal(nil) {
		legal[[2]game.Square{m.From(), m.To()}] = true
	}
	for men := b.occ[b.turn]; !men.Empty(); {
		from := game.Square(men.Pop())
		for to := range game.Square(Points) {
			r := b.Refuse(from, to)
			if legal[[2]game.Square{from, to}] != (r.Code == "") {
				t.Fatalf("%s: %s%s is legal: %v, but refused because of %q", diagram(b), pointName(int(from)),
					pointName(int(to)), r.Code != "", r.Code)
			}
			if r.Code == "" || r.Code == game.RefusedSame {
				continue
			}
			seen[r.Code]++
			if why := unrefused(b, from, to, r); why != "" {
				t.Fatalf("%s: %s%s refused because of %s %v: %s", diagram(b), pointName(int(from)),
					pointName(int(to)), r.Code, r.Squares, why)
			}
		}
	}
}

// unrefused removes the causes of a refusal one by one until the reference generator accepts the
// move. It returns a description of a wrong reason, or "" if all reasons are right.
func unrefused(b *Board, from, to game.Square, r game.Refusal) string {
	if r.Code != refusedScreens {
		return undone(b, from, to, r)
	}
	why := "" // exactly one screen must stay; it may be any of the screens, so try each of them
	for i := range r.Squares {
		rest := game.Refuse(refusedScreens, slices.Delete(slices.Clone(r.Squares), i, i+1)...)
		if why = undone(b, from, to, rest); why == "" {
			return ""
		}
	}
	return why
}

func undone(b *Board, from, to game.Square, r game.Refusal) string {
	after := *b
	last := 0
	for range 12 {
		step, why := undoCause(&after, from, to, r)
		ref := refOf(&after)
		switch {
		case step == 0 || why != "":
			return why
		case step < last:
			return "the reason " + r.Code + " comes too late"
		case !ref.goes(from, to):
			return "undone, the piece does not go there"
		case ref.king(after.Turn()) < 0: // the own general was in the way; without it, no check is possible
			return ""
		case ref.may(from, to):
			return ""
		}
		last = step
		r = after.Refuse(from, to)
	}
	return "undone, the move is still refused"
}

// undoCause removes the cause of a refusal. The result step is 1 if pieces were in the way, 2 if
// the general would be in check, and 0 if no other cause is left to remove.
func undoCause(b *Board, from, to game.Square, r game.Refusal) (step int, why string) {
	us := b.Turn()
	piece := b.At(from)
	alone := refBoard{turn: us}
	put := func(p Piece) *refBoard {
		alone.cells[from/9][from%9] = p
		return &alone
	}
	switch r.Code {
	case refusedMoves, refusedSlant:
		if put(piece).goes(from, to) || put(piece&^15|Piece(faceUpKind(piece.Kind()))).goes(from, to) {
			return 0, "alone on the board the piece goes there"
		}
		return 0, ""
	case refusedPalace, refusedRiver:
		free := piece.Kind() == King || put(piece&^15|Piece(faceUpKind(piece.Kind()))).goes(from, to)
		if put(piece).goes(from, to) || !free {
			return 0, "the palace or the river has nothing to do with it"
		}
		return 0, ""
	case refusedBack, refusedAside:
		theirs := put(NewPiece(Soldier, us.Other())).goes(from, to)
		if put(piece).goes(from, to) || !theirs {
			return 0, "a soldier of the other side does not go there either"
		}
		return 0, ""
	case refusedScreen:
		return 0, undoScreen(b, from, to)
	case refusedLeg, refusedEye, refusedPath, refusedOwn, refusedScreens:
		step = 1
	default:
		step = 2
	}
	if len(r.Squares) == 0 {
		return 0, "no squares"
	}
	for _, sq := range r.Squares {
		switch there := b.At(sq); {
		case there == 0 || step == 2 && (there.Side() == us || sq == to):
			return 0, pointName(int(sq)) + " has nothing to do with it"
		case step == 2 && there.Kind() == King:
			if !part(b, from, to) { // put a soldier between the generals; if that is not possible, remove the enemy general
				b.Put(sq, 0)
			}
		default:
			b.Put(sq, 0)
			// The attacker may also be the screen of the move. In that case, replace the attacker
			// by a piece that attacks nothing.
			if ref := refOf(b); step == 2 && !ref.goes(from, to) {
				b.Put(sq, NewPiece(Adviser, us.Other()))
			}
		}
	}
	return step, ""
}

// undoScreen puts a piece between a cannon and its target. If the two are adjacent, it removes the
// target. It returns an error text if the reference generator still does not allow the move.
func undoScreen(b *Board, from, to game.Square) string {
	after := *b
	mid := (from + to) / 2
	if d := max(from, to) - min(from, to); d == 1 || d == Files {
		after.Put(to, 0)
	} else if d < Files || (from+to)%2 == 0 && mid%Files == from%Files {
		after.Put(mid, NewPiece(Soldier, b.Turn()))
	} else {
		after.Put(min(from, to)+Files, NewPiece(Soldier, b.Turn()))
	}
	if ref := refOf(&after); !ref.goes(from, to) {
		return "with a screen the cannon does not go there"
	}
	return ""
}

// part puts a soldier between the points that the two generals have after a move, so that they do
// not face each other. It returns false if no point allows this.
func part(b *Board, from, to game.Square) bool {
	after := *b
	after.shift(int(from), int(to))
	for mids := between[castle[after.king[0]]][after.king[1]]; !mids.Empty(); {
		try := *b
		sq := game.Square(mids.Pop())
		if sq == from || sq == to || try.At(sq) != 0 {
			continue
		}
		try.Put(sq, NewPiece(Soldier, b.Turn()))
		if ref := refOf(&try); ref.goes(from, to) && try.Refuse(from, to).Code != refusedFace {
			*b = try
			return true
		}
	}
	return false
}

func faceUpKind(k Kind) Kind {
	switch k {
	case Adviser:
		return FreeAdviser
	case Elephant:
		return FreeElephant
	}
	return k
}

// goes reports whether a piece can move to a point, without regard to the safety of the general.
func (r *refBoard) goes(from, to game.Square) bool {
	found := false
	piece, there := r.cells[from/9][from%9], r.cells[to/9][to%9]
	if there != 0 && there.Side() == piece.Side() {
		return false
	}
	r.pseudoOf(piece, int(from/9), int(from%9), func(tr, tf int) {
		found = found || tr*9+tf == int(to) && onBoard(tr, tf)
	})
	return found
}

// may reports whether the reference board allows a move.
func (r *refBoard) may(from, to game.Square) bool {
	next := *r
	next.cells[to/9][to%9], next.cells[from/9][from%9] = r.cells[from/9][from%9], 0
	return r.goes(from, to) && !next.canTakeKing(r.turn.Other())
}

// king returns the point of a side's general; -1 if the general is missing.
func (r *refBoard) king(s game.Side) int {
	for sq := range Points {
		if r.cells[sq/9][sq%9] == NewPiece(King, s) {
			return sq
		}
	}
	return -1
}
