package chess

// Dead reports whether neither side can ever be checkmated. It recognises only two cases: too
// little material, and positions with only kings and pawns in which all pawns are blocked for ever.
// For other dead positions it returns false.
func (b *Board) Dead() bool {
	if b.kinds[Rook]|b.kinds[Queen] != 0 {
		return false
	}
	if b.kinds[Pawn] != 0 {
		return b.kinds[Knight]|b.kinds[Bishop] == 0 && b.walled()
	}
	if b.kinds[Knight] != 0 {
		return count(b.kinds[Knight]|b.kinds[Bishop]) == 1
	}
	bishops := b.kinds[Bishop]
	return bishops&darkSquares == 0 || bishops&^darkSquares == 0
}

// walled reports whether the pawns of a position with only kings and pawns are blocked for ever:
// every pawn is blocked by a pawn, no pawn can capture, and no king can reach an unprotected enemy
// pawn. The paths of each king are tested as if the other king were absent. So walled may return
// false for blocked pawns, but true is always right.
func (b *Board) walled() bool {
	white, black := b.Set(White, Pawn), b.Set(Black, Pawn)
	pawns := white | black
	if white<<8&^pawns != 0 || black>>8&^pawns != 0 || b.passant != 0 {
		return false
	}
	byWhite := white&^fileH<<9 | white&^fileA<<7
	byBlack := black&^fileH>>7 | black&^fileA>>9
	if byWhite&black != 0 {
		return false
	}
	return walk(b.Set(White, King), ^(white|byBlack))&black == 0 &&
		walk(b.Set(Black, King), ^(black|byWhite))&white == 0
}

// walk returns the squares that a king can reach from the given squares if it moves over allowed
// squares only.
func walk(from, allowed uint64) uint64 {
	for {
		row := from | from&^fileH<<1 | from&^fileA>>1
		next := from | (row|row<<8|row>>8)&allowed
		if next == from {
			return from
		}
		from = next
	}
}
