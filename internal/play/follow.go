package play

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"kydai/internal/bus"
	"kydai/internal/cluster"
	"kydai/internal/trace"
	"kydai/match"
)

// catchUp is the time limit for reloading data from the store.
const catchUp = 10 * time.Second

// seqsAtOnce is the maximum number of matches compared with the store per query.
const seqsAtOnce = 10_000

func subjectOf(id string) string { return "m." + id + ".all" }

// follower keeps the watched matches up to date with changes by other nodes.
type follower struct {
	options tableOptions
	log     *slog.Logger
	cluster *cluster.Cluster
	tables  *tables
	repairs repairs
}

// publish notifies the other nodes of a change, if there are other nodes. If a notification is
// lost, reconcile later finds that the other node's match is behind and reloads it.
func (f *follower) publish(ctx context.Context, id string, m *match.Match, c Change, began time.Time) {
	if f.cluster.Alone() {
		return
	}
	ctx, span := trace.Start(ctx, "publish")
	n := news{Trace: trace.Parent(ctx), From: c.Seq, To: c.Seq + len(c.Events), Request: trace.Of(ctx).String()}
	if !m.Hidden() {
		n.Began, n.Events = began.UnixMicro(), c.Events
	}
	err := f.options.Bus.Publish(subjectOf(id), n.encode())
	span.End(err)
	if err != nil {
		f.log.DebugContext(ctx, "a change was not published", "match", id, "err", err)
	}
}

// listen subscribes to the notifications about a match unless it is already subscribed.
// The table must be locked.
func (f *follower) listen(t *table) {
	if t.sub == nil {
		t.setSub(f.subscribe(t))
	}
}

// setSub stores a subscription; nil means none. The table must be locked.
func (t *table) setSub(sub bus.Subscription) {
	t.sub = sub
	t.listens.Store(sub != nil)
}

// subscribe subscribes to the notifications about a match. It waits for the bus, so the caller
// should not hold the lock of a table that others may need. If the subscription fails, reconcile
// still keeps the match up to date.
func (f *follower) subscribe(t *table) bus.Subscription {
	sub, err := f.options.Bus.Subscribe(subjectOf(t.id), bus.Handler{
		Message: func(_ string, data []byte) { f.heard(t, data) },
		Gap:     func(bus.Gap) { f.gap(t) },
		Queue:   64,
		Others:  true,
	})
	if err != nil {
		f.log.Debug("no subscription to the events of a match", "match", t.id, "err", err)
		return nil
	}
	return sub
}

// gap reloads a match after notifications about it may have been lost.
func (f *follower) gap(t *table) {
	before := t.cur.Load()
	f.catchUp(trace.Begin(context.Background()), t, f.options.Clock(), true)
	if now := t.cur.Load(); before != nil && now != nil && now.Seq > before.Seq {
		f.repairs.gap.Add(1)
	}
}

// repaired returns the number of watched matches that were found to be behind the store, separately
// for periodic comparisons (Reconcile) and gaps on the bus (Gap).
func (f *follower) repaired() Repairs {
	return Repairs{Reconcile: f.repairs.reconcile.Load(), Gap: f.repairs.gap.Load()}
}

// heard handles a notification about a match.
func (f *follower) heard(t *table, data []byte) {
	n, err := decodeNews(data)
	if err != nil {
		f.log.WarnContext(trace.Begin(context.Background()), "an event of a match could not be decoded", "match", t.id)
		return
	}
	if cur := t.cur.Load(); cur == nil || cur.Seq >= n.To {
		return
	}
	asOf := f.options.Clock()
	ctx, cancel := context.WithTimeout(n.context(), catchUp)
	defer cancel()
	if t.acquire(ctx) != nil {
		return
	}
	ctx, span := trace.Root(ctx, f.options.Tracer, "follow", n.Trace)
	defer span.End(nil)
	followed := f.follow(t, n)
	t.unlock()
	if !followed {
		f.catchUp(ctx, t, asOf, false)
	}
}

// follow appends the events of a notification to the match of a table. The table must be locked.
// follow returns false if the match must be reloaded, because events are missing or cannot be
// applied.
func (f *follower) follow(t *table, n news) bool {
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
	f.tables.show(t, t.snapshot(next))
	return true
}

// catchUp reloads the match of a table from the store unless the match was read after the time
// asOf. The parameter lost says that a notification may have been lost. In this case the player to
// move gets the clock time back by which the notification came too late.
func (f *follower) catchUp(ctx context.Context, t *table, asOf time.Time, lost bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), catchUp)
	defer cancel()
	if t.acquire(ctx) != nil {
		return
	}
	defer t.unlock()
	if t.players.size()+t.watchers.size() > 0 {
		f.listen(t) // subscribe again if an earlier attempt failed
	}
	before := t.cur.Load()
	if err := f.tables.refresh(ctx, t, asOf); err != nil {
		f.log.DebugContext(ctx, "a match could not be reloaded", "match", t.id, "err", err)
		return
	}
	if lost {
		f.tables.compensation.toldLate(ctx, t, before)
	}
}

// reconcile compares all watched matches with the store and reloads those that
// are behind. It also releases unused tables.
func (f *follower) reconcile(ctx context.Context) {
	f.tables.tidy()
	asOf := f.options.Clock()
	var tables []*table
	var ids []string
	for t := range f.tables.each {
		if t.players.size()+t.watchers.size() > 0 {
			tables = append(tables, t)
			ids = append(ids, t.id)
		}
	}
	for len(ids) > 0 {
		n := min(len(ids), seqsAtOnce)
		ask, cancel := context.WithTimeout(ctx, catchUp)
		seqs, err := f.options.Store.Seqs(ask, ids[:n])
		cancel()
		if err != nil {
			if ctx.Err() == nil {
				f.log.WarnContext(ctx, "watched matches could not be compared with the store", "err", err)
			}
			if len(seqs) == 0 {
				return
			}
		}
		f.catchUpAll(ctx, tables[:n], seqs, asOf)
		tables, ids = tables[n:], ids[n:]
	}
}

// catchUpAll reloads the tables that are behind.
func (f *follower) catchUpAll(ctx context.Context, tables []*table, seqs map[string]int, asOf time.Time) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, 8)
	for _, t := range tables {
		cur := t.cur.Load()
		if cur == nil || seqs[t.id] <= cur.Seq && !cur.waits() {
			continue
		}
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			f.catchUp(ctx, t, asOf, seqs[t.id] > cur.Seq)
			// do not count a change younger than lateNews, because its notification may still
			// arrive
			if now := t.cur.Load(); now != nil && now.Seq > cur.Seq && f.tables.time.Now().Sub(now.Began()) > lateNews {
				f.repairs.reconcile.Add(1)
			}
		})
	}
	wg.Wait()
}
