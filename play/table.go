package play

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kydai/bus"
	"kydai/game"
	"kydai/match"
)

// table is a match that this node has in mind. What it holds is a cache: the
// truth is in the store, and every change is a compare-and-set on it.
type table struct {
	id  string
	cur atomic.Pointer[Snapshot] // nil while it was not read

	lock    chan struct{} // holds one while the match is changed or read again
	checked time.Time     // when the last comparison with the store began; under lock
	sub     bus.Subscription
	timer   *time.Timer
	refused int // answers of machines to the turn below that could not be played
	turn    int
	deal    *deal // how the match was dealt; under lock, as the next
	dealt   bool  // it was looked for

	refs int       // under Service.mu, as the next
	used time.Time //

	players  audience
	watchers audience
}

// open returns the table of a match. It must be released.
func (s *Service) open(id string) (*table, error) {
	if bus.CheckGroup(id) != nil {
		return nil, errNoMatch
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables[id]
	if t == nil {
		t = &table{id: id, lock: make(chan struct{}, 1)}
		s.tables[id] = t
	}
	t.refs++
	return t, nil
}

func (s *Service) release(t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.refs--
	t.used = s.o.Clock()
	if t.refs == 0 && t.cur.Load() == nil && t.sub == nil {
		delete(s.tables, t.id) // there is no such match, or it could not be read
	}
}

// acquire locks the table.
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

// tidy lets go of matches that nobody watches and nobody has asked for lately.
func (s *Service) tidy() {
	now := s.o.Clock()
	for t := range s.each {
		select {
		case t.lock <- struct{}{}:
			t.rest()
			t.unlock()
		default: // it is being used
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, t := range s.tables {
		if t.refs == 0 && t.sub == nil && now.Sub(t.used) > s.o.Keep {
			delete(s.tables, id)
		}
	}
}

// rest ends what a table without watchers does not need. The table is locked.
func (t *table) rest() {
	if t.players.size()+t.watchers.size() > 0 {
		return
	}
	if t.sub != nil {
		t.sub.Cancel()
		t.sub = nil
	}
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}

// each walks over the tables, each of them held meanwhile.
func (s *Service) each(yield func(*table) bool) {
	s.mu.Lock()
	list := make([]*table, 0, len(s.tables))
	for _, t := range s.tables {
		t.refs++
		list = append(list, t)
	}
	s.mu.Unlock()
	more := true
	for _, t := range list {
		more = more && yield(t)
		s.mu.Lock()
		t.refs-- // it was not used, so it stays as old as it was
		s.mu.Unlock()
	}
}

// closeTables ends timers and subscriptions, for a service that has stopped.
func (s *Service) closeTables() {
	for t := range s.each {
		t.lock <- struct{}{}
		t.players.clear()
		t.watchers.clear()
		t.rest()
		t.unlock()
	}
}

// reload reads a match from the store. The table is locked.
func (s *Service) reload(ctx context.Context, t *table) (Row, error) {
	began := s.o.Clock()
	row, err := s.o.Store.Load(ctx, t.id)
	if err != nil {
		return row, err
	}
	m, err := s.matchOf(row)
	if err != nil {
		s.log.Error("a stored match cannot be read", "match", t.id, "code", codeOf(err))
		return row, err
	}
	if err := s.findDeal(ctx, t, m); err != nil {
		return row, err
	}
	t.checked = began
	if cur := t.cur.Load(); cur == nil || cur.Seq != m.Seq() {
		s.show(t, t.snapshot(m))
	}
	return row, nil
}

// refresh makes sure that a table is at least as new as the store was at a
// moment of the local clock. The table is locked.
func (s *Service) refresh(ctx context.Context, t *table, asOf time.Time) error {
	cur := t.cur.Load()
	if cur != nil && t.checked.After(asOf) {
		return nil
	}
	if cur != nil {
		began := s.o.Clock()
		seqs, err := s.o.Store.Seqs(ctx, []string{t.id})
		if err != nil {
			return err
		}
		if seqs[t.id] == cur.Seq {
			t.checked = began
			return nil
		}
	}
	_, err := s.reload(ctx, t)
	return err
}

// matchOf makes a stored match again.
func (s *Service) matchOf(row Row) (*match.Match, error) {
	terms, err := match.DecodeTerms(row.Terms)
	if err != nil {
		return nil, err
	}
	terms.Setup.Secret = row.Secret
	r, ok := s.o.Rules(terms.Game)
	if !ok {
		return nil, game.Err(NoSuchGame, "this server does not know the game")
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

// audience is those who watch a match.
type audience struct {
	mu      sync.Mutex
	list    []*Watch
	telling bool // somebody is telling them, and looks again before he stops
}

func (a *audience) size() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.list)
}

// has reports whether a player is among them.
func (a *audience) has(player string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.ContainsFunc(a.list, func(w *Watch) bool { return w.by == player })
}

func (a *audience) clear() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, w := range a.list {
		w.at = -1
	}
	a.list = nil
}

// add shows the newcomer the match as it is.
func (a *audience) add(w *Watch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w.at = len(a.list)
	a.list = append(a.list, w)
	w.show(w.table.cur.Load())
}

func (a *audience) remove(w *Watch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if w.at < 0 {
		return
	}
	last := len(a.list) - 1
	a.list[w.at] = a.list[last]
	a.list[w.at].at = w.at
	a.list[last] = nil
	a.list = a.list[:last]
	w.at = -1
}

// tell shows everybody the latest state.
func (a *audience) tell(t *table) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, w := range a.list {
		w.show(t.cur.Load())
	}
}

// tellSoon does the same without being waited for. States that come while
// it tells are told together.
func (a *audience) tellSoon(t *table) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.list) == 0 || a.telling {
		return
	}
	a.telling = true
	go func() {
		for done := false; !done; {
			last := t.cur.Load()
			a.tell(t)
			a.mu.Lock()
			done = t.cur.Load() == last
			a.telling = !done
			a.mu.Unlock()
		}
	}()
}
