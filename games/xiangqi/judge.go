package xiangqi

import "kydai/game"

// The judge is a basic one: of the federations' laws it knows repetition,
// perpetual check and the move limit, but no chases.

// Limits of the move limit.
const (
	drawAfter  = 120 // plies without a capture
	freeChecks = 10  // a side's checks that are still counted
)

// Judge rules on repetition and on the move limit.
func (Rules) Judge(l *game.Line) game.Outcome {
	if out := Repetition(l); out.Over() {
		return out
	}
	if p, ok := l.Position().(*Position); ok && p.plies >= drawAfter {
		return game.Draw(game.MoveLimit)
	}
	return game.Outcome{}
}

// Repetition rules on the third occurrence of a position. The side that gave
// check with its every move since the first of the three loses, unless both
// did. It serves every game whose positions have a method InCheck; those
// without it never give check.
func Repetition(l *game.Line) game.Outcome {
	first, seen := thirdLast(l)
	if seen < 3 {
		return game.Outcome{}
	}
	always := [2]bool{true, true}
	for i, step := range l.Steps() {
		if i <= first {
			continue
		}
		// The position before move i shows what move i-1 did.
		note(&always, step.Before)
	}
	note(&always, l.Position())
	if always[0] == always[1] {
		return game.Draw(game.Repetition)
	}
	loser := game.First
	if always[1] {
		loser = game.Second
	}
	return game.Win(loser.Other(), game.PerpetualCheck)
}

// thirdLast finds the ply of the third last occurrence of the present
// position, and counts no further than three.
func thirdLast(l *game.Line) (ply, seen int) {
	now := l.Key(l.Ply())
	for i := l.Ply(); i >= 0; i -= 2 {
		if l.Key(i) == now {
			if seen++; seen == 3 {
				return i, seen
			}
		}
	}
	return 0, seen
}

// note takes a position into account that the side not to move has made.
func note(always *[2]bool, p game.Position) {
	pos, ok := p.(interface{ InCheck() bool })
	if !ok || !pos.InCheck() {
		always[p.Turn().Other().Index()] = false
	}
}

// counted returns the counters after a move of p that captures nothing. From
// a side's 11th check on, neither the check nor its answer counts.
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
