package clock

import (
	"time"

	"kydai/game"
)

// Clock is the state of both players' clocks. It is a value: a method that changes the state
// returns a changed copy.
type Clock struct {
	control Control
	main    [2]time.Duration // base time left, by side
	periods [2]int           // byo-yomi periods left, by side
	running game.Side        // side whose clock runs; NoSide while stopped
	thinker game.Side        // side to move, also while stopped
	since   time.Time        // when the running clock was started
	used    time.Duration    // time used in this turn until Stop was last called
}

// New returns a stopped clock with the full time for both sides.
func New(c Control) Clock {
	return Clock{
		control: c,
		main:    [2]time.Duration{c.Base, c.Base},
		periods: [2]int{c.Periods, c.Periods},
	}
}

// Control returns the time control.
func (c Clock) Control() Control { return c.control }

// Running returns the side whose clock runs, or NoSide.
func (c Clock) Running() game.Side { return c.running }

// Start starts the clock of side s at the given time.
func (c Clock) Start(s game.Side, now time.Time) Clock {
	if s != c.thinker {
		c.used = 0
	}
	c.running, c.thinker, c.since = s, s, now
	return c
}

// Stop stops the clock in the middle of a turn. If Start is then called for the same side, the turn
// continues with the time that was used before.
func (c Clock) Stop(now time.Time) Clock {
	c.used = c.spent(now)
	c.running = game.NoSide
	return c
}

// Press ends the turn of the side to move at one time (the parameter stop), and starts the clock of
// the next side at another time (the parameter start). Between the two times the server processes
// the move; no side is charged for this time. Call Flag first: if the time has already run out,
// Press sets it to zero.
func (c Clock) Press(stop time.Time, next game.Side, start time.Time) Clock {
	if c.thinker != game.NoSide {
		c = c.charge(c.spent(stop))
	}
	c.used = 0
	c.running, c.thinker, c.since = next, next, start
	return c
}

// charge subtracts the time of a finished turn from the clock of the side that moved.
func (c Clock) charge(used time.Duration) Clock {
	i := c.thinker.Index()
	switch c.control.Kind {
	case Fischer:
		c.main[i] = max(c.main[i]-used, 0) + c.control.Increment
	case ByoYomi:
		over := used - c.main[i]
		c.main[i] = max(-over, 0)
		if over > 0 {
			c.periods[i] = max(c.periods[i]-int(over/c.control.Period), 0)
		}
	case PerMove, Unlimited:
	}
	return c
}

// spent returns the time that the side to move has used in this turn, up to the given time.
func (c Clock) spent(now time.Time) time.Duration {
	if c.running == game.NoSide {
		return c.used
	}
	return c.used + max(now.Sub(c.since), 0)
}

// allowance is the total time that side s has for a new turn.
func (c Clock) allowance(s game.Side) time.Duration {
	switch c.control.Kind {
	case Fischer:
		return c.main[s.Index()]
	case ByoYomi:
		return c.main[s.Index()] + time.Duration(c.periods[s.Index()])*c.control.Period
	case PerMove:
		return c.control.Period
	case Unlimited:
	}
	return 0
}

// Left returns the time until the flag of side s falls. If the clock of s is stopped, Left returns
// the time that s would have if its clock started now. The result is never negative; for an unlimited
// clock it has no meaning.
func (c Clock) Left(s game.Side, now time.Time) time.Duration {
	left := c.allowance(s)
	if s == c.thinker {
		left -= c.spent(now)
	}
	return max(left, 0)
}

// Main returns the base time and the number of byo-yomi periods that side s has left. A period that
// has begun counts as left.
func (c Clock) Main(s game.Side, now time.Time) (left time.Duration, periods int) {
	i := s.Index()
	left, periods = c.main[i], c.periods[i]
	if s != c.thinker {
		return left, periods
	}
	over := c.spent(now) - left
	if over <= 0 {
		return -over, periods
	}
	if c.control.Kind == ByoYomi {
		periods = max(periods-int(over/c.control.Period), 0)
	}
	return 0, periods
}

// Deadline returns the time at which the flag of the running side falls. It returns false if no
// clock runs or if time is unlimited.
func (c Clock) Deadline() (time.Time, bool) {
	if c.running == game.NoSide || c.control.Kind == Unlimited {
		return time.Time{}, false
	}
	return c.since.Add(c.allowance(c.running) - c.used), true
}

// Flag returns the side whose time has run out, or NoSide. A move exactly at the deadline is
// late.
func (c Clock) Flag(now time.Time) game.Side {
	deadline, ok := c.Deadline()
	if !ok || now.Before(deadline) {
		return game.NoSide
	}
	return c.running
}

// Give adds d to the time of s, for example as compensation for lag. A negative d subtracts
// time, but not below zero. Give has no effect on time controls other than Fischer and
// byo-yomi.
func (c Clock) Give(s game.Side, d time.Duration) Clock {
	if c.control.Kind == Fischer || c.control.Kind == ByoYomi {
		c.main[s.Index()] = max(c.main[s.Index()]+d, 0)
	}
	return c
}
