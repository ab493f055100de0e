package chess

// Attack sets for engines. Squares are numbers from 0 to 63. In a set, bit n is set if the set
// contains square n.

// KnightSees returns the squares that a knight attacks.
func KnightSees(sq int) uint64 { return knightAttacks[sq&63] }

// BishopSees returns the squares that a bishop on sq attacks. occupied is the set of squares on
// which pieces are assumed to stand.
func BishopSees(sq int, occupied uint64) uint64 { return bishopAttacks(uint(sq), occupied) }

// RookSees returns the squares that a rook on sq attacks. occupied is the set of squares on which
// pieces are assumed to stand.
func RookSees(sq int, occupied uint64) uint64 { return rookAttacks(uint(sq), occupied) }

// KingSees returns the squares that a king attacks.
func KingSees(sq int) uint64 { return kingAttacks[sq&63] }

// PawnSees returns the squares that a pawn of a side attacks.
func PawnSees(side, sq int) uint64 { return pawnAttacks[side&1][sq&63] }

// Between returns the squares strictly between two squares on one line; the empty set if they
// are not on one line.
func Between(a, b int) uint64 { return between[a&63][b&63] }

// Through returns the whole line through two squares; the empty set if they are not on one
// line.
func Through(a, b int) uint64 { return lineOf[a&63][b&63] }

// Kinds returns the squares of all pieces of a kind, of both sides.
func (b *Board) Kinds(kind int) uint64 { return b.kinds[kind&7] }

// Pinned returns the pinned pieces of a side: each is the only piece between its king and an enemy
// slider.
func (b *Board) Pinned(side int) (pinned uint64) {
	own, foes := b.sides[side&1], b.sides[side&1^1]
	king := first(b.kinds[King] & own)
	snipers := (rookAttacks(king, foes)&(b.kinds[Rook]|b.kinds[Queen]) |
		bishopAttacks(king, foes)&(b.kinds[Bishop]|b.kinds[Queen])) & foes
	for ; snipers != 0; snipers &= snipers - 1 {
		shield := between[king][first(snipers)] & own
		if shield&(shield-1) == 0 {
			pinned |= shield
		}
	}
	return pinned
}

// Attackers returns the pieces of both sides that attack a square. occupied is the set of squares
// on which pieces are assumed to stand; pieces on other squares are ignored.
func (b *Board) Attackers(sq int, occupied uint64) uint64 {
	at := uint(sq) & 63
	pawns := b.kinds[Pawn]
	set := knightAttacks[at]&b.kinds[Knight] |
		kingAttacks[at]&b.kinds[King] |
		pawnAttacks[Black][at]&pawns&b.sides[White] |
		pawnAttacks[White][at]&pawns&b.sides[Black] |
		rookAttacks(at, occupied)&(b.kinds[Rook]|b.kinds[Queen]) |
		bishopAttacks(at, occupied)&(b.kinds[Bishop]|b.kinds[Queen])
	return set & occupied
}
