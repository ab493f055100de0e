package play

import (
	"context"
	"sync/atomic"
	"time"
)

const (
	measureEvery  = 10 * time.Second
	measureWithin = 5 * time.Second
	measurements  = 5
	maxSkew       = 20 * time.Millisecond // from here on a change of the offset is an alarm
)

// timekeeper knows the time of the database: it was db when the local clock
// showed local. Between measurements the local clock's steady part counts, so
// that setting a machine's clock does no harm.
type timekeeper struct{ at atomic.Pointer[anchor] }

type anchor struct {
	local, db time.Time
	within    time.Duration // by so much it may be wrong
}

// drift is by how much two clocks may part in a time.
func drift(d time.Duration) time.Duration { return d / 10_000 }

func (a *anchor) now(local time.Time) time.Time { return a.db.Add(local.Sub(a.local)) }

// Now is the time by the database's clock, as this node knows it. A move is
// stamped with it where it comes in.
func (s *Service) Now() time.Time { return s.time.at.Load().now(s.o.Clock()).UTC() }

// measure asks the database for its time. Of several answers the quickest is the
// one that can be least wrong, by half of the time it took. If what was known
// before may be as right and is not proved wrong, it stays: on a busy machine
// answers are slow, and time shall not jump with them.
func (s *Service) measure(ctx context.Context) error {
	var best anchor
	for i := range measurements {
		before := s.o.Clock()
		db, err := s.o.Store.Now(ctx)
		if err != nil {
			return err
		}
		after := s.o.Clock()
		half := after.Sub(before) / 2
		if i == 0 || half < best.within {
			best = anchor{local: before.Add(half), db: db, within: half}
		}
	}
	old := s.time.at.Load()
	if old == nil {
		s.time.at.Store(&best)
		return nil
	}
	skew := best.db.Sub(old.now(best.local))
	if skew.Abs() <= best.within && old.within+drift(best.local.Sub(old.local)) <= best.within {
		return nil
	}
	s.time.at.Store(&best)
	if skew.Abs() > maxSkew+best.within {
		s.log.Warn("the clock of this machine and that of the database have drifted apart", "by", skew)
	}
	return nil
}

func (s *Service) keepTime(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, measureWithin)
	defer cancel()
	if err := s.measure(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("the database does not tell the time", "err", err)
	}
}
