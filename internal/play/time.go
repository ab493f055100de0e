package play

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kydai/internal/cluster"
	"kydai/match"
)

const (
	measureEvery  = 10 * time.Second
	measureWithin = 5 * time.Second
	measurements  = 5
	maxSkew       = 20 * time.Millisecond  // change of the offset that is logged as a warning
	maxStep       = 100 * time.Millisecond // change that means that the database's clock was changed
)

// timekeeper computes the site's time: it was db when the local clock showed
// local. Between measurements the monotonic local clock is used, so changing a
// machine's clock does no harm. If the database's clock is changed, the first
// node to notice corrects it for all (Store.Correct), and the site's time
// continues evenly. Only a node that was alone with its time adopts another; a
// jump forward is recorded as a step and compensated like an outage.
type timekeeper struct {
	options timeOptions
	log     *slog.Logger
	cluster *cluster.Cluster // nil until the node joins a cluster

	at      atomic.Pointer[anchor]
	suspect chan struct{} // capacity 1: compare with the database now
	whole   time.Time     // local time of the last measurement with several readings
	by      time.Duration // correction as last read

	stepped atomic.Bool // there are steps
	mu      sync.Mutex
	steps   []match.Span

	figures clockFigures
}

// timeOptions configure a timekeeper.
type timeOptions struct {
	Node  string
	Store interface {
		Clock
		cluster.Store
	}
	Clock func() time.Time // the local time
}

func newTimekeeper(o timeOptions, log *slog.Logger) *timekeeper {
	return &timekeeper{options: o, log: log, suspect: make(chan struct{}, 1)}
}

// meet sets the cluster.
func (k *timekeeper) meet(c *cluster.Cluster) { k.cluster = c }

// run compares the time with the database until ctx ends.
func (k *timekeeper) run(ctx context.Context, every time.Duration) {
	repeat(ctx, every, k.suspect, k.keep)
}

// step records a jump of the time.
func (k *timekeeper) step(from, to time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.steps = slices.DeleteFunc(k.steps, func(s match.Span) bool { return to.Sub(s.To) > cluster.RememberOutage })
	k.steps = append(k.steps, match.Span{From: from, To: to})
	k.stepped.Store(true)
}

