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

// class is the priority class of an engine job. Its name is the second token of the job's bus
// subject.
type class int

const (
	forMove  class = iota // a player waits for a move that takes at most a second
	forHint               // a player waits for a hint or a longer search
	forWatch              // spectators watch a match between engines
)

var classNames = [...]string{forMove: "now", forHint: "soon", forWatch: "later"}

// subjectOfJob returns the bus subject of a job: "eng.now.GAME.RANK".
func subjectOfJob(c class, gameName string, rank int) (string, error) {
	return bus.Subject("eng", classNames[c], gameName, strconv.Itoa(rank))
}

// urgency orders the jobs of a worker. A job with a smaller class goes first. Among jobs of the
// same class, the job whose IP address has used less engine time goes first.
type urgency struct {
	class class
	rank  int
}

// urgencyOf parses the urgency from a bus subject. Subjects from nodes of older versions contain no
// urgency; their jobs count as moves of middle rank.
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
	// keepFor is how long a worker reserves a slot for a job that it refused. This is longer than
	// the pause before the bus retries the job.
	keepFor = 150 * time.Millisecond
	// leastRun is the minimum time a job runs before a more urgent job may interrupt it.
	leastRun = 250 * time.Millisecond
)

// WorkerStats holds the counters of a worker.
type WorkerStats struct {
	Slots   atomic.Int64
	Busy    atomic.Int64  // number of running jobs
	Done    atomic.Uint64 // number of finished jobs
	Refused atomic.Uint64 // requests refused because all slots were busy
	Cut     atomic.Uint64 // jobs interrupted for a more urgent job
	oldest  atomic.Int64  // when the oldest running job began, in Unix milliseconds; 0: no job is running
}

// Oldest returns how long the oldest running job has been running; 0 if no job runs.
func (w *WorkerStats) Oldest() time.Duration {
	if at := w.oldest.Load(); at != 0 {
		return max(time.Since(time.UnixMilli(at)), 0)
	}
	return 0
}

// admission decides which engine jobs a worker runs. A job that finds no free slot is refused; the
// bus retries it with this or another worker. A free slot is reserved for the most urgent job that
// was refused recently. Jobs other than moves must leave one slot free. If the worker has only one
// slot, a more urgent job interrupts such a job, which then returns its best result so far.
type admission struct {
	slots int
	clock func() time.Time
	stats *WorkerStats

	mu        sync.Mutex
	running   map[*running]struct{}
	kept      urgency // urgency of the most urgent refused job, for which a slot is reserved until keptUntil
	keptUntil time.Time
}

type running struct {
	urgency
	since time.Time
	cut   context.CancelFunc
}

// enter reports whether a job with urgency u may run. If it may, the caller must call leave when
// the job ends. admission may call cut to interrupt the job.
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

// noteOldest updates the start time of the oldest running job. The admission must be
// locked.
func (a *admission) noteOldest() {
	first := int64(0)
	for r := range a.running {
		if at := r.since.UnixMilli(); first == 0 || at < first {
			first = at
		}
	}
	a.stats.oldest.Store(first)
}

// room reports whether the worker has a free slot for a job of class c. The admission must be
// locked.
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

// makeRoom interrupts the least urgent running job if its class has lower priority than u
// and it has run for at least leastRun. The admission must be locked.
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
