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

// silence is for how long after a deadline a flag waits for the word of a node
// that does not answer.
const silence = 500 * time.Millisecond

// lookAgainIn is the pause between two looks at what keeps a flag from falling.
const lookAgainIn = 10 * time.Millisecond

// checkAt is when somebody must look at a match again; zero is never. A flag
// has its grace, a machine has none.
func (s *Service) checkAt(m *match.Match) time.Time {
	now := s.Now()
	at, ok := m.NextCheck(now, 0)
	at = at.Add(s.o.Grace)
	if ask, waits := m.NextAsk(now, s.patience(m)); waits && (!ok || ask.Before(at)) {
		return ask
	}
	if !ok {
		return time.Time{}
	}
	return at
}

// due is the moment at which time alone has brought something about, if it is
// past, grace included.
func (s *Service) due(m *match.Match) (at time.Time, ok bool) {
	now := s.Now()
	at, ok = m.NextCheck(now, 0)
	return at, ok && !now.Before(at.Add(s.o.Grace))
}

// cleared waits until no move of a match is under way that came in before a
// moment, on whatever node. A node that does not answer is waited for a while.
// False: the match has gone on, or ctx has ended.
func (s *Service) cleared(ctx context.Context, t *table, at time.Time) bool {
	for {
		w := s.askAround(ctx, t.id, at)
		if w == nothing || w == unclear && s.Now().Sub(at) >= silence {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(lookAgainIn):
		}
		cur := t.cur.Load()
		if cur == nil {
			return false
		}
		if now, ok := s.due(cur.m); !ok || !now.Equal(at) {
			return false
		}
	}
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
	wait := max(at.Add(s.o.Grace).Sub(now), 0)
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
	called := s.callTime(ctx, t)
	if t.acquire(ctx) != nil {
		return
	}
	defer t.unlock()
	if t.timer == nil || t.cur.Load() == nil {
		return // nobody watches any more
	}
	if !called {
		s.setTimer(t)
	}
}

// callTime does what time has brought about. It reports whether there was
// anything. The table is not locked: moves that came in time go first.
func (s *Service) callTime(ctx context.Context, t *table) bool {
	cur := t.cur.Load()
	if cur == nil {
		return false
	}
	at, ok := s.due(cur.m)
	if !ok || !s.cleared(ctx, t, at) || t.acquire(ctx) != nil {
		return false
	}
	defer t.unlock()
	_, err := s.changeTable(ctx, t, func(m *match.Match) error {
		now, ok := s.due(m)
		if !ok || !now.Equal(at) {
			return errNotDue
		}
		if _, waits := s.arrivals.first(t.id, at, false); waits {
			return errNotDue
		}
		if s.makeGood(m, s.Now()) == nil {
			return nil // it had more time than that
		}
		return m.Check(s.Now())
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
	t.unlock()
	within, cancel := context.WithTimeout(ctx, s.o.Lease)
	defer cancel()
	s.callTime(within, t)
	if err := t.acquire(ctx); err != nil {
		return err
	}
	defer t.unlock()
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
