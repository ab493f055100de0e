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
	maxSkew       = 20 * time.Millisecond  // a larger change of the offset is logged as a warning
	maxStep       = 100 * time.Millisecond // a larger difference means that the database's clock was changed
)

// timekeeper computes the site's time from a reading of the database's clock and the time that has
// passed on the local clock since then. Between readings it uses the monotonic local clock, so a
// change of the machine's clock has no effect. If the database's clock is changed, the first node
// that notices the change stores a correction for all nodes (Store.Correct), and the site's time
// stays continuous. A node adopts a different time only if no other node agrees with its own time.
// A jump forward is then recorded as a step, and players are compensated for it as for an outage.
type timekeeper struct {
	options timeOptions
	log     *slog.Logger
	cluster *cluster.Cluster // nil until the node joins a cluster

	at      atomic.Pointer[anchor]
	suspect chan struct{} // capacity 1; requests a comparison with the database at once
	whole   time.Time     // local time of the last measurement with several readings
	by      time.Duration // correction of the database's clock, as last read from the store

	stepped atomic.Bool // whether steps is not empty
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

// meet sets the cluster in which the timekeeper asks other nodes for their time. It is called once,
// before the timekeeper runs.
func (k *timekeeper) meet(c *cluster.Cluster) { k.cluster = c }

// run compares the time with the database until ctx ends.
func (k *timekeeper) run(ctx context.Context, every time.Duration) {
	repeat(ctx, every, k.suspect, k.keep)
}

// step records a jump forward of the time, so that players are compensated for it.
func (k *timekeeper) step(from, to time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.steps = slices.DeleteFunc(k.steps, func(s match.Span) bool { return to.Sub(s.To) > cluster.RememberOutage })
	k.steps = append(k.steps, match.Span{From: from, To: to})
	k.stepped.Store(true)
}

// lost returns the intervals in which a player could not play: outages and jumps of the site's
// time.
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
	within    time.Duration // largest possible error of db
}

// drift returns how far two clocks may diverge in the duration d.
func drift(d time.Duration) time.Duration { return d / 10_000 }

func (a *anchor) now(local time.Time) time.Time { return a.db.Add(local.Sub(a.local)) }

// Now returns the site's time as this node knows it. Arriving moves are stamped with this time.
func (k *timekeeper) Now() time.Time { return k.at.Load().now(k.options.Clock()).UTC() }

// read reads the database's time n times and returns the fastest reading. Half of a reading's
// duration is the bound of its error, so the fastest reading has the smallest error.
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

// skew returns how far a reading r of the database's clock is from the time that the anchor
// predicts. The result set is true if the difference is so large that one of the clocks must have
// been changed.
func (a *anchor) skew(r anchor) (d time.Duration, set bool) {
	d = r.db.Sub(a.now(r.local))
	return d, d.Abs() > maxStep+r.within+a.within+drift(r.local.Sub(a.local))
}

// measure compares the site's time with the database. It keeps the known time if this time may be
// as accurate as the new reading and the reading does not contradict it. Readings take long on a
// busy machine, and the site's time should not jump because of them.
func (k *timekeeper) measure(ctx context.Context) error {
	best, by, err := k.read(ctx, measurements)
	if err != nil {
		return err
	}
	old, was := k.at.Load(), k.by
	machine := k.options.Store.Uncorrected(best.db, by).Sub(best.local)
	k.whole, k.by = k.options.Clock(), by
	if old == nil {
		k.at.Store(&best)
		k.figures.measured(0, best.within, by, machine)
		return nil
	}
	skew, set := old.skew(best)
	k.figures.measured(skew, best.within, by, machine)
	known := old.within + drift(best.local.Sub(old.local))
	if set {
		k.figures.steps.Add(1)
		// Another node may have stored a correction that this node did not know yet; then this node
		// adopts the reading. But if other nodes agree with this node's time, the database's clock
		// was changed again, and this node stores a correction.
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
		if skew.Abs() > maxStep { // the clock may have been changed; measure again soon, and let a faster reading decide
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

// correct stores a correction after the database's clock was changed. The correction keeps the
// site's time on all nodes as this node knows it.
func (k *timekeeper) correct(ctx context.Context, by, skew time.Duration) error {
	err := k.options.Store.Correct(ctx, by, (by - skew).Round(time.Microsecond))
	if err == nil {
		k.by = (by - skew).Round(time.Microsecond)
		k.figures.correction.Store(int64(k.by))
		k.log.ErrorContext(ctx, "the database clock was changed; the cluster time does not follow it", "by", skew)
		return nil
	}
	if errors.Is(err, ErrConflict) { // another node has already stored a correction
		return nil
	}
	return err
}

// othersSay asks the other nodes for their time. The result withReading is true if a node agrees
// with the reading, which means that this node was paused. The result withThis is true if a node
// agrees with this node's time.
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

// timeOf queries another node for its time. It returns false if the node does not answer.
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

// keep compares the site's time with the database. It takes one reading; it takes several if the
// first one is suspicious or the last full measurement was long ago.
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

// measured returns the figures of the last measurement.
func (k *timekeeper) measured() ClockFigures { return k.figures.read() }

// stamped checks the time that the database assigned to a change. A time in the future
// shows that the database's clock was changed.
func (k *timekeeper) stamped(began time.Time) {
	if began.Sub(k.Now()) > maxStep {
		wake(k.suspect)
	}
}

// join adopts the time of a running node if the database's time differs from that time: then the
// database's clock was changed and no node has stored a correction yet.
func (k *timekeeper) join(ctx context.Context, node string) {
	at, ok := k.timeOf(ctx, node)
	if !ok {
		return
	}
	if _, apart := at.skew(*k.at.Load()); apart {
		k.at.Store(&at)
	}
}
