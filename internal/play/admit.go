package play

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"kydai/internal/bus"
)

// class is the priority class of a job, the second token of its subject.
type class int

const (
	forMove  class = iota // a player waits for a move, at most a second
	forHint               // a player waits for something longer
	forWatch              // spectators of a match between engines
)

var classNames = [...]string{forMove: "now", forHint: "soon", forWatch: "later"}

// subjectOfJob returns the bus subject of a job: "eng.now.GAME.RANK".
func subjectOfJob(c class, gameName string, rank int) (string, error) {
	return bus.Subject("eng", classNames[c], gameName, strconv.Itoa(rank))
}

// urgency orders jobs by class, then by the budget that their address has used.
// The smaller one goes first.
type urgency struct {
	class class
	rank  int
}

// urgencyOf parses the urgency from a subject. Subjects of older nodes have
// none.
func urgencyOf(subject string) urgency {
	u := urgency{class: forMove, rank: ranks / 2}
	tokens := strings.Split(subject, ".")
	for i, t := range tokens {
		for c, name := range classNames {
			if t == name && i+3 == len(tokens) {
				u.class = class(c)
				u.rank, _ = strconv.Atoi(tokens[i+2])
			}
		}
	}
	return u
}

func (u urgency) before(v urgency) bool {
	return u.class < v.class || u.class == v.class && u.rank < v.rank
}

const (
	// keepFor is how long a slot is reserved for a refused job: longer than the
	// pause before the bus retries.
	keepFor = 150 * time.Millisecond
	// leastRun is how long a job runs before a more urgent one may interrupt
	// it.
	leastRun = 250 * time.Millisecond
)

// WorkerStats holds the counters of a worker.
type WorkerStats struct {
	Slots   atomic.Int64
	Busy    atomic.Int64  // running jobs
	Done    atomic.Uint64 //
	Refused atomic.Uint64 // requests refused because all slots were busy
	Cut     atomic.Uint64 // jobs interrupted for a more urgent one
	oldest  atomic.Int64  // when the oldest running job began, in Unix milliseconds; 0: none runs
}

// Oldest is how long the oldest running job has run; 0 if none runs.
func (w *WorkerStats) Oldest() time.Duration {
	if at := w.oldest.Load(); at != 0 {
		return max(time.Since(time.UnixMilli(at)), 0)
	}
	return 0
}

// admission decides which jobs a worker runs. A job without a free slot is
// refused and retried, here or at another worker. A free slot is reserved for
// the most urgent job refused recently. Jobs other than moves leave one slot
// free; if there is only one slot, they are interrupted and answer with their
// best result so far.
type admission struct {
	slots int
	clock func() time.Time
	stats *WorkerStats

	mu        sync.Mutex
	running   map[*running]struct{}
	kept      urgency // the most urgent refused job
	keptUntil time.Time
}

type running struct {
	urgency
	since time.Time
	cut   context.CancelFunc
}

// enter reports whether a job may run; then leave must be called after it. cut
// interrupts the job.
func (a *admission) enter(u urgency, cut context.CancelFunc) (leave func(), ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.clock()
	kept := now.Before(a.keptUntil)
	if kept && a.kept.before(u) || !a.room(u.class) {
		if !kept || u.before(a.kept) {
			a.kept = u
		}
		if !a.kept.before(u) {
			a.keptUntil = now.Add(keepFor)
			a.makeRoom(u, now)
		}
		a.stats.Refused.Add(1)
		return nil, false
	}
	a.keptUntil = time.Time{}
	r := &running{urgency: u, since: now, cut: cut}
	if a.running == nil {
		a.running = map[*running]struct{}{}
	}
	a.running[r] = struct{}{}
	a.stats.Busy.Add(1)
	a.noteOldest()
	return func() { a.leave(r) }, true
}

func (a *admission) leave(r *running) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.running, r)
	a.stats.Busy.Add(-1)
	a.stats.Done.Add(1)
	a.noteOldest()
}

// noteOldest counts when the oldest running job began. The admission is locked.
func (a *admission) noteOldest() {
	first := int64(0)
	for r := range a.running {
		if at := r.since.UnixMilli(); first == 0 || at < first {
			first = at
		}
	}
	a.stats.oldest.Store(first)
}

// room reports whether there is a slot for a class. The admission is locked.
func (a *admission) room(c class) bool {
	if len(a.running) >= a.slots {
		return false
	}
	if c == forMove {
		return true
	}
	long := 0
	for r := range a.running {
		if r.class != forMove {
			long++
		}
	}
	return long < max(1, a.slots-1)
}

// makeRoom interrupts the least urgent job if it has a lower class and has run
// for a while. The admission is locked.
func (a *admission) makeRoom(u urgency, now time.Time) {
	var last *running
	for r := range a.running {
		if r.class > u.class && now.Sub(r.since) >= leastRun && r.cut != nil && (last == nil || last.before(r.urgency)) {
			last = r
		}
	}
	if last != nil {
		last.cut()
		last.cut = nil
		a.stats.Cut.Add(1)
	}
}
