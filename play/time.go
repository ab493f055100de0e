package play

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	measureEvery  = 10 * time.Second
	measureWithin = 5 * time.Second
	measurements  = 5
	maxSkew       = 20 * time.Millisecond // from here on a change of the offset is an alarm

	latencyWindow = 15 * time.Second
	maxGrace      = 2 * time.Second
)

// timekeeper knows the time of the database: it was db when the local clock
// showed local. Between measurements the local clock's steady part counts, so
// that setting a machine's clock does no harm.
type timekeeper struct{ at atomic.Pointer[anchor] }

type anchor struct {
	local, db time.Time
}

func (a *anchor) now(local time.Time) time.Time { return a.db.Add(local.Sub(a.local)) }

// Now is the time by the database's clock, as this node knows it. A move is
// stamped with it where it comes in.
func (s *Service) Now() time.Time { return s.time.at.Load().now(s.o.Clock()).UTC() }

// measure asks the database for its time and takes the median of the offsets.
func (s *Service) measure(ctx context.Context) error {
	found := make([]anchor, 0, measurements)
	for range measurements {
		before := s.o.Clock()
		db, err := s.o.Store.Now(ctx)
		if err != nil {
			return err
		}
		after := s.o.Clock()
		found = append(found, anchor{local: before.Add(after.Sub(before) / 2), db: db})
	}
	first := found[0]
	slices.SortFunc(found, func(a, b anchor) int {
		return int(first.now(a.local).Sub(a.db) - first.now(b.local).Sub(b.db))
	})
	median := found[len(found)/2]
	if old := s.time.at.Swap(&median); old != nil {
		if skew := median.db.Sub(old.now(median.local)); skew.Abs() > maxSkew {
			s.log.Warn("the clock of this machine and that of the database have drifted apart", "by", skew)
		}
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

// latency remembers the longest commit of the last two windows, here and on
// other nodes.
type latency struct {
	mu       sync.Mutex
	since    time.Time
	now, old time.Duration
	others   time.Duration
}

func (l *latency) note(at time.Time, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at.Sub(l.since) > latencyWindow {
		l.since, l.old, l.now = at, l.now, 0
	}
	l.now = max(l.now, took)
}

func (l *latency) own() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(l.now, l.old)
}

// grace is how long after a deadline a flag is called: a move that was
// received in time has then been committed, wherever it came in.
func (s *Service) grace() time.Duration {
	own := s.latency.own()
	s.latency.mu.Lock()
	defer s.latency.mu.Unlock()
	return min(max(s.o.Grace, 2*own, 2*s.latency.others), max(maxGrace, s.o.Grace))
}
