package match

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// Failover is the reason code for time that is given to a player who could not reach the server
// through no fault of their own.
const Failover = "failover"

// leastGift is the shortest time that MakeGood gives back to a player.
const leastGift = 100 * time.Millisecond

// Span is an interval of time.
type Span struct{ From, To time.Time }

// MakeGood gives the side to move the time that it lost to outages of the server (spans). It counts
// the part of the outages that lies in the current turn, and subtracts the time already given for
// these outages. The spans must not overlap. MakeGood returns NotDue if there is no time to give.
func (m *Match) MakeGood(spans []Span, now time.Time) error {
	at := moment(now)
	side := m.Turn()
	c := m.terms.Clock
	if len(spans) == 0 || side == game.NoSide || m.isPaused() || c.Kind == clock.Unlimited || refillOf(c) == 0 {
		return errNotDue
	}
	given := m.givenFor(Failover, side)
	began := m.since.Add(-given)
	lost := -given
	for _, s := range spans {
		from, to := s.From, s.To
		if from.Before(began) {
			from = began
		}
		if to.After(at) {
			to = at
		}
		lost += max(to.Sub(from), 0)
	}
	if lost < leastGift {
		return errNotDue
	}
	return m.Give(side, min(lost, maxGift), Failover, now)
}

// givenFor returns the time that a side was given in the current turn for the given reason (the
// parameter why).
func (m *Match) givenFor(why string, side game.Side) (sum time.Duration) {
	for i := len(m.events) - 1; i >= 0 && !m.events[i].Kind.setsTimeGoing(); i-- {
		if e := m.events[i]; e.Kind == Given && e.Side == side && e.Text == why {
			sum += e.Gave
		}
	}
	return sum
}
