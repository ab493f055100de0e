package chess

import (
	"math/bits"

	"kydai/game"
)

// MaxMoves is a buffer capacity that suffices for the legal moves of any reachable position (the
// known maximum is 218). A smaller buffer also works, because it grows.
const MaxMoves = 256

// pawnWay holds the move directions of one side's pawns. A direction is the number of bits by which
// the bit set of pawns is rotated to the left. Pawns are never on the first or last rank, so no
// pawn is rotated from one end of the board to the other.
type pawnWay struct {
	push         int
	slash, slide int    // rotations for captures along the diagonals in slashOf and slideOf
	onSlash      uint64 // squares from which a pawn can capture along slashOf
	onSlide      uint64
	third, last  uint64 // third: rank that a double push passes over; last: promotion rank
}

var pawnWays = [2]pawnWay{
	{8, 9, 7, ^fileH, ^fileA, rank1 << 16, rank8},
	{56, 55, 57, ^fileA, ^fileH, rank1 << 40, rank1},
}

// safety holds the restrictions of the side to move that result from checks and pins.
type safety struct {
	king     uint
	checkers uint64
	pinned   uint64 // own pieces that must stay on their line with the king
	block    uint64 // allowed targets of all moves except the king's
}

func (b *Board) safety() (s safety) {
	us := b.turn & 1
	own, foes := b.sides[us], b.sides[us^1]
	s.king = first(b.kinds[King] & own)
	s.checkers = (knightAttacks[s.king]&b.kinds[Knight] | pawnAttacks[us][s.king]&b.kinds[Pawn]) & foes
	// snipers are the enemy sliders that would attack the king if no own piece were in between.
	snipers := (rookAttacks(s.king, foes)&(b.kinds[Rook]|b.kinds[Queen]) |
		bishopAttacks(s.king, foes)&(b.kinds[Bishop]|b.kinds[Queen])) & foes
	for ; snipers != 0; snipers &= snipers - 1 {
		at := first(snipers)
		shield := between[s.king][at] & own
		if shield == 0 {
			s.checkers |= bit(at)
		} else if shield&(shield-1) == 0 {
			s.pinned |= shield
		}
	}
	s.block = ^uint64(0)
	if s.checkers != 0 {
		s.block = 0
		if s.checkers&(s.checkers-1) == 0 {
			s.block = s.checkers | between[s.king][first(s.checkers)]
		}
	}
	return s
}

// kingTargets returns the squares in targets on which the king would be safe. All targets must be
// adjacent to the king.
func (b *Board) kingTargets(king uint, targets uint64) uint64 {
	us := b.turn & 1
	foes := b.sides[us^1]
	w := &pawnWays[us^1]
	pawns := b.kinds[Pawn] & foes
	targets &^= bits.RotateLeft64(pawns&w.onSlash, w.slash) | bits.RotateLeft64(pawns&w.onSlide, w.slide) |
		kingAttacks[first(b.kinds[King]&foes)]
	if targets == 0 {
		return 0
	}
	orthogonal, diagonal := (b.kinds[Rook]|b.kinds[Queen])&foes, (b.kinds[Bishop]|b.kinds[Queen])&foes
	knights := b.kinds[Knight] & foes
	occupied := (foes | b.sides[us]) &^ bit(king)
	for set := targets; set != 0; set &= set - 1 {
		at := first(set)
		if knightAttacks[at]&knights|rookAttacks(at, occupied)&orthogonal|bishopAttacks(at, occupied)&diagonal != 0 {
			targets ^= bit(at)
		}
	}
	return targets
}

// mayCastle reports whether the i-th castling move is legal. The side to move must have the right
// to castle and must not be in check.
func (b *Board) mayCastle(i uint, pinned uint64) bool {
	w := &b.castle.ways[i&3]
	occupied := b.sides[0] | b.sides[1]
	// A pinned castling rook shields the king along the first rank, so the king would be in check
	// after castling.
	if w.empty&occupied != 0 || pinned&bit(uint(w.rook)) != 0 {
		return false
	}
	for set := w.safe; set != 0; set &= set - 1 {
		if b.attackers(first(set), b.turn^1, occupied) != 0 {
			return false
		}
	}
	return true
}

// Legal appends every legal move to buf, in a fixed order.
func (b *Board) Legal(buf []game.Move) []game.Move {
	return b.generate(buf, ^uint64(0))
}

// Noisy appends the legal captures and promotions to buf.
func (b *Board) Noisy(buf []game.Move) []game.Move {
	return b.generate(buf, b.sides[b.turn&1^1])
}

// Quiets appends the legal moves to empty squares to buf. They include promotions and en passant
// captures.
func (b *Board) Quiets(buf []game.Move) []game.Move {
	return b.generate(buf, ^b.sides[b.turn&1^1])
}

