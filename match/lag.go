package match

import (
	"time"

	"kydai/game/clock"
)

// Lag compensation uses a quota for each side: a move gets back its network lag as far as the
// quota allows, and each move adds a little to the quota. A player with occasional lag loses no
// time; a player who fakes lag at every move gains no more than is added for each move.
const (
	lagMoves  = 40                     // assumed number of moves per side in a game
	lagShare  = 300                    // a refill is 1/lagShare of a side's time per move,
	minRefill = 100 * time.Millisecond // but at least this
	maxRefill = time.Second            // and at most this
	startLag  = 2                      // refills in the quota at the start
	fullLag   = 5                      // refills in a full quota
	slowClock = time.Hour              // time per move above which lag is not compensated

	maxLag = time.Hour // limit of the recorded lag
)

// refillOf returns the amount that each move adds to the quota.
func refillOf(c clock.Control) time.Duration {
	total := c.Base
	switch c.Kind {
	case clock.Fischer:
		total += lagMoves * c.Increment
	case clock.ByoYomi, clock.PerMove:
		total += lagMoves * c.Period
	case clock.Unlimited:
	}
	if c.Kind == clock.Unlimited || c.Kind == clock.PerMove && c.Period >= slowClock {
		return 0
	}
	return min(max(total/lagShare, minRefill), maxRefill)
}

func startQuota(c clock.Control) time.Duration { return startLag * refillOf(c) }

// refill returns the quota after a move, where q is the part of the quota that the move has left
// unused.
func refill(c clock.Control, q time.Duration) time.Duration {
	gain := refillOf(c)
	return min(max(q, 0)+gain, fullLag*gain)
}
