package engine

import "time"

// Budget is how long to think about one move: Soft is when no new iteration
// should begin, Hard when the answer must be given.
type Budget struct{ Soft, Hard time.Duration }

// Overhead is kept back from every budget for what lies between the clock
// and the engine.
const Overhead = 8 * time.Millisecond

// movesLeft is how many moves a game is expected to last still, where the
// clock does not say.
const movesLeft = 28

// reserve is kept on a clock for a game that lasts longer than expected: not
// thinking takes time as well. Once only that is left, it is thought about
// with one part in hurry.
const (
	reserve = 65 * time.Millisecond
	hurry   = 16
)

// Most is the longest that the side to act may take for this move; 0 where
// time does not limit.
func (l Limits) Most(side int) time.Duration {
	return tighter(l.MoveTime, l.Left[side])
}

// Allot divides the clock of the side to act, and keeps to the time for the
// move if there is one as well. It is zero where time does not limit.
func (l Limits) Allot(side int) Budget {
	var move Budget
	if l.MoveTime > 0 {
		hard := keepBack(l.MoveTime)
		move = Budget{Soft: hard, Hard: hard}
	}
	if l.Left[side] <= 0 {
		return move
	}
	clock := l.allotClock(l.Left[side], l.Inc[side])
	return Budget{Soft: tighter(move.Soft, clock.Soft), Hard: tighter(move.Hard, clock.Hard)}
}

func (l Limits) allotClock(left, inc time.Duration) Budget {
	most := keepBack(left)
	if l.MovesToGo == 1 {
		// There will be more time for the next move.
		target := left + inc*3/4
		return Budget{Soft: min(target*6/10, most), Hard: most}
	}
	free := left - reserve
	if free < left/hurry {
		free = left / hurry
	}
	moves := time.Duration(movesLeft)
	if l.MovesToGo > 0 {
		moves = time.Duration(min(l.MovesToGo, movesLeft))
	}
	target := free/moves + inc*3/4
	return Budget{
		Soft: min(target*6/10, most),
		Hard: min(target*5/2, free/3+inc/2, most),
	}
}

// keepBack leaves something on the clock, but never nothing to think with.
func keepBack(d time.Duration) time.Duration {
	return max(d-Overhead, d/2, time.Millisecond/2)
}
