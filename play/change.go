package play

import (
	"bytes"
	"context"
	"errors"
	"time"

	"kydai/match"
)

// maxTries is how often a command is tried again on a match that goes on
// under its hands.
const maxTries = 16

// lookAgain is how long it is tried to find out what became of a change.
const lookAgain = 10 * time.Second

// change carries out a command: it tries it on a copy of the match, makes what
// follows durable, and tells everybody. The match is returned as it is then.
// An error means that nothing was changed, unless it is ErrUnknown.
func (s *Service) change(ctx context.Context, id string, do func(*match.Match) error) (*Snapshot, error) {
	if err := s.gate.enter(); err != nil {
		return nil, err
	}
	defer s.gate.leave()
	t, err := s.open(id)
	if err != nil {
		return nil, err
	}
	defer s.release(t)
	if err := t.acquire(ctx); err != nil {
		return nil, err
	}
	defer t.unlock()
	return s.changeTable(ctx, t, do)
}

// changeTable does it on a table that is locked.
func (s *Service) changeTable(ctx context.Context, t *table, do func(*match.Match) error) (*Snapshot, error) {
	asked := s.o.Clock()
	for range maxTries {
		if t.cur.Load() == nil {
			if _, err := s.reload(ctx, t); err != nil {
				return nil, err
			}
		}
		cur := t.cur.Load()
		next := cur.clone()
		if err := do(next); err != nil {
			// It may be only our cache that is behind.
			if errors.Is(err, match.ErrRepeated) || t.checked.After(asked) {
				return cur, err
			}
			if lost := s.refresh(ctx, t, asked); lost != nil {
				return cur, lost
			}
			if t.cur.Load() == cur {
				return cur, err
			}
			continue
		}
		done, err := s.commit(ctx, t, cur, next)
		if done || err != nil {
			return t.cur.Load(), err
		}
	}
	return t.cur.Load(), ErrConflict
}

// commit makes the events of next that cur has not durable and shows next.
// Neither done nor an error means that the match has gone on: the table shows
// it as it is now.
func (s *Service) commit(ctx context.Context, t *table, cur *Snapshot, next *match.Match) (done bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.Commit)
	defer cancel()
	c := s.changeOf(cur, next)
	began, err := s.o.Store.Commit(ctx, c)
	switch {
	case err == nil:
		stamp(next, c.Seq, began)
		s.publish(t.id, next, c, began)
		s.show(t, t.snapshot(next))
		s.think(t)
		return true, nil
	case errors.Is(err, ErrUnknown):
		return s.lookWhether(ctx, t, c, err)
	case errors.Is(err, ErrConflict):
		row, err := s.reload(ctx, t)
		// A conflict with oneself: this very change was made, by an attempt
		// before or by another node that was sent the same.
		return err == nil && holds(row, c), err
	}
	return false, err
}

// stamp says when the events from seq on became durable.
func stamp(m *match.Match, seq int, began time.Time) {
	for ; seq < m.Seq(); seq++ {
		if err := m.Stamp(seq, began); err != nil {
			panic("play: an event that was stored cannot be stamped: " + err.Error())
		}
	}
}

// lookWhether finds out whether a change was made, by reading the truth.
func (s *Service) lookWhether(ctx context.Context, t *table, c Change, cause error) (done bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookAgain)
	defer cancel()
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		row, err := s.reload(ctx, t)
		if err == nil {
			if holds(row, c) {
				s.think(t)
				return true, nil
			}
			return false, nil // to try it again is safe: it is a compare-and-set
		}
		select {
		case <-ctx.Done():
			t.cur.Store(nil) // whatever it was
			return false, cause
		case <-time.After(pause):
		}
	}
}

// holds reports whether a match has the events of a change where they belong.
func holds(row Row, c Change) bool {
	if len(row.Events) < c.Seq+len(c.Events) {
		return false
	}
	for i, body := range c.Events {
		if !bytes.Equal(row.Events[c.Seq+i].Body, body) {
			return false
		}
	}
	return true
}

// changeOf is what to store for a match that has come from cur to next.
func (s *Service) changeOf(cur *Snapshot, next *match.Match) Change {
	c := Change{ID: cur.ID, Seq: cur.Seq, Ply: next.Ply(), Over: next.Over()}
	for _, e := range next.Since(cur.Seq) {
		c.Events = append(c.Events, e.Encode())
	}
	if c.Over {
		c.Result = resultOf(next)
	} else {
		c.CheckAt = s.checkAt(next)
		// A machine's turn had its own, near time.
		_, c.Rearm = cur.m.Job()
	}
	return c
}

// resultOf is the result as lists show it: who won, and why.
func resultOf(m *match.Match) string {
	out := m.Outcome()
	return out.Winner.String() + " " + string(out.Why)
}

// show makes a snapshot the state of a table and tells those who watch: the
// players first, the others without waiting for them.
func (s *Service) show(t *table, snap *Snapshot) {
	t.cur.Store(snap)
	s.setTimer(t)
	s.asked.over(t.id, snap)
	t.players.tell(t)
	t.watchers.tellSoon(t)
}