// generate appends the legal moves whose target is in targets. It also appends all promotions and
// en passant captures.
func (b *Board) generate(buf []game.Move, targets uint64) []game.Move {
	us := b.turn & 1
	own, foes := b.sides[us], b.sides[us^1]
	s := b.safety()
	all := targets
	targets &= s.block &^ own

	if s.block != 0 {
		buf = b.pawnMoves(buf, &s, targets)
		for set := b.kinds[Knight] & own &^ s.pinned; set != 0; set &= set - 1 {
			from := first(set)
			buf = b.pieceMoves(buf, from, Knight, knightAttacks[from]&targets)
		}
		occupied := own | foes
		for set := (b.kinds[Bishop] | b.kinds[Rook] | b.kinds[Queen]) & own; set != 0; set &= set - 1 {
			from := first(set)
			kind := b.squares[from]
			var to uint64
			if kind != Rook {
				to = bishopAttacks(from, occupied)
			}
			if kind != Bishop {
				to |= rookAttacks(from, occupied)
			}
			if s.pinned&bit(from) != 0 {
				to &= lineOf[s.king][from]
			}
			buf = b.pieceMoves(buf, from, kind, to&targets)
		}
	}
	if to := kingAttacks[s.king] & all &^ own; to != 0 {
		buf = b.pieceMoves(buf, s.king, King, b.kingTargets(s.king, to))
	}
	if all|foes == ^uint64(0) && s.checkers == 0 && b.rights != 0 {
		for i := uint(us) * 2; i < uint(us)*2+2; i++ {
			if b.rights>>i&1 != 0 && b.mayCastle(i, s.pinned) {
				to := game.Square(b.castle.ways[i&3].to)
				buf = append(buf, game.NewMove(game.Square(s.king), to, King, 0, CastleShort+int(i&1)))
			}
		}
	}
	return buf
}

func (b *Board) pieceMoves(buf []game.Move, from uint, kind uint8, to uint64) []game.Move {
	base := game.Move(from)<<9 | game.Move(kind)<<18
	for ; to != 0; to &= to - 1 {
		at := first(to)
		buf = append(buf, base|game.Move(at)|game.Move(b.squares[at])<<22)
	}
	return buf
}

// pawnMoves generates the moves of all pawns at once with set operations. A pinned pawn may move
// only along its line with the king.
func (b *Board) pawnMoves(buf []game.Move, s *safety, targets uint64) []game.Move {
	us := b.turn & 1
	foes := b.sides[us^1]
	empty := ^(b.sides[us] | foes)
	pawns := b.kinds[Pawn] & b.sides[us]
	w := &pawnWays[us]

	one := bits.RotateLeft64(pawns&(^s.pinned|fileOf[s.king]), w.push) & empty
	two := bits.RotateLeft64(one&w.third, w.push) & empty & targets
	one &= targets | w.last&s.block
	slash := bits.RotateLeft64(pawns&w.onSlash&(^s.pinned|slashOf[s.king]), w.slash) & foes & targets
	slide := bits.RotateLeft64(pawns&w.onSlide&(^s.pinned|slideOf[s.king]), w.slide) & foes & targets

	buf = b.pawnSet(buf, slash, w.slash, w.last)
	buf = b.pawnSet(buf, slide, w.slide, w.last)
	buf = b.pawnSet(buf, one, w.push, w.last)
	for ; two != 0; two &= two - 1 {
		to := first(two)
		buf = append(buf, game.NewMove(game.Square(to-2*uint(w.push))&63, game.Square(to), Pawn, 0, DoublePush))
	}
	if b.passant != 0 {
		to := uint(b.passant) & 63
		for set := pawnAttacks[us^1][to] & pawns; set != 0; set &= set - 1 {
			if from := first(set); b.enPassantSafe(from, to) {
				buf = append(buf, game.NewMove(game.Square(from), game.Square(to), Pawn, Pawn, EnPassant))
			}
		}
	}
	return buf
}

// pawnSet appends the pawn moves whose target squares are in the given set. The parameter by is the
// difference between the target square and the origin square. The parameter last is the set of the
// squares on which a pawn promotes.
func (b *Board) pawnSet(buf []game.Move, set uint64, by int, last uint64) []game.Move {
	for ; set != 0; set &= set - 1 {
		to := first(set)
		m := game.Move(to) | game.Move((to-uint(by))&63)<<9 | Pawn<<18 | game.Move(b.squares[to])<<22
		if last&bit(to) == 0 {
			buf = append(buf, m)
			continue
		}
		buf = append(buf, m|ToQueen<<26, m|ToKnight<<26, m|ToRook<<26, m|ToBishop<<26)
	}
	return buf
}
