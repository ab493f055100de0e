package engine

import "time"

// Budget is the time for one move. After Soft no new iteration begins; at Hard
// the engine must answer.
type Budget struct{ Soft, Hard time.Duration }

// Overhead is subtracted from every time budget to cover the delay between the clock and the
// engine.
const Overhead = 8 * time.Millisecond

// movesLeft is the number of moves until the end of the game that Allot assumes if the clock
// does not give one.
const movesLeft = 28

// reserve is kept on the clock for games that last longer than expected, because even an
// instant move takes time. Once only the reserve is left, a move may use 1/hurry of the
// remaining time.
const (
	reserve = 65 * time.Millisecond
	hurry   = 16
)

// Later returns the limits with a delay subtracted from every time. It serves engines whose answers
// take longer than usual to reach the clock. A negative delay adds time.
func (l Limits) Later(delay time.Duration) Limits {
	for _, d := range []*time.Duration{&l.MoveTime, &l.Left[0], &l.Left[1]} {
		if *d > 0 {
			*d = max(*d-delay, time.Millisecond)
		}
	}
	return l
}

// Most is the longest time that the side to move may use for this move; 0 means
// no limit.
func (l Limits) Most(side int) time.Duration {
	return tighter(l.MoveTime, l.Left[side])
}

// Allot computes the budget from the clock of the side to move and from the time per move, and
// returns the smaller one. The budget is zero if time is not limited.
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
		// The time is refilled before the next move, so this move may use most of it.
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

// keepBack subtracts the overhead from a budget but leaves some time to search.
func keepBack(d time.Duration) time.Duration {
	return max(d-Overhead, d/2, time.Millisecond/2)
}
