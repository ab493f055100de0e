package engine

import "kydai/games/xiangqi"

// Move targets of free advisers and free elephants. These are pieces that were turned up; they may
// go anywhere on the board.
var (
	diagonal [xiangqi.Points]set
	twoSteps [xiangqi.Points][4]step
)

// step is one elephant move: its target point (to), and the point halfway (eye), which must be
// empty. to is -1 if the move leaves the board.
type step struct{ to, eye int8 }

func init() {
	for sq := range xiangqi.Points {
		rank, file := sq/xiangqi.Files, sq%xiangqi.Files
		for i, d := range [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			twoSteps[sq][i].to = -1
			r, f := rank+d[0], file+d[1]
			if r < 0 || r >= xiangqi.Ranks || f < 0 || f >= xiangqi.Files {
				continue
			}
			diagonal[sq] = diagonal[sq].Or(xiangqi.SetOf(r*xiangqi.Files + f))
			r2, f2 := r+d[0], f+d[1]
			if r2 >= 0 && r2 < xiangqi.Ranks && f2 >= 0 && f2 < xiangqi.Files {
				twoSteps[sq][i] = step{int8(r2*xiangqi.Files + f2), int8(r*xiangqi.Files + f)}
			}
		}
	}
}

// elephantSees returns the points to which a free elephant can move.
func elephantSees(sq int, all set) (sees set) {
	for _, s := range &twoSteps[sq] {
		if s.to >= 0 && !all.Has(int(s.eye)) {
			sees = sees.Or(xiangqi.SetOf(int(s.to)))
		}
	}
	return sees
}

// attackers returns the pieces of both sides that attack a point. The parameter all is the set of
// points that count as occupied.
func attackers(b *xiangqi.Board, sq int, all set) set {
	found := b.Attackers(sq, all)
	if a := b.Men(0, xiangqi.FreeAdviser).Or(b.Men(1, xiangqi.FreeAdviser)); !a.Empty() {
		found = found.Or(a.And(diagonal[sq]).And(all))
	}
	if e := b.Men(0, xiangqi.FreeElephant).Or(b.Men(1, xiangqi.FreeElephant)); !e.Empty() {
		found = found.Or(e.And(elephantSees(sq, all)).And(all))
	}
	return found
}
