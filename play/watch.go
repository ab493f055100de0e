package play

import (
	"context"
	"sync"

	"kydai/game"
)

// Watcher is told of a match. The first call comes before Watch returns and
// shows the match as it is; each later one shows a later state, though not
// every one there was: Snapshot.Notices tells what happened in between. Calls
// come one at a time. They may ask the snapshot, but must not wait for anything,
// close the watch or call the service.
type Watcher interface{ Changed(s *Snapshot) }

// Watch is somebody watching a match.
type Watch struct {
	service *Service
	table   *table
	of      *audience
	watcher Watcher
	by      string
	at      int // in the audience; -1 once it has left
	seq     int // shown last
	once    sync.Once
}

// show tells the watcher of a state that he has not seen. The audience is
// locked.
func (w *Watch) show(snap *Snapshot) {
	if snap != nil && snap.Seq != w.seq {
		w.seq = snap.Seq
		w.watcher.Changed(snap)
	}
}

// Close ends it. When it returns, Changed is not called any more.
func (w *Watch) Close() {
	w.once.Do(func() {
		w.of.remove(w)
		w.service.release(w.table)
	})
}

// Snapshot is the match as this node knows it now.
func (w *Watch) Snapshot() *Snapshot { return w.table.cur.Load() }

// Look returns a match as it is, and the side from which the player sees it.
func (s *Service) Look(ctx context.Context, by Player, id string) (*Snapshot, game.Side, error) {
	t, err := s.fresh(ctx, id)
	if err != nil {
		return nil, game.NoSide, err
	}
	defer s.release(t)
	defer t.unlock()
	snap := t.cur.Load()
	side := snap.Side(by.ID)
	return snap, side, nil
}

// Watch tells w of a match until the watch is closed. Players are told before
// all others.
func (s *Service) Watch(ctx context.Context, by Player, id string, w Watcher) (*Watch, error) {
	if s.gate.closed() {
		return nil, errDraining
	}
	t, err := s.open(id)
	if err != nil {
		return nil, err
	}
	asOf := s.o.Clock()
	if err := t.acquire(ctx); err != nil {
		s.release(t)
		return nil, err
	}
	s.listen(t) // before reading, so that nothing falls in between
	if err := s.refresh(ctx, t, asOf); err != nil {
		t.rest()
		t.unlock()
		s.release(t)
		return nil, matchError(err)
	}
	watch := &Watch{service: s, table: t, of: &t.watchers, watcher: w, by: by.ID, seq: -1}
	if t.cur.Load().Side(by.ID) != game.NoSide {
		watch.of = &t.players
	}
	watch.of.add(watch)
	s.setTimer(t)
	t.unlock()
	if t.cur.Load().ticksFor(by.ID) {
		go s.returned(by, id)
	}
	return watch, nil
}

// fresh returns a table that is locked and as new as the store was when it was
// asked for.
func (s *Service) fresh(ctx context.Context, id string) (*table, error) {
	t, err := s.open(id)
	if err != nil {
		return nil, err
	}
	asOf := s.o.Clock()
	if err := t.acquire(ctx); err != nil {
		s.release(t)
		return nil, err
	}
	if err := s.refresh(ctx, t, asOf); err != nil {
		t.unlock()
		s.release(t)
		return nil, matchError(err)
	}
	return t, nil
}

// matchError says what was not found.
func matchError(err error) error {
	if codeOf(err) == NotFound {
		return errNoMatch
	}
	return err
}
