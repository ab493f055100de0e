package xiangqi

import "kydai/game"

// danger holds the restrictions of the side to move that result from attacks on its general.
type danger struct {
	allow  Set // allowed targets of pieces that are neither the general nor tied
	tied   Set // own pieces that may expose the general by moving, so each of their moves is tested
	checks int
}

// danger examines every enemy piece that attacks the general of the given side, and every enemy
// piece that would attack this general if one piece between them were removed or added.
func (b *Board) danger(us uint8) danger {
	them := us ^ 1
	king := int(b.king[us])
	own := b.occ[us]
	all := own.Or(b.occ[them])
	d := danger{allow: everywhere}

	mids := &between[castle[king]]
	for lines := b.lineMen(them).And(cross[king]); !lines.Empty(); {
		sq := lines.Pop()
		mid := mids[sq]
		within := mid.And(all)
		n := within.Size()
		if n > 2 {
			continue
		}
		if b.cells[sq].Kind() == Cannon {
			switch n {
			case 0: // a piece that moves between the cannon and the general would become the cannon's screen
				d.allow = d.allow.Without(mid)
				continue
			case 1:
				d.checks++
				d.allow = d.allow.And(mid.Without(within).Or(bitOf[sq]))
			}
			d.tied = d.tied.Or(within.And(own))
			continue
		}
		switch n {
		case 0:
			d.checks++
			d.allow = d.allow.And(mid.Or(bitOf[sq]))
		case 1:
			d.tied = d.tied.Or(within.And(own))
		}
	}
	for horses := b.by[them][Horse].And(leap[king][0]); !horses.Empty(); {
		sq := horses.Pop()
		d.through(sq, sq+int(legOf[king-sq+19]), own, all)
	}
	for men := b.by[them][Soldier].And(marched[them][king]); !men.Empty(); {
		d.checks++
		d.allow = d.allow.And(bitOf[men.Pop()])
	}
	if b.by[them][FreeAdviser].Or(b.by[them][FreeElephant]).Empty() {
		return d
	}
	for men := b.by[them][FreeAdviser].And(diagonal[king]); !men.Empty(); {
		d.checks++
		d.allow = d.allow.And(bitOf[men.Pop()])
	}
	for men := b.by[them][FreeElephant].And(twoDiag[king][0]); !men.Empty(); {
		sq := men.Pop()
		d.through(sq, (sq+king)/2, own, all)
	}
	return d
}

// through records an attacker that can be blocked at one point (gate): the leg of a horse or the
// eye of an elephant.
func (d *danger) through(attacker, gate int, own, all Set) {
	if !all.Has(gate) {
		d.checks++
		d.allow = d.allow.And(bitOf[attacker].Or(bitOf[gate]))
	} else {
		d.tied = d.tied.Or(bitOf[gate].And(own))
	}
}

// lineMen returns the pieces of a side that attack along lines. The general is included, because it
// attacks the other general along a file.
func (b *Board) lineMen(side uint8) Set {
	own := &b.by[side]
	return own[Rook].Or(own[Cannon]).Or(own[King])
}

// exposed reports whether a general on the palace point king would be attacked if the occupied
// points were exactly those of the set in the parameter all. Only attackers whose points are in the
// set in the parameter alive count.
func (b *Board) exposed(king int, them uint8, all, alive Set) bool {
	mids := &between[castle[king]]
	for lines := b.lineMen(them).And(cross[king]).And(alive); !lines.Empty(); {
		sq := lines.Pop()
		within := mids[sq].And(all)
		if b.cells[sq].Kind() == Cannon {
			if within.Size() == 1 {
				return true
			}
		} else if within.Empty() {
			return true
		}
	}
	for horses := b.by[them][Horse].And(leap[king][0]).And(alive); !horses.Empty(); {
		sq := horses.Pop()
		if !all.Has(sq + int(legOf[king-sq+19])) {
			return true
		}
	}
	near := b.by[them][Soldier].And(marched[them][king])
	near = near.Or(b.by[them][FreeAdviser].And(diagonal[king]))
	if !near.And(alive).Empty() {
		return true
	}
	for men := b.by[them][FreeElephant].And(twoDiag[king][0]).And(alive); !men.Empty(); {
		if !all.Has((men.Pop() + king) / 2) {
			return true
		}
	}
	return false
}

// safe reports whether the general of the side to move is safe after a move.
func (b *Board) safe(from, to int) bool {
	us := b.turn & 1
	target := bitOf[to]
	all := b.occ[0].Or(b.occ[1]).Without(bitOf[from]).Or(target)
	king := int(b.king[us])
	if from == king {
		king = to
	}
	return !b.exposed(king, us^1, all, everywhere.Without(target))
}

// InCheck reports whether the general of the side to move is attacked.
func (b *Board) InCheck() bool { return b.attacksKing(b.turn & 1) }

func (b *Board) attacksKing(us uint8) bool {
	return b.exposed(int(b.king[us]), us^1, b.occ[0].Or(b.occ[1]), everywhere)
}

// Attacked reports whether a side could capture an enemy piece on a point. It ignores pins. A
// general attacks a distant point only if the enemy general is on it.
func (b *Board) Attacked(sq game.Square, by game.Side) bool {
	side := uint8(by.Index())
	for men := b.occ[side].Without(bitOf[sq]); !men.Empty(); {
		if b.strikes(men.Pop(), int(sq)) {
			return true
		}
	}
	return false
}

// Checkers appends to buf the points of the pieces that attack the general of the side to move.
func (b *Board) Checkers(buf []game.Square) []game.Square {
	us := b.turn & 1
	king := int(b.king[us])
	for men := b.occ[us^1]; !men.Empty(); {
		if sq := men.Pop(); b.strikes(sq, king) {
			buf = append(buf, game.Square(sq))
		}
	}
	return buf
}

// strikes reports whether the piece on one point attacks another point.
func (b *Board) strikes(from, to int) bool {
	piece := b.cells[from]
	side := uint8(piece >> 4 & 1)
	all := b.occ[0].Or(b.occ[1])
	switch piece.Kind() {
	case Cannon:
		_, second := sees(from, all, b.files[fileOf[from]])
		return second.Has(to)
	case King:
		if b.cells[to].Kind() == King && fileOf[from] == fileOf[to] {
			return between[castle[from]][to].And(all).Empty()
		}
	}
	return b.reach(piece.Kind(), side, from, all).Has(to)
}