// lost returns the intervals in which a player could not play: outages, and
// jumps of the time.
func (k *timekeeper) lost(player string, now time.Time) []match.Span {
	spans := k.cluster.Lost(player, now)
	if player == "" || !k.stepped.Load() {
		return spans
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return cluster.Apart(append(spans, k.steps...))
}

type anchor struct {
	local, db time.Time
	within    time.Duration // error bound
}

// drift is how far two clocks may diverge in a given time.
func drift(d time.Duration) time.Duration { return d / 10_000 }

func (a *anchor) now(local time.Time) time.Time { return a.db.Add(local.Sub(a.local)) }

// Now is the site's time as known to this node. Moves are stamped with it on
// arrival.
func (k *timekeeper) Now() time.Time { return k.at.Load().now(k.options.Clock()).UTC() }

// read reads the database's time n times. The quickest reading has the smallest
// error, half of its duration.
func (k *timekeeper) read(ctx context.Context, n int) (best anchor, by time.Duration, err error) {
	for i := range n {
		before := k.options.Clock()
		db, correction, err := k.options.Store.Reading(ctx)
		if err != nil {
			return best, by, err
		}
		after := k.options.Clock()
		half := after.Sub(before) / 2
		if i == 0 || half < best.within || correction != by {
			best, by = anchor{local: before.Add(half), db: db, within: half}, correction
		}
	}
	return best, by, nil
}

// skew is the difference between a reading and the known time, and whether it
// is too large for two unchanged clocks.
func (a *anchor) skew(r anchor) (d time.Duration, set bool) {
	d = r.db.Sub(a.now(r.local))
	return d, d.Abs() > maxStep+r.within+a.within+drift(r.local.Sub(a.local))
}

// measure compares the time with the database. If the known time may be as
// accurate and is not proved wrong, it stays: on a busy machine readings are
// slow, and time should not jump with them.
func (k *timekeeper) measure(ctx context.Context) error {
	best, by, err := k.read(ctx, measurements)
	if err != nil {
		return err
	}
	old, was := k.at.Load(), k.by
	k.whole, k.by = k.options.Clock(), by
	if old == nil {
		k.at.Store(&best)
		k.figures.measured(0, best.within, by)
		return nil
	}
	skew, set := old.skew(best)
	k.figures.measured(skew, best.within, by)
	known := old.within + drift(best.local.Sub(old.local))
	if set {
		k.figures.steps.Add(1)
		// A correction that this node has not seen explains a difference,
		// unless other nodes agree with this one: then the clock was changed
		// again.
		withReading, withThis := k.othersSay(ctx, best, *old)
		if !withReading && (by == was || withThis) {
			return k.correct(ctx, by, skew)
		}
		if skew > 0 {
			k.step(old.now(best.local), best.db)
		}
		k.at.Store(&best)
		k.log.ErrorContext(ctx, "the time of this node differed from the other nodes; players get clock time back", "by", skew)
		return nil
	}
	if known <= best.within && skew.Abs() <= known+best.within {
		if skew.Abs() > maxStep { // the clock may have been changed: a quicker reading will tell
			k.whole = time.Time{}
		}
		return nil
	}
	k.at.Store(&best)
	if skew.Abs() > maxSkew+best.within {
		k.log.WarnContext(ctx, "the system clock and the database clock differ", "by", skew)
	}
	return nil
}

// correct keeps the site's time as this node knows it, on all nodes, after the
// database's clock was changed.
func (k *timekeeper) correct(ctx context.Context, by, skew time.Duration) error {
	err := k.options.Store.Correct(ctx, by, (by - skew).Round(time.Microsecond))
	if err == nil {
		k.by = (by - skew).Round(time.Microsecond)
		k.figures.correction.Store(int64(k.by))
		k.log.ErrorContext(ctx, "the database clock was changed; the cluster time does not follow it", "by", skew)
		return nil
	}
	if errors.Is(err, ErrConflict) { // another node was first
		return nil
	}
	return err
}

// othersSay reports whether another node agrees with the reading (then this
// node was paused), and whether another agrees with this node.
func (k *timekeeper) othersSay(ctx context.Context, reading, this anchor) (withReading, withThis bool) {
	for _, n := range k.cluster.Peers() {
		at, ok := k.timeOf(ctx, n.ID)
		if !ok {
			continue
		}
		if _, apart := at.skew(reading); !apart {
			return true, withThis
		}
		if _, apart := this.skew(at); !apart {
			withThis = true
		}
	}
	return false, withThis
}

// timeOf asks another node for its time.
func (k *timekeeper) timeOf(ctx context.Context, node string) (anchor, bool) {
	before := k.options.Clock()
	there, err := k.cluster.Queries().TimeOf(ctx, node)
	after := k.options.Clock()
	if err != nil || there.IsZero() {
		return anchor{}, false
	}
	half := after.Sub(before) / 2
	return anchor{local: before.Add(half), db: there, within: half}, true
}

// keep compares the time with the database: by one reading, or by several if
// that one is suspicious or the last ones were long ago.
func (k *timekeeper) keep(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, measureWithin)
	defer cancel()
	r, by, err := k.read(ctx, 1)
	if err == nil {
		_, set := k.at.Load().skew(r)
		if !set && by == k.by && k.options.Clock().Sub(k.whole) < measureEvery {
			return
		}
		err = k.measure(ctx)
	}
	if err != nil && ctx.Err() == nil {
		k.log.WarnContext(ctx, "the time of the database could not be read", "err", err)
	}
}

// measured returns what is known of the clocks.
func (k *timekeeper) measured() ClockFigures { return k.figures.read() }

// stamped looks at the stamp that the database gave a change. One that lies
// ahead shows that its clock was set.
func (k *timekeeper) stamped(began time.Time) {
	if began.Sub(k.Now()) > maxStep {
		wake(k.suspect)
	}
}

// join takes over the time of a node that is there, if the database says
// another: its clock was set, and not corrected yet.
func (k *timekeeper) join(ctx context.Context, node string) {
	at, ok := k.timeOf(ctx, node)
	if !ok {
		return
	}
	if _, apart := at.skew(*k.at.Load()); apart {
		k.at.Store(&at)
	}
}
