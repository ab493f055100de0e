package play

import (
	"context"
	"errors"
	"sync"
	"time"

	"kydai/match"
)

const (
	sweepAtOnce = 256 // matches leased by one question
	sweepers    = 16  // that are looked at at the same time
	expireEvery = 30 * time.Second
)

// checkAt is when somebody must look at a match again; zero is never.
func (s *Service) checkAt(m *match.Match) time.Time {
	at, ok := m.NextCheck(s.Now(), s.patience(m))
	if !ok {
		return time.Time{}
	}
	return at.Add(s.grace())
}

// due reports whether time alone has brought something about, grace included.
func (s *Service) due(m *match.Match, now time.Time) bool {
	at, ok := m.NextCheck(now, 0)
	return ok && !now.Before(at.Add(s.grace()))
}

// setTimer makes sure that the flag falls on time where somebody watches. The
// table is locked.
func (s *Service) setTimer(t *table) {
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	if t.players.size()+t.watchers.size() == 0 {
		return // a sweeper will do
	}
	now := s.Now()
	at, ok := t.cur.Load().m.NextCheck(now, 0)
	if !ok {
		return
	}
	wait := max(at.Add(s.grace()).Sub(now), 0)
	if wait > time.Hour {
		return // likewise
	}
	t.timer = time.AfterFunc(wait+time.Millisecond, func() { s.flag(t) })
}

// flag looks whether time is up in a match.
func (s *Service) flag(t *table) {
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Commit)
	defer cancel()
	if s.gate.enter() != nil {
		return
	}
	defer s.gate.leave()
	if t.acquire(ctx) != nil {
		return
	}
	defer t.unlock()
	if t.timer == nil || t.cur.Load() == nil {
		return // nobody watches any more
	}
	if !s.callTime(ctx, t) {
		s.setTimer(t)
	}
}

// callTime does what time has brought about on a table that is locked. It
// reports whether there was anything.
func (s *Service) callTime(ctx context.Context, t *table) bool {
	if !s.due(t.cur.Load().m, s.Now()) {
		return false
	}
	_, err := s.changeTable(ctx, t, func(m *match.Match) error {
		now := s.Now()
		if !s.due(m, now) {
			return errNotDue
		}
		return m.Check(now)
	})
	if err != nil && !errors.Is(err, errNotDue) {
		s.log.Warn("time is up in a match, but it could not be written", "match", t.id, "err", err)
	}
	return err == nil
}

var errNotDue = errors.New("play: nothing is due")

// sweep looks after matches that are due, wherever they are played: flags,
// abandoned games, machines that have not answered.
func (s *Service) sweep(ctx context.Context) {
	s.sweepCeremonies(ctx)
	for ctx.Err() == nil && !s.gate.closed() {
		ids, err := s.o.Store.Due(ctx, sweepAtOnce, s.o.Lease)
		if err != nil {
			if ctx.Err() == nil {
				s.log.Warn("what is due cannot be asked for", "err", err)
			}
			return
		}
		var wg sync.WaitGroup
		slots := make(chan struct{}, sweepers)
		for _, id := range ids {
			slots <- struct{}{}
			wg.Go(func() {
				defer func() { <-slots }()
				if err := s.sweepOne(ctx, id); err != nil && ctx.Err() == nil {
					s.log.Warn("a match could not be looked after", "match", id, "err", err)
				}
			})
		}
		wg.Wait()
		if len(ids) < sweepAtOnce {
			return
		}
	}
}

func (s *Service) sweepOne(ctx context.Context, id string) error {
	if s.gate.enter() != nil {
		return nil
	}
	defer s.gate.leave()
	t, err := s.fresh(ctx, id)
	if err != nil {
		return err
	}
	defer s.release(t)
	defer t.unlock()
	s.callTime(ctx, t)
	cur := t.cur.Load()
	if cur == nil || cur.Over {
		return nil
	}
	s.askAgain(t)
	err = s.o.Store.Arm(ctx, id, cur.Seq, s.checkAt(cur.m))
	if errors.Is(err, ErrConflict) {
		return nil // whoever changed it has said when to look again, or the lease will end
	}
	return err
}

// expire removes offers that nobody took.
func (s *Service) expire(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, catchUp)
	defer cancel()
	n, err := s.o.Store.Expire(ctx)
	if err != nil && ctx.Err() == nil {
		s.log.Warn("offers that have expired cannot be removed", "err", err)
	}
	if n > 0 {
		s.lobby.changed()
	}
}
