package engine

import "time"

// Budget is the time for one move: after Soft the engine begins no new iteration; at Hard it must
// answer. ByClock means that Soft comes from a clock: the engine may use more or less time, because
// the next moves get the difference.
type Budget struct {
	Soft, Hard time.Duration
	ByClock    bool
}

// Overhead is subtracted from every time budget to cover the delay between the clock and the
// engine.
const Overhead = 8 * time.Millisecond

// movesLeft is the number of moves until the end of the game that Allot assumes if the limits do
// not contain MovesToGo.
const movesLeft = 28

// reserve is the time that Allot does not distribute over the expected moves, because a game may
// last longer than expected and even an instant move takes time. When little more than the reserve
// is left, Allot distributes 1/hurry of the remaining time instead.
const (
	reserve = 65 * time.Millisecond
	hurry   = 16
)

// Later returns the limits with delay subtracted from the time per move and from both clocks. Use
// it for an engine whose answer takes longer than normal to stop the clock. A negative delay adds
// time.
func (l Limits) Later(delay time.Duration) Limits {
	for _, d := range []*time.Duration{&l.MoveTime, &l.Left[0], &l.Left[1]} {
		if *d > 0 {
			*d = max(*d-delay, time.Millisecond)
		}
	}
	return l
}

// Most returns the longest time that the side to move may use for this move; 0 means no limit. side
// is 0 for the first side and 1 for the second.
func (l Limits) Most(side int) time.Duration {
	return tighter(l.MoveTime, l.Left[side])
}

// Allot computes the time budget for one move: one from the clock of the side to move, another from
// the limit per move, and returns the smaller one. The budget is zero if neither limit is set.
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
	return Budget{
		Soft: tighter(move.Soft, clock.Soft), Hard: tighter(move.Hard, clock.Hard),
		ByClock: move.Soft == 0 || clock.Soft < move.Soft,
	}
}

func (l Limits) allotClock(left, inc time.Duration) Budget {
	most := keepBack(left)
	if l.MovesToGo == 1 {
		// This is the last move before the time control. The clock then gets new time, so this move
		// may use most of the time left.
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

// keepBack subtracts Overhead from a time budget. At least half of the budget remains, and at least
// 0.5 ms.
func keepBack(d time.Duration) time.Duration {
	return max(d-Overhead, d/2, time.Millisecond/2)
}
