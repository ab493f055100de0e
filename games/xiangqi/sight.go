package xiangqi

import "kydai/game"

// The functions below return occupancy and attack sets for engines. Side 0 is red, side 1 is black.
// The attack set of a piece includes points of own pieces, which the piece protects.

// SetOf returns the set that contains only the point sq.
func SetOf(sq int) Set { return bitOf[sq] }

// Palace returns the palace of a side.
func Palace(side int) Set { return palace[side&1] }

// HomeHalf returns a side's half of the board.
func HomeHalf(side int) Set { return homeHalf[side&1] }

// Between returns the points strictly between a palace point and another point on the same line.
// The set is empty if the points are not on one line.
func Between(inPalace, sq int) Set { return between[castle[inPalace]][sq] }

// Cross returns the other points on the file and rank of a point.
func Cross(sq int) Set { return cross[sq] }

// KingSees returns the points that a general can move to.
func KingSees(side, sq int) Set { return beside[sq].And(palace[side&1]) }

// AdviserSees returns the points that an adviser can move to.
func AdviserSees(side, sq int) Set { return diagonal[sq].And(palace[side&1]) }

// SoldierSees returns the points that a soldier can move to.
func SoldierSees(side, sq int) Set { return march[side&1][sq] }

// SoldiersSeeing returns the points from which a soldier of a side attacks the point sq.
func SoldiersSeeing(side, sq int) Set { return marched[side&1][sq] }

// Men returns the points of a side's pieces of a kind.
func (b *Board) Men(side int, k Kind) Set { return b.by[side&1][k&15] }

// Side returns the points of a side's pieces.
func (b *Board) Side(side int) Set { return b.occ[side&1] }

// All returns all occupied points.
func (b *Board) All() Set { return b.occ[0].Or(b.occ[1]) }

// LineSees returns the points along the file and rank of sq. The result first is the set of points
// up to and including the nearest piece in each direction. The result second is the set of points
// beyond that piece, up to and including the next piece. A rook can move to the points of the first
// set; a cannon moves within the first set and captures in the second.
func (b *Board) LineSees(sq int) (first, second Set) {
	return sees(sq, b.occ[0].Or(b.occ[1]), b.files[fileOf[sq]])
}

// HorseSees returns the points that a horse can move to.
func (b *Board) HorseSees(sq int) Set { return leap[sq][b.blocked(&legs[sq])] }

// HorsesSeeing returns the points from which a horse attacks the point sq. The legs of these horses
// are diagonal neighbours of sq.
func (b *Board) HorsesSeeing(sq int) Set { return leapt[sq][b.blocked(&eyes[sq])] }

// ElephantSees returns the points that an elephant can move to.
func (b *Board) ElephantSees(side, sq int) Set {
	return twoDiag[sq][b.blocked(&eyes[sq])].And(homeHalf[side&1])
}

// Attackers returns the pieces of both sides that attack a point. The parameter all is the set of
// points that count as occupied; pieces on other points are ignored. A general attacks only within
// its palace.
func (b *Board) Attackers(sq int, all Set) Set {
	first, second := sees(sq, all, fileWord(int(fileOf[sq]), all))
	red, black := &b.by[0], &b.by[1]
	found := first.And(red[Rook].Or(black[Rook]))
	found = found.Or(second.And(red[Cannon].Or(black[Cannon])))
	found = found.Or(marched[0][sq].And(red[Soldier])).Or(marched[1][sq].And(black[Soldier]))
	closed := gates(&eyes[sq], all)
	found = found.Or(leapt[sq][closed].And(red[Horse].Or(black[Horse])))
	side := 0
	if sq >= Points/2 {
		side = 1
	}
	own := &b.by[side]
	found = found.Or(twoDiag[sq][closed].And(own[Elephant]))
	if palace[side].Has(sq) {
		found = found.Or(diagonal[sq].And(own[Adviser])).Or(beside[sq].And(own[King]))
	}
	return found.And(all)
}

// gates returns which of four points are occupied, one bit each. The parameter all is the set of
// occupied points; points outside the board count as occupied. The method blocked does the same
// with the occupancy of the board.
func gates(at *[4]uint8, all Set) int {
	n := 0
	for i, sq := range at {
		if sq == offBoard || all.Has(int(sq)) {
			n |= 1 << i
		}
	}
	return n
}

// fileWord extracts the occupancy of a file, one bit per rank. The multiplication moves bit 9i of
// five ranks to bit 36+i without collisions.
func fileWord(file int, all Set) uint16 {
	const (
		column = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36
		gather = 1<<36 | 1<<28 | 1<<20 | 1<<12 | 1<<4
	)
	lo := (all.lo >> file & column) * gather >> 36 & 31
	hi := (all.hi >> file & column) * gather >> 36 & 31
	return uint16(lo | hi<<5)
}

// CanPlay reports whether a move, which may come from another position, is legal in this position.
func (b *Board) CanPlay(m game.Move) bool {
	from, to := int(m.From()), int(m.To())
	if from >= Points || to >= Points {
		return false
	}
	us := b.turn & 1
	piece, taken := b.cells[from], b.cells[to]
	if piece == 0 || piece>>4 != Piece(us) || int(piece.Kind()) != m.Piece() || int(taken.Kind()) != m.Taken() {
		return false
	}
	if taken != 0 && taken>>4 == Piece(us) {
		return false
	}
	return b.reach(piece.Kind(), us, from, b.occ[0].Or(b.occ[1])).Has(to) && b.safe(from, to)
}

// GivesCheck reports whether a legal move attacks the enemy general: with the moved piece, with a
// piece whose line the move opens, or with a cannon that gets its screen.
func (b *Board) GivesCheck(m game.Move) bool {
	us := b.turn & 1
	from, to, at := int(m.From()), int(m.To()), int(b.king[us^1])
	near := cross[at].Or(diagonal[at])
	if !near.Has(from) && !near.Has(to) && !leap[at][0].Has(to) && !(b.cells[from].Kind() == FreeElephant && twoDiag[at][0].Has(to)) {
		return false
	}
	all := b.occ[0].Or(b.occ[1]).Without(bitOf[from]).Or(bitOf[to])
	if b.exposed(at, us, all, everywhere.Without(bitOf[from])) {
		return true
	}
	switch b.cells[from].Kind() {
	case Rook, King:
		return cross[at].Has(to) && (b.cells[from].Kind() == Rook || fileOf[at] == fileOf[to]) &&
			between[castle[at]][to].And(all).Empty()
	case Cannon:
		return cross[at].Has(to) && between[castle[at]][to].And(all).Size() == 1
	case Horse:
		return leap[at][0].Has(to) && !all.Has(to+int(legOf[at-to+19]))
	case Soldier:
		return march[us][to].Has(at)
	case FreeAdviser:
		return diagonal[to].Has(at)
	case FreeElephant:
		return twoDiag[at][0].Has(to) && !all.Has((to+at)/2)
	}
	return false
}
