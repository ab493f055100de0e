package play

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"kydai/bus"
	"kydai/match"
)

// catchUp is how long a table may take to read the truth again.
const catchUp = 10 * time.Second

// seqsAtOnce is how many matches are compared with the store by one question.
const seqsAtOnce = 10_000

// news is what a node tells the others after a commit: the match has the
// events from From up to To. Where all is open to everybody the events are in
// it; where something is hidden nothing but the numbers is, and who needs to
// know reads the store.
type news struct {
	From   int      `json:"from"`
	To     int      `json:"to"`
	Began  int64    `json:"began,omitempty"` // in microseconds
	Events [][]byte `json:"events,omitempty"`
}

func subjectOf(id string) string { return "m." + id + ".all" }

// publish tells the other nodes, if there are any. That it may get lost is made
// good by reconcile.
func (s *Service) publish(id string, m *match.Match, c Change, began time.Time) {
	if s.crowd.alone() {
		return
	}
	n := news{From: c.Seq, To: c.Seq + len(c.Events)}
	if !m.Hidden() {
		n.Began, n.Events = began.UnixMicro(), c.Events
	}
	data, err := json.Marshal(n)
	if err == nil {
		err = s.o.Bus.Publish(subjectOf(id), data)
	}
	if err != nil {
		s.log.Debug("a change was not published", "match", id, "err", err)
	}
}

// listen makes sure that news of a match come in. The table is locked. A bus
// that is away is no error: reconcile does its work.
func (s *Service) listen(t *table) {
	if t.sub != nil {
		return
	}
	sub, err := s.o.Bus.Subscribe(subjectOf(t.id), bus.Handler{
		Message: func(_ string, data []byte) { s.heard(t, data) },
		Gap:     func(bus.Gap) { s.catchUp(t, s.o.Clock(), true) },
		Queue:   64,
	})
	if err != nil {
		s.log.Debug("no news of a match", "match", t.id, "err", err)
		return
	}
	t.sub = sub
}

// heard takes news of a match.
func (s *Service) heard(t *table, data []byte) {
	var n news
	if err := json.Unmarshal(data, &n); err != nil {
		s.log.Warn("news that cannot be read", "match", t.id)
		return
	}
	if cur := t.cur.Load(); cur == nil || cur.Seq >= n.To {
		return
	}
	asOf := s.o.Clock()
	ctx, cancel := context.WithTimeout(context.Background(), catchUp)
	defer cancel()
	if t.acquire(ctx) != nil {
		return
	}
	followed := s.follow(t, n)
	t.unlock()
	if !followed {
		s.catchUp(t, asOf, false)
	}
}

// follow adds events from the news to a table that is locked. It reports
// whether the table is up to date with them.
func (s *Service) follow(t *table, n news) bool {
	cur := t.cur.Load()
	switch {
	case cur == nil || cur.Seq >= n.To:
		return true
	case cur.Seq < n.From || len(n.Events) != n.To-n.From:
		return false
	}
	events := make([]match.Event, 0, len(n.Events))
	for _, body := range n.Events[cur.Seq-n.From:] {
		e, err := match.Decode(body)
		if err != nil {
			return false
		}
		e.Began = time.UnixMicro(n.Began).UTC()
		events = append(events, e)
	}
	next := cur.clone()
	if next.Follow(events...) != nil {
		return false
	}
	s.show(t, t.snapshot(next))
	return true
}

// catchUp reads the truth about a table, of which news was lost or not.
func (s *Service) catchUp(t *table, asOf time.Time, lost bool) {
	ctx, cancel := context.WithTimeout(context.Background(), catchUp)
	defer cancel()
	if t.acquire(ctx) != nil {
		return
	}
	defer t.unlock()
	if t.players.size()+t.watchers.size() > 0 {
		s.listen(t) // if it could not before
	}
	before := t.cur.Load()
	if err := s.refresh(ctx, t, asOf); err != nil {
		s.log.Debug("a match could not be read again", "match", t.id, "err", err)
		return
	}
	if lost {
		s.toldLate(ctx, t, before)
	}
}

// lookForTruth has all that is watched compared with the store.
func (s *Service) lookForTruth() {
	select {
	case s.truth <- struct{}{}:
	default:
	}
}

// reconcile compares all that is watched with the store and catches up where
// something was missed. It also lets go of what nobody needs.
func (s *Service) reconcile(ctx context.Context) {
	s.tidy()
	s.lobby.check(ctx)
	asOf := s.o.Clock()
	var tables []*table
	var ids []string
	for t := range s.each {
		if t.players.size()+t.watchers.size() > 0 {
			tables = append(tables, t)
			ids = append(ids, t.id)
		}
	}
	for len(ids) > 0 {
		n := min(len(ids), seqsAtOnce)
		ask, cancel := context.WithTimeout(ctx, catchUp)
		seqs, err := s.o.Store.Seqs(ask, ids[:n])
		cancel()
		if err != nil {
			if ctx.Err() == nil {
				s.log.Warn("what is watched cannot be compared with the store", "err", err)
			}
			return
		}
		s.catchUpAll(tables[:n], seqs, asOf)
		tables, ids = tables[n:], ids[n:]
	}
}

// catchUpAll catches up with those tables that are behind.
func (s *Service) catchUpAll(tables []*table, seqs map[string]int, asOf time.Time) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, 8)
	for _, t := range tables {
		cur := t.cur.Load()
		if cur == nil || seqs[t.id] <= cur.Seq {
			continue
		}
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			s.catchUp(t, asOf, true)
		})
	}
	wg.Wait()
}
