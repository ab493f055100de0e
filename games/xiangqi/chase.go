package xiangqi

import "kydai/game"

// A chase consists of threats: captures that would win material if the opponent did nothing. A
// threat depends only on the pieces, not on which side is to move. See rules 4.7 to 4.12 in
// games/xiangqi/rules.md.

// threat is a capture that would win material. The field by is the point of the attacker, and the
// field of is the point of the victim.
type threat struct {
	by, of uint8
	why    Why
}

// Why is the reason why an attack counts as a threat.
type Why uint8

// Reasons for a threat; the zero Why means no threat.
const (
	Rootless  Why = 1 + iota // the victim is not protected
	FalseRoot                // the piece that seems to protect the victim could not recapture
	WorthLess                // the attacker is worth less than the victim, even if the victim is protected
	CannotHit                // attacker and victim are of the same kind, but the victim cannot capture the attacker
)

// maxThreats is larger than the number of threats that one side can have.
const maxThreats = 64

// threats appends the threats of the given side to buf.
func (b *Board) threats(us uint8, buf []threat) []threat {
	them := us ^ 1
	all := b.occ[0].Or(b.occ[1])
	prey := b.occ[them].Without(b.by[them][King]).Without(b.by[them][Soldier].And(homeHalf[them]))
	hunters := b.occ[us].Without(b.by[us][King]).Without(b.by[us][Soldier])
	for !hunters.Empty() {
		from := hunters.Pop()
		for hit := b.reach(b.cells[from].Kind(), us, from, all).And(prey); !hit.Empty(); {
			to := hit.Pop()
			if why := b.threatens(from, to); why != 0 && len(buf) < maxThreats {
				buf = append(buf, threat{uint8(from), uint8(to), why})
			}
		}
	}
	return buf
}

// threatens returns the reason why the attack of one piece on another is a threat; 0 if it is not a
// threat. The first point is that of the attacker, the second that of the victim.
func (b *Board) threatens(from, to int) Why {
	if !b.mayTake(from, to) {
		return 0
	}
	hunter, prey := b.cells[from].Kind(), b.cells[to].Kind()
	if hunter == prey && b.takes(to, from) {
		return 0 // each piece can capture the other: an exchange, not a threat
	}
	if worth[prey] > worth[hunter] {
		return WorthLess
	}
	free, seeming := b.unprotected(from, to)
	switch {
	case !free:
		return 0
	case hunter == prey && b.strikes(to, from):
		return CannotHit
	case seeming:
		return FalseRoot
	}
	return Rootless
}

// worth ranks the kinds of pieces as the repetition law does. An attack on a higher-ranked piece is
// a threat even if that piece is protected.
var worth = [16]uint8{
	Adviser: 1, FreeAdviser: 1, Elephant: 1, FreeElephant: 1, Soldier: 1, Horse: 2, Cannon: 2, Rook: 3,
}

// takes reports whether the piece on the first point attacks the piece on the second point and may
// capture that piece.
func (b *Board) takes(from, to int) bool { return b.strikes(from, to) && b.mayTake(from, to) }

// mayTake reports whether the piece on the first point can capture the piece on the second point
// without exposing its own general. It ignores checks that already exist.
func (b *Board) mayTake(from, to int) bool {
	us := uint8(b.cells[from] >> 4 & 1)
	return b.leaves(us, from, to, b.checkers(us))
}

// leaves reports whether a move leaves the own general safe. It ignores attackers in the set
// ignored.
func (b *Board) leaves(us uint8, from, to int, ignored Set) bool {
	king := int(b.king[us])
	if from == king {
		king = to
	}
	all := b.occ[0].Or(b.occ[1]).Without(bitOf[from]).Or(bitOf[to])
	return !b.exposed(king, us^1, all, everywhere.Without(bitOf[to]).Without(ignored))
}

// checkers returns the pieces that attack the general of a side.
func (b *Board) checkers(us uint8) Set {
	if !b.attacksKing(us) {
		return Set{}
	}
	found := Set{}
	for men := b.occ[us^1]; !men.Empty(); {
		if sq := men.Pop(); b.strikes(sq, int(b.king[us])) {
			found = found.Or(bitOf[sq])
		}
	}
	return found
}

// rooted reports whether a piece is protected by a piece that can move. A protector on the same
// line behind an attacker does not count, because it protects only after the attacker has moved.
func (b *Board) rooted(sq int) bool {
	for men := b.occ[b.cells[sq]>>4&1].Without(bitOf[sq]); !men.Empty(); {
		if b.takes(men.Pop(), sq) {
			return true
		}
	}
	return false
}

// unprotected examines a capture: free means that no piece could recapture, and seeming means that
// some piece attacks the point but may not recapture.
func (b *Board) unprotected(from, to int) (free, seeming bool) {
	hunter, prey := b.cells[from], b.cells[to]
	them := uint8(prey >> 4 & 1)
	ignored := b.checkers(them)
	key := b.key
	b.Put(game.Square(from), 0)
	b.Put(game.Square(to), hunter)
	free = true
	for men := b.occ[them]; free && !men.Empty(); {
		if sq := men.Pop(); b.strikes(sq, to) {
			seeming = true
			free = !b.leaves(them, sq, to, ignored)
		}
	}
	b.Put(game.Square(to), prey)
	b.Put(game.Square(from), hunter)
	b.key = key
	return free, seeming
}

// chased appends the threats that the last move created: threats that exist now and did not exist
// before the move.
func (b *Board) chased(buf []threat) []threat {
	start := len(buf)
	buf = b.threats(b.turn&1^1, buf)
	if len(buf) == start {
		return buf
	}
	last := b.past[len(b.past)-1]
	b.Undo()
	kept := buf[:start]
	for _, t := range buf[start:] {
		by := t.by
		if by == last.to {
			by = last.from
		}
		if !b.stood(int(by), int(t.of)) {
			kept = append(kept, t)
		}
	}
	b.redo(last)
	return kept
}

// stood reports whether an attack existed before the last move, so that it is not a new chase. The
// board is the one before that move. An attack on a piece also counts if all protectors of the
// piece are on the line behind the attacker, because closing the line of such a protector does not
// start a chase.
func (b *Board) stood(from, to int) bool {
	if !b.takes(from, to) {
		return false
	}
	if b.cells[from].Kind() == b.cells[to].Kind() && b.takes(to, from) {
		return false
	}
	return !b.rooted(to) || b.threatens(from, to) != 0
}
