package play

import (
	"context"
	"sync"

	"kydai/game"
	"kydai/internal/bus"
)

// Watcher receives the states of a match. Changed is first called, with the current state, before
// Watch returns. Each later call has a newer state. States may be skipped; Snapshot.Notices lists
// the events in between. There is only one call at a time. Changed may use the snapshot but must
// not block, close the watch or call the service.
type Watcher interface{ Changed(s *Snapshot) }

// Watch is a subscription to the states of a match.
type Watch struct {
	tables  *tables
	table   *table
	of      *audience
	watcher Watcher
	by      string
	at      int // index in the audience; -1 after Close
	seq     int // number of events in the state shown last
	sealed  bool
	once    sync.Once
}

// show sends the watcher a state if the watcher has not received it yet. The audience must be
// locked.
func (w *Watch) show(snap *Snapshot) {
	if snap != nil && (snap.Seq != w.seq || snap.sealed != w.sealed) {
		w.seq, w.sealed = snap.Seq, snap.sealed
		w.watcher.Changed(snap)
	}
}

// Close ends the subscription. After Close returns, Changed is not called any more.
func (w *Watch) Close() {
	w.once.Do(func() {
		w.of.remove(w)
		w.tables.release(w.table)
	})
}

// Snapshot returns the current state of the match as this node knows it.
func (w *Watch) Snapshot() *Snapshot { return w.table.cur.Load() }

// Look returns the current state of a match, and the side from which the player sees it.
func (ts *tables) Look(ctx context.Context, by Player, id string) (*Snapshot, game.Side, error) {
	if snap := ts.unlocked(ctx, id); snap != nil {
		if err := snap.admit(by); err != nil {
			return nil, game.NoSide, err
		}
		side := snap.Side(snap.SeatOf(by))
		return snap, side, nil
	}
	t, err := ts.fresh(ctx, id)
	if err != nil {
		return nil, game.NoSide, err
	}
	defer ts.release(t)
	defer t.unlock()
	snap := t.cur.Load()
	if err := snap.admit(by); err != nil {
		return nil, game.NoSide, err
	}
	side := snap.Side(snap.SeatOf(by))
	return snap, side, nil
}

// inSeat returns the player with the id that has a seat in the match: the player's own id or that
// of a guest who belongs to the player; see Snapshot.SeatOf.
func (ts *tables) inSeat(ctx context.Context, by Player, id string) Player {
	if len(by.Also) > 0 {
		if snap, _, err := ts.Look(ctx, by, id); err == nil { // ignore the error, because the command itself will fail with it
			by.ID = snap.SeatOf(by)
		}
	}
	return by
}

// Watch sends the states of a match to w until the returned Watch is closed. Players are
// notified before spectators.
func (ts *tables) Watch(ctx context.Context, by Player, id string, w Watcher) (*Watch, error) {
	if ts.gate.closed() {
		return nil, errDraining
	}
	t, err := ts.open(id)
	if err != nil {
		return nil, err
	}
	asOf := ts.options.Clock()
	var sub bus.Subscription
	if !t.listens.Load() {
		sub = ts.follower.subscribe(t) // subscribe before the match is read, so that no event is missed
	}
	if err := t.acquire(ctx); err != nil {
		if sub != nil {
			sub.Cancel()
		}
		ts.release(t)
		return nil, err
	}
	switch {
	case t.sub == nil && sub != nil:
		t.setSub(sub)
	case sub != nil:
		sub.Cancel() // another watcher has subscribed meanwhile, so this subscription is not needed
	default:
		ts.follower.listen(t) // if the subscription of another watcher has been cancelled meanwhile, subscribe again
	}
	err = ts.refresh(ctx, t, asOf)
	if err == nil {
		err = t.cur.Load().admit(by)
	}
	if err != nil {
		t.rest()
		t.unlock()
		ts.release(t)
		return nil, matchError(err)
	}
	by.ID = t.cur.Load().SeatOf(by)
	watch := &Watch{tables: ts, table: t, of: &t.watchers, watcher: w, by: by.ID, seq: -1}
	if t.cur.Load().Side(by.ID) != game.NoSide {
		watch.of = &t.players
		t.payer = by.Address
	}
	watch.of.add(watch)
	ts.flags.setTimer(t)
	ts.turns.beginWatching(ctx, t, by)
	t.unlock()
	if t.cur.Load().ticksFor(by.ID) {
		go ts.compensation.returned(by, id)
	}
	return watch, nil
}

// fresh returns a locked table that is at least as new as the store was when fresh was called.
func (ts *tables) fresh(ctx context.Context, id string) (*table, error) {
	t, err := ts.open(id)
	if err != nil {
		return nil, err
	}
	asOf := ts.options.Clock()
	if err := t.acquire(ctx); err != nil {
		ts.release(t)
		return nil, err
	}
	if err := ts.refresh(ctx, t, asOf); err != nil {
		t.unlock()
		ts.release(t)
		return nil, matchError(err)
	}
	return t, nil
}

// unlocked returns the latest state of a match without waiting for the lock of its table, so that a
// reader need not wait for a slow change. It asks the store whether the cached state is the latest.
// It returns nil if the match must be read under the lock.
func (ts *tables) unlocked(ctx context.Context, id string) *Snapshot {
	t, err := ts.open(id)
	if err != nil {
		return nil
	}
	defer ts.release(t)
	cur := t.cur.Load()
	if cur == nil || len(t.lock) == 0 {
		return nil
	}
	seqs, err := ts.options.Store.Seqs(ctx, []string{id})
	if err != nil || seqs[id] != cur.Seq {
		return nil
	}
	return cur
}

// matchError replaces a "not found" error by the error that there is no such match.
func matchError(err error) error {
	if codeOf(err) == NotFound {
		return errNoMatch
	}
	return err
}
