package chess

import (
	"math/bits"

	"kydai/game"
)

// Count returns the number of legal moves. It is faster than Legal, because it does not generate
// the moves.
func (b *Board) Count() int {
	us := b.turn & 1
	own, foes := b.sides[us], b.sides[us^1]
	occupied := own | foes
	s := b.safety()
	n := 0
	if to := kingAttacks[s.king] &^ own; to != 0 {
		n = bits.OnesCount64(b.kingTargets(s.king, to))
	}
	if s.block == 0 {
		return n
	}
	if rights := b.rights >> (us * 2) & 3; rights != 0 && s.checkers == 0 {
		if rights&1 != 0 && b.mayCastle(uint(us)*2, s.pinned) {
			n++
		}
		if rights&2 != 0 && b.mayCastle(uint(us)*2+1, s.pinned) {
			n++
		}
	}
	free := own &^ s.pinned
	targets := s.block &^ own
	for set := b.kinds[Knight] & free; set != 0; set &= set - 1 {
		n += bits.OnesCount64(knightAttacks[first(set)] & targets)
	}
	diagonal, orthogonal := b.kinds[Bishop]|b.kinds[Queen], b.kinds[Rook]|b.kinds[Queen]
	for set := diagonal & free; set != 0; set &= set - 1 {
		n += bits.OnesCount64(bishopAttacks(first(set), occupied) & targets)
	}
	for set := orthogonal & free; set != 0; set &= set - 1 {
		n += bits.OnesCount64(rookAttacks(first(set), occupied) & targets)
	}
	if s.pinned != 0 {
		for set := diagonal & s.pinned; set != 0; set &= set - 1 {
			from := first(set)
			n += bits.OnesCount64(bishopAttacks(from, occupied) & targets & lineOf[s.king][from])
		}
		for set := orthogonal & s.pinned; set != 0; set &= set - 1 {
			from := first(set)
			n += bits.OnesCount64(rookAttacks(from, occupied) & targets & lineOf[s.king][from])
		}
	}
	return n + b.countPawns(&s, targets)
}

func (b *Board) countPawns(s *safety, targets uint64) int {
	us := b.turn & 1
	foes := b.sides[us^1]
	empty := ^(b.sides[us] | foes)
	pawns := b.kinds[Pawn] & b.sides[us]
	w := &pawnWays[us]
	one := bits.RotateLeft64(pawns&(^s.pinned|fileOf[s.king]), w.push) & empty
	two := bits.RotateLeft64(one&w.third, w.push) & empty
	slash := bits.RotateLeft64(pawns&w.onSlash&(^s.pinned|slashOf[s.king]), w.slash) & foes & targets
	slide := bits.RotateLeft64(pawns&w.onSlide&(^s.pinned|slideOf[s.king]), w.slide) & foes & targets
	// No square is the target of both a single push and a double push. The pawn that could push one
	// square to it would block the double push. So the two sets can be counted together.
	pushes := (one | two) & targets
	n := bits.OnesCount64(pushes) + bits.OnesCount64(slash) + bits.OnesCount64(slide)
	if (pushes|slash|slide)&w.last != 0 {
		n += 3 * (bits.OnesCount64(pushes&w.last) + bits.OnesCount64(slash&w.last) + bits.OnesCount64(slide&w.last))
	}
	if b.passant != 0 {
		to := uint(b.passant) & 63
		for set := pawnAttacks[us^1][to] & pawns; set != 0; set &= set - 1 {
			if b.enPassantSafe(first(set), to) {
				n++
			}
		}
	}
	return n
}

// Perft counts the move sequences of exactly depth moves. It counts the last ply without playing
// its moves.
func Perft(b *Board, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(b.Count())
	}
	return perft(b, depth, make([]game.Move, 0, MaxMoves*(depth-1)))
}

// perft appends its moves to buf and does not change the moves already in buf.
func perft(b *Board, depth int, buf []game.Move) (n uint64) {
	moves := b.Legal(buf)
	for _, m := range moves[len(buf):] {
		u := b.Do(m)
		if depth == 2 {
			n += uint64(b.Count())
		} else {
			n += perft(b, depth-1, moves)
		}
		b.Undo(m, u)
	}
	return n
}
