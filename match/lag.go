package match

import (
	"time"

	"kydai/game/clock"
)

// Lag compensation uses a quota of time for each side: a move gets back its network lag as far as
// the quota allows, and each move adds a little to the quota. A player with occasional lag loses no
// time. A player who fakes lag at every move gains only what each move adds to the quota.
const (
	lagMoves  = 40                     // assumed number of moves per side in a game
	lagShare  = 300                    // a refill (the time added to the quota per move) is 1/lagShare of a side's time for the game
	minRefill = 100 * time.Millisecond // minimum of a refill
	maxRefill = time.Second            // maximum of a refill
	startLag  = 2                      // quota at the start, in refills
	fullLag   = 5                      // maximum quota, in refills
	slowClock = time.Hour              // games with at least this time per move get no lag compensation

	maxLag = time.Hour // maximum lag that an event records
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

// refill returns the quota after a move. The parameter q is the part of the quota that the move did
// not use.
func refill(c clock.Control, q time.Duration) time.Duration {
	gain := refillOf(c)
	return min(max(q, 0)+gain, fullLag*gain)
}
