package xiangqi

import "kydai/game"

// Constants of the move limit.
const (
	drawAfter  = 120 // plies without a capture
	freeChecks = 10  // number of checks of a side that count as plies
)

// Judge applies the repetition law of the setup, and the move limit.
func (Rules) Judge(l *game.Line) game.Outcome {
	if out := LawOf(l.Setup()).Judge(l); out.Over() {
		return out
	}
	if p, ok := l.Position().(*Position); ok && p.plies >= drawAfter {
		return game.Draw(game.MoveLimit)
	}
	return game.Outcome{}
}

// Barred lists the moves that the repetition law of the setup forbids in the current position.
func (Rules) Barred(l *game.Line) []game.Move { return LawOf(l.Setup()).Barred(l) }

// Judge decides repetitions. It works for every game whose positions have a method that returns a
// Board.
func (w *Law) Judge(l *game.Line) game.Outcome {
	if w.RunLimits != nil {
		if out := w.judgeRuns(l); out.Over() {
			return out
		}
	}
	first, seen := back(l, w.Times)
	if seen < w.Times {
		return game.Outcome{}
	}
	b := replayed(l, first)
	if b == nil {
		return game.Outcome{}
	}
	of := w.Weigh(b, l.Ply()-first)
	if w.RunLimits != nil && (of[0] != nil || of[1] != nil) {
		return game.Outcome{} // the limits on consecutive checks and chases decide this case instead
	}
	return ruling(of)
}

// ruling returns the outcome of a repetition. The parameter contains the offence of each side; nil
// means no offence.
func ruling(of [2]*Offence) game.Outcome {
	loser, why := Loser(of)
	if loser == game.NoSide {
		return game.Draw(why)
	}
	return game.Win(loser.Other(), why)
}

// judgeRuns returns the outcome under laws that limit consecutive checks and chases (RunLimits).
func (w *Law) judgeRuns(l *game.Line) game.Outcome {
	if w.Whole > 0 && l.Ply() >= w.Whole {
		return game.Draw(game.MoveLimit)
	}
	first := lastFixed(l)
	n := l.Ply() - first
	if n < 2*w.RunLimits.shortest() {
		return game.Outcome{}
	}
	b := replayed(l, first)
	if b == nil {
		return game.Outcome{}
	}
	if w.RunLimits.bothAtIt(b, n) {
		return game.Draw(game.Repetition)
	}
	if moves, why := w.RunLimits.bars(b, n); len(moves) > 0 && len(moves) == b.Count() {
		return game.Win(b.Turn().Other(), why)
	}
	return game.Outcome{}
}

// Barred lists the legal moves that the law forbids in the current position, because they would
// exceed a limit for consecutive checks and chases.
func (w *Law) Barred(l *game.Line) []game.Move {
	if w.RunLimits == nil {
		return nil
	}
	first := lastFixed(l)
	n := l.Ply() - first
	if n < 2*w.RunLimits.shortest() {
		return nil
	}
	b := replayed(l, first)
	if b == nil {
		return nil
	}
	moves, _ := w.RunLimits.bars(b, n)
	return moves
}

// back counts the occurrences of the current position. It goes back from the present position,
// which is the first occurrence, until it has found the given number or reaches an irreversible
// move. The result seen is the number of occurrences found, and ply is the ply of the earliest of
// them.
func back(l *game.Line, times int) (ply, seen int) {
	now := l.Key(l.Ply())
	for i := l.Ply(); i >= 0; i -= 2 {
		if i < l.Ply() && fixed(l.Move(i)) {
			break
		}
		if l.Key(i) == now {
			if seen++; seen == times {
				return i, seen
			}
			ply = i
		}
		if i > 0 && fixed(l.Move(i-1)) {
			break
		}
	}
	return ply, seen
}

// fixed reports whether a move is irreversible: a capture, or a move that turns up a piece.
func fixed(m game.Move) bool { return m.Taken() != 0 || m.Flag() }

// lastFixed returns the ply after the last irreversible move.
func lastFixed(l *game.Line) int {
	ply := l.Ply()
	for ply > 0 && !fixed(l.Move(ply-1)) {
		ply--
	}
	return ply
}

// replayed returns a board on which the moves of a line, starting with the given ply, have been
// played; nil if the positions of the game have no Board.
func replayed(l *game.Line, first int) *Board {
	p, ok := l.At(first).(interface{ Board() *Board })
	if !ok {
		return nil
	}
	b := p.Board()
	for i := first; i < l.Ply(); i++ {
		b.Do(l.Move(i))
	}
	return b
}

// redo plays a move again that Undo has taken back.
func (b *Board) redo(d done) {
	b.past = append(b.past, d)
	b.shift(int(d.from), int(d.to))
}

// counted returns the counters for the move limit after a move of p that is not a capture. From a
// side's 11th check on, the checks and the replies to them do not count as plies.
func (p *Position) counted(check bool) (plies uint16, checks [2]uint16) {
	us, them := p.turn.Index(), p.turn.Other().Index()
	plies, checks = p.plies, p.checks
	if check {
		checks[us]++
		if checks[us] > freeChecks {
			return plies, checks
		}
	}
	if checks[them] > freeChecks && p.inCheck {
		checks[them]++
	} else if plies < maxCounter {
		plies++
	}
	return plies, checks
}
