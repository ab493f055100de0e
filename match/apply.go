package match

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// apply updates the state with an event that the function admit has accepted. If the event is a
// move, admit has already played the move on s.line.
func (s *state) apply(t *Terms, e *Event) {
	switch e.Kind {
	case Moved:
		s.applyMove(t, e)
	case Offered:
		o := &s.offers[e.What][e.By.Index()]
		*o = offer{stands: true, count: e.Count, times: o.times + 1, moves: s.movedInAll()}
	case Declined:
		s.offers[e.What][e.By.Other().Index()].stands = false
	case Withdrawn:
		s.offers[e.What][e.By.Index()].stands = false
	case Undone:
		s.accepted(Takeback)
		s.applyUndo(e)
	case Redone:
		s.lapse()
		s.applyRedo(e)
	case Paused:
		s.accepted(Pause)
		s.used = s.spent(e.At)
		s.clock = s.clock.Stop(e.At)
		s.paused = e.At
	case Resumed:
		s.accepted(Resume)
		s.paused = time.Time{}
	case Given:
		s.applyGift(e)
	case Ended:
		s.lapse()
		s.clock = s.clock.Stop(e.At)
		s.out = game.Outcome{Why: game.Reason(e.Text), Winner: e.Side}
		s.endedBy, s.paused = e.By, time.Time{}
	case Rematched:
		s.lapse()
		s.next = e.Text
	case Started:
	}
	if e.Kind != Moved {
		s.talk++
	}
	if e.Kind.setsTimeGoing() {
		s.begin(t, e.begins())
	}
	s.last = e.begins()
}

// begin starts the turn of the side to move, and that side's clock, at the given time. A second
// call changes the start time.
func (s *state) begin(t *Terms, at time.Time) {
	turn := s.line.Position().Turn()
	s.since = at
	s.clock = s.clock.Start(turn, at)
	if !s.clockRuns(t, turn) {
		s.clock = s.clock.Stop(at)
	}
}

// spent returns the time used in the current turn up to the given time.
func (s *state) spent(now time.Time) time.Duration {
	if s.isPaused() {
		return s.used
	}
	return s.used + max(now.Sub(s.since), 0)
}

// applyMove updates clocks, counters and offers after a move.
func (s *state) applyMove(t *Terms, e *Event) {
	mover, next := s.before.Turn(), s.line.Position().Turn()
	i := mover.Index()
	stop := e.At.Add(-e.Gave)
	cost := Timing{Spent: s.spent(stop), Lag: e.Lag, Gave: e.Gave}
	if s.clockRuns(t, mover) {
		s.clock = s.clock.Press(stop, next, e.begins())
	}
	s.moved[i]++
	s.used = 0
	cost.Left = s.clock.Left(mover, e.begins())
	s.addStep(mover, cost)
	s.quota[i] = refill(t.Clock, s.quota[i]-e.Gave)
	s.turns++
	// A move declines the opponent's offers. The mover's own takeback offer also ends,
	// because it referred to another position.
	for w := range s.offers {
		s.offers[w][mover.Other().Index()].stands = false
	}
	s.offers[Takeback][i].stands = false
}

// applyUndo takes back plies. The players do not get back the time that they have used, and they
// keep the increments. If the same side is to move again, the time of the interrupted turn counts
// as used; otherwise it does not.
func (s *state) applyUndo(e *Event) {
	keep := len(s.movers) - e.Count
	for _, mover := range s.movers[keep:] {
		if mover == e.By {
			s.taken[e.By.Index()]++
		}
	}
	s.breakOff(e, func() { s.line.Undo(e.Count) })
	s.movers, s.timing = s.movers[:keep], s.timing[:keep]
}

// applyRedo plays undone plies again. This costs no time.
func (s *state) applyRedo(e *Event) {
	s.breakOff(e, func() {
		for range e.Count {
			mover := s.line.Position().Turn()
			s.line.Redo(1)
			left := s.clock.Left(mover, e.At)
			s.addStep(mover, Timing{Left: left})
		}
	})
}

// breakOff interrupts a turn, calls the given function to change the position, and starts a new
// turn.
func (s *state) breakOff(e *Event, change func()) {
	thinker := s.line.Position().Turn()
	s.used = s.spent(e.At)
	s.clock = s.clock.Stop(e.At)
	change()
	if s.line.Position().Turn() != thinker {
		s.used = 0
	}
	s.before, s.seen = nil, [3]*game.Line{}
	s.turns++
}

// applyGift gives a side more time. If it is this side's turn, applyGift moves the start of the
// turn back, because this works with every kind of clock. With a base time, the start is moved by
// at most the time used in this turn, and the rest of the gift is added to the base time.
func (s *state) applyGift(e *Event) {
	rest := e.Gave
	if s.line.Position().Turn() == e.Side && !s.isPaused() {
		shift := e.Gave
		if hasBase(s.clock.Control()) {
			shift = min(shift, max(e.At.Sub(s.since), 0))
		}
		rest -= shift
		s.since = s.since.Add(shift)
		if s.clock.Running() == e.Side {
			s.clock = s.clock.Start(e.Side, s.since)
		}
	}
	s.clock = s.clock.Give(e.Side, rest)
}

func hasBase(c clock.Control) bool { return c.Kind == clock.Fischer || c.Kind == clock.ByoYomi }

// lapse closes all open offers.
func (s *state) lapse() {
	for w := range s.offers {
		for i := range s.offers[w] {
			s.offers[w][i].stands = false
		}
	}
}

// accepted closes all open offers because an offer of the kind w was accepted. It also resets the
// number of times that this offer was made.
func (s *state) accepted(w What) {
	for i := range s.offers[w] {
		if s.offers[w][i].stands {
			s.offers[w][i].times = 0
		}
	}
	s.lapse()
}
