package chess

// What pieces see, for engines. Squares are 0 to 63; sets have bit n for
// square n.

// KnightSees returns where a knight attacks.
func KnightSees(sq int) uint64 { return knightAttacks[sq&63] }

// BishopSees returns where a bishop attacks on a board so occupied.
func BishopSees(sq int, occupied uint64) uint64 { return bishopAttacks(uint(sq), occupied) }

// RookSees returns where a rook attacks on a board so occupied.
func RookSees(sq int, occupied uint64) uint64 { return rookAttacks(uint(sq), occupied) }

// KingSees returns where a king attacks.
func KingSees(sq int) uint64 { return kingAttacks[sq&63] }

// PawnSees returns where a pawn of a side attacks.
func PawnSees(side, sq int) uint64 { return pawnAttacks[side&1][sq&63] }

// Between returns the squares strictly between two on one line, else none.
func Between(a, b int) uint64 { return between[a&63][b&63] }

// Through returns the whole line through two squares, else none.
func Through(a, b int) uint64 { return lineOf[a&63][b&63] }

// Kinds returns the squares of a kind of piece, of either side.
func (b *Board) Kinds(kind int) uint64 { return b.kinds[kind&7] }

// Pinned returns the pieces of a side that alone stand between their king
// and a slider of the other side.
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

// Attackers returns the pieces of both sides that attack a square on a board
// so occupied; those not in occupied do not count.
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
