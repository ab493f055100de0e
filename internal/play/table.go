package play

import (
	"context"
	"sync/atomic"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/match"
)

// table is a match in this node's memory. It is a cache: the store is the source of truth. Every
// change is a compare-and-set on the store.
type table struct {
	id  string
	cur atomic.Pointer[Snapshot] // nil until loaded

	lock     chan struct{} // capacity 1: held while the match is changed or reloaded
	checked  time.Time     // start of the last comparison with the store; protected by lock
	sub      bus.Subscription
	listens  atomic.Bool // whether sub is set; can be read without lock
	timer    *time.Timer
	refused  int // number of invalid answers of the engine in the turn whose number is in the field turn
	turn     int
	deal     *deal // deal of the match, nil if it cannot be verified; protected by lock
	dealt    bool  // the deal was looked up in the store; protected by lock
	unsealed bool  // this match and the other match with the same deal are over; protected by lock

	payer        string    // IP address charged for engine time; protected by lock
	watchedUntil time.Time // for a match between engines: time until which the store records it as watched; protected by lock

	refs int       // number of users of the table; protected by tables.mu
	used time.Time // local time of the last use; protected by tables.mu

	players  audience
	watchers audience
}

// open returns the table of a match. The caller must release it.
func (ts *tables) open(id string) (*table, error) {
	if bus.CheckGroup(id) != nil {
		return nil, errNoMatch
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t := ts.all[id]
	if t == nil {
		t = &table{id: id, lock: make(chan struct{}, 1), payer: unknownPayer}
		ts.all[id] = t
	}
	t.refs++
	return t, nil
}

func (ts *tables) release(t *table) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t.refs--
	t.used = ts.options.Clock()
	if t.refs == 0 && t.cur.Load() == nil && t.sub == nil {
		delete(ts.all, t.id) // the match does not exist, or could not be loaded
	}
}

// acquire locks the table. It returns an error if ctx ends first.
func (t *table) acquire(ctx context.Context) error {
	select {
	case t.lock <- struct{}{}:
		return nil
	default:
	}
	select {
	case t.lock <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *table) unlock() { <-t.lock }

// audience returns the number of watchers on this node, including players.
func (t *table) audience() int { return t.players.size() + t.watchers.size() }

// tidy releases tables that have no watchers and were not used recently.
func (ts *tables) tidy() {
	now := ts.options.Clock()
	for t := range ts.each {
		select {
		case t.lock <- struct{}{}:
			t.rest()
			t.unlock()
		default: // the table is in use
		}
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for id, t := range ts.all {
		if t.refs == 0 && t.sub == nil && now.Sub(t.used) > ts.options.Keep {
			delete(ts.all, id)
		}
	}
}

// rest stops the timer and the subscription of a table without watchers. The table must
// be locked.
func (t *table) rest() {
	if t.players.size()+t.watchers.size() > 0 {
		return
	}
	if t.sub != nil {
		t.sub.Cancel()
		t.setSub(nil)
	}
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}

// each iterates over all tables. It holds a reference to each table until the loop body
// has run.
func (ts *tables) each(yield func(*table) bool) {
	ts.mu.Lock()
	list := make([]*table, 0, len(ts.all))
	for _, t := range ts.all {
		t.refs++
		list = append(list, t)
	}
	ts.mu.Unlock()
	more := true
	for _, t := range list {
		more = more && yield(t)
		ts.mu.Lock()
		t.refs-- // do not set used, because iterating does not count as a use of the table
		ts.mu.Unlock()
	}
}

// close stops timers and subscriptions after the service has stopped.
func (ts *tables) close() {
	for t := range ts.each {
		t.lock <- struct{}{}
		t.players.clear()
		t.watchers.clear()
		t.rest()
		t.unlock()
	}
}

// reload loads a match from the store. The table must be locked.
func (ts *tables) reload(ctx context.Context, t *table) (Row, error) {
	began := ts.options.Clock()
	row, err := ts.options.Store.Load(ctx, t.id)
	if err != nil {
		return row, err
	}
	m, err := Replay(ts.options.Rules, row)
	if err != nil {
		ts.log.ErrorContext(ctx, "a stored match is not valid", "match", t.id, "code", codeOf(err))
		return row, err
	}
	if err := ts.findDeal(ctx, t, m); err != nil {
		return row, err
	}
	t.checked = began
	if cur := t.cur.Load(); cur == nil || cur.Seq != m.Seq() {
		ts.show(t, t.snapshot(m))
	}
	return row, nil
}

// refresh ensures that a table is at least as new as the store was at the local time asOf. It
// reloads the match if necessary. The table must be locked.
func (ts *tables) refresh(ctx context.Context, t *table, asOf time.Time) error {
	cur := t.cur.Load()
	if cur != nil && t.checked.After(asOf) {
		return nil
	}
	if err := ts.renew(ctx, t, cur); err != nil {
		return err
	}
	return ts.unseal(ctx, t)
}

// renew reloads a match if its number of events differs from the number in the store. The table
// must be locked.
func (ts *tables) renew(ctx context.Context, t *table, cur *Snapshot) error {
	if cur != nil {
		began := ts.options.Clock()
		seqs, err := ts.options.Store.Seqs(ctx, []string{t.id})
		if err != nil {
			return err
		}
		if seqs[t.id] == cur.Seq {
			t.checked = began
			return nil
		}
	}
	_, err := ts.reload(ctx, t)
	return err
}

// Replay rebuilds a match from its row.
func Replay(rules func(string) (game.Rules, bool), row Row) (*match.Match, error) {
	terms, err := match.DecodeTerms(row.Terms)
	if err != nil {
		return nil, err
	}
	rename(&terms.Seats, row.Names)
	terms.Setup.Secret = row.Secret
	r, ok := rules(terms.Game)
	if !ok {
		return nil, game.Err(NoSuchGame, "this server does not have this game")
	}
	events := make([]match.Event, len(row.Events))
	for i, e := range row.Events {
		if events[i], err = match.Decode(e.Body); err != nil {
			return nil, err
		}
		events[i].Began = e.Began
	}
	return match.Replay(r, terms, events)
}
