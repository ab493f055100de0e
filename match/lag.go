package match

import (
	"time"

	"kydai/game/clock"
)

// Lag is paid back from a quota of each side: a move gets back what the
// network took, as far as the quota goes, and refills the quota a little. Who
// is slow now and then loses nothing; who claims to be slow at every move gains
// no more than the refill.
const (
	lagMoves  = 40                     // a game is taken to have so many moves of a side
	lagShare  = 300                    // a refill is this part of a side's time for them,
	minRefill = 100 * time.Millisecond // but no less than this
	maxRefill = time.Second            // and no more than this
	startLag  = 2                      // refills in the quota at the start
	fullLag   = 5                      // refills in a full quota
	slowClock = time.Hour              // from this time for a move on lag does not matter

	maxLag = time.Hour // more is not recorded
)

// refillOf is what a move adds to the quota.
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

// refill is the quota after a move that left it at q.
func refill(c clock.Control, q time.Duration) time.Duration {
	gain := refillOf(c)
	return min(max(q, 0)+gain, fullLag*gain)
}
