package events

import (
	"context"
	"errors"
	"time"

	"kydai/game"
)

// Turn says when a node looks at an event by itself.
type Turn struct {
	In      time.Duration // from now on, by the clock of the database; below 0 is never
	Earlier bool          // only if nothing earlier is set
}

// DueEvent is an event that a node has leased, and the time of the database.
type DueEvent struct {
	ID  string
	Now time.Time
}

// breath is how long an arena waits for others who become free.
const breath = 2 * time.Second

// never is no turn.
func never() *Turn { return &Turn{In: -1} }

// turn is when the event is looked at after a change by somebody; nil if that does
// not change.
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

// turns looks at the events whose turn it is. Every node does so; the lease keeps
// them from doing the same, and the version of the event keeps it harmless if they
// do. If a node dies, another one takes over when the lease ends.
func (s *Service) turns(ctx context.Context) error {
	list, err := s.opts.Store.DueEvents(ctx, dueAtOnce, s.opts.Pace.Lease)
	errs := []error{err}
	for _, due := range list {
		_, err := s.change(ctx, Caller{}, due.ID, func(e *State) (Change, error) { return s.alone(e, due.Now) })
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// alone does what the clock asks for in an event.
func (s *Service) alone(e *State, now time.Time) (Change, error) {
	switch {
	case e.Phase != Running:
		return Change{Turn: never()}, nil
	case e.Settings.Format == Arena:
		return s.arena(e, now)
	}
	return s.follow(e, now)
}

// follow pairs the next round of an event that runs by itself, or ends it after
// the last one. It waits for results, for the arbiter, or for players.
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
	case refused.Code == NoPairing: // players may still check in
		c = Change{Turn: &Turn{In: pause}}
	default: // a change of somebody is waited for
		c = Change{Turn: never()}
	}
	return c, nil
}

// ending is the change that ends an event. The results of its wooden boards are
// rated now if the event says so.
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
