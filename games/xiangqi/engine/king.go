package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// siege evaluates a side's attack on the enemy general.
func (x *scratch) siege(us int, men census) {
	b := x.board
	foe := us ^ 1
	at := x.kings[foe]
	first, second := b.LineSees(at)
	x.lines(us, at)

	// Count the points from which the side could give check with its next move.
	sees := &x.sees[us]
	bears := x.bears[us]
	bears += x.checks(us, rook, first.And(sees[rook]))
	bears += x.checks(us, cannon, second.And(x.steps[us].Or(sees[cannon].And(x.all))))
	if h := sees[horse]; !h.Empty() {
		bears += x.checks(us, horse, b.HorsesSeeing(at).And(h))
	}
	bears += x.checks(us, soldier, xiangqi.SoldiersSeeing(us, at).And(sees[soldier]))
	x.add(kingDanger + dangerSteps*min(men.of(foe, adviser), 2) + min(bears/2, dangerSteps-1))

	// Evaluate the own general: its mobility, and the points of the enemy palace that the enemy
	// general cannot enter because the generals would face each other.
	home := x.kings[us]
	x.add(kingFlight + min(xiangqi.KingSees(us, home).Without(x.own[us]).Without(x.seen[foe]).Size(), 4))
	ahead, _ := b.LineSees(home)
	x.add(kingCommand + min(ahead.And(xiangqi.Palace(foe)).Size(), 3))
}

// checks counts the points from which a kind of piece could give check. It returns the contribution
// of these checks to the attack on the palace.
func (x *scratch) checks(us, kind int, points set) int {
	points = points.Without(x.own[us])
	if points.Empty() {
		return 0
	}
	n := points.Without(x.seen[us^1]).Size()
	if n == 0 {
		x.add(unsafeCheck + kind)
		return 1
	}
	x.add(safeCheck + 3*kind + min(n, 2))
	return 4
}

// lines evaluates the rooks, cannons and general of a side that are on one line with the enemy
// general, which stands on the given point.
func (x *scratch) lines(us, at int) {
	b := x.board
	foe := us ^ 1
	men := b.Men(us, xiangqi.Rook).Or(b.Men(us, xiangqi.Cannon)).Or(b.Men(us, xiangqi.King))
	for men = men.And(xiangqi.Cross(at)); !men.Empty(); {
		sq := men.Pop()
		within := xiangqi.Between(at, sq).And(x.all)
		n := within.Size()
		onFile := fileOf[sq] == fileOf[at]
		switch b.At(game.Square(sq)).Kind() {
		case xiangqi.Cannon:
			if onFile {
				x.add(cannonFile + min(n, 5))
			} else {
				x.add(cannonRank + min(n, 5))
			}
			if n == 2 {
				x.add(cannonPin + within.And(x.own[foe]).Size())
			}
		case xiangqi.Rook:
			if onFile {
				x.add(rookFile + min(n, 4))
			} else {
				x.add(rookRank + min(n, 4))
			}
			if n == 1 {
				x.veil(rookPin, within, foe)
			}
		default:
			if n == 1 {
				x.veil(kingPin, within, foe)
			}
		}
	}
}

// veil evaluates a piece that is the only piece between the enemy general and a rook, cannon or
// general. pins is the section of weights for that line piece.
func (x *scratch) veil(pins int, within set, foe int) {
	piece := x.board.At(game.Square(within.Pop()))
	if piece.Side().Index() == foe {
		x.add(pins + int(piece.Kind())&7)
	} else if pins == rookPin {
		x.add(rookVeil)
	}
}
