package caro

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"kydai/game"
	"kydai/game/gametest"
)

// TestRefusedMoves checks that every refused square has a reason, and that the reason is the true
// cause: if the test removes the cause, the stone must be allowed.
func TestRefusedMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	seen := map[string]int{}
	var p *Position
	for range gametest.Refusals() {
		if p == nil || p.over() || p.stones > 30 {
			size := strconv.Itoa(MinSize + rng.IntN(MaxSize-MinSize+1))
			p = begin(t, "size", size, "opening", openingNames[rng.IntN(len(openingNames))]).(*Position)
		}
		legal := map[game.Square]bool{}
		moves := p.Legal()
		for _, m := range moves {
			if m.OnBoard() {
				legal[m.To()] = true
			}
		}
		for sq := range p.squares() {
			r := p.Refuse(game.NoSquare, sq)
			seen[r.Code]++
			if legal[sq] != (r.Code == "") {
				t.Fatalf("%s: a stone on %d is refused because of %q", p, sq, r.Code)
			}
			if r.Code != "" && !allowedWithout(p, sq, r) {
				t.Fatalf("%s: a stone on %d is refused because of %s, and still when that is undone", p, sq, r.Code)
			}
		}
		p, _ = p.Play(moves[rng.IntN(len(moves))]).(*Position)
	}
	for _, code := range []string{refusedOccupied, refusedChoose, refusedCentre, refusedArea} {
		if seen[code] == 0 {
			t.Errorf("no stone was refused because of %s", code)
		}
	}
	t.Log(seen)
}

// allowedWithout changes the position so that the cause of a refusal is gone, and reports whether
// the stone may then be placed.
func allowedWithout(p *Position, sq game.Square, r game.Refusal) bool {
	q := *p
	switch r.Code {
	case refusedOccupied:
		for i := range q.laid {
			q.laid[i][r.Squares[0]/64] &^= 1 << (r.Squares[0] % 64)
		}
		// The square may also be in the area that the opening forbids, so remove this restriction,
		// too.
		q.opening = Free
	case refusedChoose:
		for _, m := range p.Legal() {
			next, _ := p.Play(m).(*Position)
			r := next.Refuse(game.NoSquare, sq)
			if r.Code != "" && r.Code != refusedOccupied {
				return false
			}
		}
		return len(p.Legal()) == 2
	case refusedCentre:
		for _, c := range r.Squares {
			if p.Refuse(game.NoSquare, c).Code != "" {
				return false
			}
		}
		q.opening = Free
	case refusedArea:
		// Kind gives the width of the forbidden area. Check that exactly the squares of an area
		// with this width are refused.
		n, width := 0, int(r.Kind[0]-'0')
		for at := range p.squares() {
			if c := p.Refuse(game.NoSquare, at).Code; c == refusedArea || c == refusedOccupied && fromCentre(at, int(p.size)) <= p.proReach() {
				n++
			}
		}
		if n != width*width {
			return false
		}
		q.opening = Free
	default:
		return false
	}
	for _, m := range q.Legal() {
		if m.OnBoard() && m.To() == sq {
			return true
		}
	}
	return false
}
