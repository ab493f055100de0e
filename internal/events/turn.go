package events

import (
	"context"
	"errors"
	"time"

	"kydai/game"
)

// Turn schedules the next time at which a node must process an event even if no command arrives.
type Turn struct {
	In      time.Duration // time from now, by the clock of the database; negative means never
	Earlier bool          // true: keep the scheduled time if it is earlier
}

// DueEvent is an event that a node has leased, with the current time of the database.
type DueEvent struct {
	ID  string
	Now time.Time
}

// breath is the time that an arena waits before it pairs the free entrants, so that more entrants
// are free by then.
const breath = 2 * time.Second

// never returns a Turn that cancels the scheduled time.
func never() *Turn { return &Turn{In: -1} }

// turn returns when to process the event next, after a command has changed it. nil means that the
// scheduled time stays as it is.
func (s *State) turn() *Turn {
	pause := time.Duration(s.Settings.Pause) * time.Second
	switch {
	case s.Settings.Format != Arena && pause == 0:
		return nil
	case s.Phase == Over:
		return never()
	case s.Phase != Running:
		return nil
	case s.Settings.Format == Arena:
		return &Turn{In: breath, Earlier: true}
	case s.last() == nil || s.last().Done():
		return &Turn{In: pause, Earlier: true}
	}
	return nil
}

// turns processes the events whose scheduled time has come. Every node calls turns. A node leases
// each event, so that two nodes do not process the same event. If two nodes still do, the check of
// the event's version makes the second attempt harmless. If a node dies, another node takes over
// when the lease ends.
func (s *Service) turns(ctx context.Context) error {
	list, err := s.opts.Store.DueEvents(ctx, dueAtOnce, s.opts.Pace.Lease)
	errs := []error{err}
	for _, due := range list {
		_, err := s.change(ctx, Caller{}, due.ID, func(e *State) (Change, error) { return s.alone(e, due.Now) })
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// alone returns the change that an event needs at the given time although no user has sent a
// command.
func (s *Service) alone(e *State, now time.Time) (Change, error) {
	switch {
	case e.Phase != Running:
		return Change{Turn: never()}, nil
	case e.Settings.Format == Arena:
		return s.arena(e, now)
	}
	return s.follow(e, now)
}

// follow pairs the next round of an event that pairs its rounds automatically, or ends the event
// after the last round. It changes nothing while results are missing, while an arbiter must decide,
// or while too few players are present.
func (s *Service) follow(e *State, now time.Time) (Change, error) {
	pause := time.Duration(e.Settings.Pause) * time.Second
	if left := e.moved.Add(pause).Sub(now); left > 0 {
		return Change{Turn: &Turn{In: left}}, nil
	}
	if e.total() > 0 && e.next() > e.total() && e.last().Done() {
		return s.ending(e), nil
	}
	c, err := s.pairNext(e, e.next())
	refused, ok := errors.AsType[*game.Error](err)
	switch {
	case err == nil:
		c.Turn = never()
	case !ok:
		return Change{}, err
	case refused.Code == NoPairing: // try again after a pause, because more players may check in
		c = Change{Turn: &Turn{In: pause}}
	default: // wait for a command, such as a result or a decision of the arbiter
		c = Change{Turn: never()}
	}
	return c, nil
}

// ending returns the change that ends an event. If the settings say so, the results on
// physical boards are rated.
func (s *Service) ending(e *State) Change {
	c := Change{Facts: []Fact{{Kind: Ended}}}
	if e.Settings.RatedWood {
		c.Rated = e.woodenGames()
		speed := s.opts.Speed(e.Settings.Game, e.Settings.Clock)
		for i := range c.Rated {
			c.Rated[i].Speed = speed
		}
	}
	return c
}
