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

// Allot divides the clock of the side to act. It is zero where time does not
// limit.
func (l Limits) Allot(side int) Budget {
	if l.MoveTime > 0 {
		hard := keepBack(l.MoveTime)
		return Budget{Soft: hard, Hard: hard}
	}
	left, inc := l.Left[side], l.Inc[side]
	if left <= 0 {
		return Budget{}
	}
	moves := time.Duration(movesLeft)
	if l.MovesToGo > 0 {
		moves = time.Duration(min(l.MovesToGo, movesLeft))
	}
	most := keepBack(left)
	target := left/moves + inc*3/4
	share := left/3 + inc/2
	if l.MovesToGo == 1 {
		share = most // there will be more time for the next move
	}
	return Budget{
		Soft: min(target*6/10, most),
		Hard: min(target*5/2, share, most),
	}
}

// keepBack leaves something on the clock, but never nothing to think with.
func keepBack(d time.Duration) time.Duration {
	return max(d-Overhead, d/2, time.Millisecond/2)
}
