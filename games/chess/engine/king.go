package engine

import (
	"kydai/game"
	"kydai/games/chess"
)

func square(sq int) game.Square { return game.Square(sq) }

// danger returns how much the king of the given side is in danger. The evaluation later squares
// this number.
func (h *handcrafted) danger(x *scratch, e *pawnEntry, us int) Pair {
	b, w := x.board, h.weights
	foe := us ^ 1
	king := x.kings[us]
	units := x.units[us]
	if x.hits[us] == 0 && b.Set(foe, chess.Queen) == 0 {
		return 0
	}
	units += w.Danger[dangerBase]
	units += w.Danger[dangerSquare] * Pair(x.hits[us])
	// weak is the set of squares that the opponent attacks and that we do not defend, or defend
	// only once, by the king or the queen.
	weak := x.all[foe] &^ x.twice[us] & (^x.all[us] | x.by[us][chess.King] | x.by[us][chess.Queen])
	units += w.Danger[dangerWeak] * Pair(count(weak&x.rings[us]))
	units += w.Danger[dangerPinned] * Pair(count(x.pinned[us]))
	units += w.Danger[dangerShelter] * Pair(e.gaps[us])

	// The sets straight and slanted are the squares from which an enemy rook, bishop or queen would
	// give check. A possible check counts more if the enemy piece would be safe on its square.
	safe := ^b.Side(foe) & (^x.all[us] | weak&x.twice[foe])
	through := x.occupied &^ b.Set(us, chess.Queen)
	straight, slanted := chess.RookSees(king, through), chess.BishopSees(king, through)
	unsafe := uint64(0)
	check := func(kind, term int, from uint64) {
		from &= x.by[foe][kind]
		if from&safe != 0 {
			units += w.Danger[term]
		} else {
			unsafe |= from
		}
	}
	check(chess.Knight, dangerKnightCheck, chess.KnightSees(king))
	check(chess.Bishop, dangerBishopCheck, slanted)
	check(chess.Rook, dangerRookCheck, straight)
	check(chess.Queen, dangerQueenCheck, straight|slanted)
	units += w.Danger[dangerUnsafeCheck] * Pair(count(unsafe&^b.Side(foe)))

	near := flank[king&7] & camp[us]
	units += w.Danger[dangerFlank] * Pair(count(near&x.all[foe])+count(near&x.all[foe]&x.twice[foe]))
	units += w.Danger[dangerDefence] * Pair(count(near&x.all[us]))
	if b.Set(foe, chess.Queen) == 0 {
		units += w.Danger[dangerNoQueen]
	}
	if b.Turn() == foe {
		units += w.Danger[dangerTurn]
	}
	return units
}
