package xiangqi

import "kydai/game"

// classifier decides which offences of the repetition law the sides commit. It goes back through
// the moves of the repetition, and keeps for each side the offences that all moves examined so far
// commit.
type classifier struct {
	law  *Law
	open [2]bool // by side: at least one offence is still possible
	fits [2][maxOffences]bool
	prey [2][maxOffences]Set // points of the pieces that every chase so far attacks, by side and offence
	any  [2][maxOffences]bool
}

// maxOffences is the largest number of offences that a law may have.
const maxOffences = 4

func (t *classifier) begin(w *Law) {
	t.law = w
	for side := range 2 {
		t.open[side] = len(w.Offences) > 0
		for i := range w.Offences {
			t.fits[side][i] = true
			t.prey[side][i] = everywhere
		}
	}
}

// try examines the last move on b. It removes the offences that this move does not commit from
// those of the moving side.
func (t *classifier) try(b *Board, buf []threat) {
	us := b.turn&1 ^ 1
	if !t.open[us] {
		return
	}
	check := b.InCheck()
	prey, looked := Set{}, false
	mate, asked := false, false
	open := false
	for i := range t.law.Offences {
		if !t.fits[us][i] {
			continue
		}
		o := &t.law.Offences[i]
		fits := o.Acts&Check != 0 && check
		if o.Acts&Chase != 0 && (!fits || o.OnePiece) {
			if !looked {
				for _, c := range b.chased(buf) {
					prey = prey.Or(bitOf[c.of])
				}
				looked = true
			}
			fits = t.chase(us, i, prey, fits)
		}
		if !fits && o.Acts&Mate != 0 {
			if !asked {
				mate, asked = b.threatensMate(), true
			}
			fits = mate
		}
		t.fits[us][i] = fits
		open = open || fits
	}
	t.open[us] = open
}

// chase reports whether a move commits offence i. The parameter prey holds the pieces that the move
// chases; fits is true if the move commits the offence by giving check. If all moves must chase the
// same piece, chase reduces the set t.prey to the pieces that this move chases too.
func (t *classifier) chase(us uint8, i int, prey Set, fits bool) bool {
	if !t.law.Offences[i].OnePiece {
		return fits || !prey.Empty()
	}
	both := t.prey[us][i].And(prey)
	if both.Empty() {
		return fits
	}
	t.prey[us][i], t.any[us][i] = both, true
	return true
}

// back follows a chased piece back in time: if the move d moved the piece, its point becomes the
// point before the move.
func (t *classifier) back(mover uint8, d done) {
	of := &t.prey[mover^1]
	for i := range t.law.Offences {
		if t.any[mover^1][i] && of[i].Has(int(d.to)) {
			of[i] = of[i].Without(bitOf[d.to]).Or(bitOf[d.from])
		}
	}
}

// found returns the gravest offence that every move of a side commits; nil if there is none.
func (t *classifier) found(side int) *Offence {
	if !t.open[side] {
		return nil
	}
	for i := range t.law.Offences {
		if t.fits[side][i] {
			return &t.law.Offences[i]
		}
	}
	return nil
}

// threatensMate reports whether the last move creates a threat of mate or stalemate. The moving
// side must be able to mate or stalemate, immediately or by a sequence of checks, if the opponent
// passes, and must not have been able to do so before the move.
func (b *Board) threatensMate() bool {
	if b.InCheck() {
		return false
	}
	b.DoPass()
	now := b.mates(mateChecks)
	b.Undo()
	if !now {
		return false
	}
	last := b.past[len(b.past)-1]
	b.Undo()
	before := b.mates(mateChecks)
	b.redo(last)
	return !before
}

// mateChecks is the largest length, in moves, of a mate threat. All moves of the threat except the
// last must be checks.
const mateChecks = 3

// mates reports whether the side to move can mate or stalemate within the given number of moves.
// All moves except the last must be checks.
func (b *Board) mates(moves int) bool {
	var room [MaxMoves]game.Move
	list := b.Legal(room[:0])
	for _, m := range list {
		b.Do(m)
		none := b.Count() == 0
		b.Undo()
		if none {
			return true
		}
	}
	if moves == 1 {
		return false
	}
	for _, m := range list {
		if b.GivesCheck(m) && b.forces(m, moves-1) {
			return true
		}
	}
	return false
}

// forces reports whether the check m forces mate or stalemate: after every reply, the checking side
// can mate or stalemate within the given number of moves.
func (b *Board) forces(m game.Move, moves int) bool {
	b.Do(m)
	defer b.Undo()
	var room [MaxMoves]game.Move
	for _, answer := range b.Legal(room[:0]) {
		b.Do(answer)
		mated := b.mates(moves)
		b.Undo()
		if !mated {
			return false
		}
	}
	return true
}
