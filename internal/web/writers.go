package web

import (
	"runtime"
	"sync"
	"time"

	"kydai/internal/pool"
)

// stuckAfter is how long the writing goroutines may make no progress. After this time they are
// assumed to wait for clients that do not read, and more goroutines start to write.
const stuckAfter = 2 * time.Millisecond

// eachWrites limits the number of goroutines: one more starts when more than eachWrites connections
// per goroutine wait to be written to.
const eachWrites = 4

// bulkTurns is the number of frames after which a goroutine that writes to spectators lets others
// run.
const bulkTurns = 8

// writers writes to connections with few goroutines. A move of a match with many spectators causes
// many writes at once, and a goroutine for each write costs more than the write itself. A write
// rarely blocks, because the operating system buffers data that the client has not read yet. If
// some writes block, more goroutines write.
//
// Writes to spectators use fewer goroutines, which often let other goroutines run. So
// many spectators do not delay the moves of other matches.
type writers struct {
	pool *pool.Pool
	most int // maximum number of goroutines that write, unless they are stuck
	few  int // how many of the goroutines may write to spectators

	mu      sync.Mutex
	running int
	bulking int      // how many of the running goroutines write to spectators
	allowed int      // current limit of bulking: few, or more if goroutines are stuck
	queues  [2]queue // connections that wait to be written to, by lane
	taken   int      // number of connections taken from the queues so far
	looked  int      // value of the field taken when the method look last ran
	looking bool     // the next call of look is scheduled
	timer   *time.Timer
	begin   func() // the method start as a function value, which is allocated only once
}

// Lanes are queues of connections to write to. Connections in the lane urgent come before those in
// the lane bulk.
const (
	urgent = iota // connections of players, and responses
	bulk          // connections of spectators
)

func newWriters(p *pool.Pool) *writers {
	n := runtime.GOMAXPROCS(0)
	w := &writers{pool: p, most: max(8, 4*n), few: max(1, n/2)}
	w.allowed, w.begin = w.few, w.start
	return w
}

// write schedules a connection to be written to. The caller holds the lock of the connection.
//
// If only a few connections wait, one goroutine writes to all of them, because waking a second
// goroutine costs as much as a write.
func (w *writers) write(c *conn, lane int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queues[lane].push(c)
	if w.running < w.most && w.worthwhile(lane) {
		w.running++
		w.pool.Go(w.begin)
		return
	}
	if !w.looking {
		w.looking, w.looked = true, w.taken
		w.lookSoon()
	}
}

// worthwhile reports whether enough connections wait in a lane for one more goroutine. For the lane
// urgent, goroutines that write to spectators do not count as running. The caller holds w.mu.
func (w *writers) worthwhile(lane int) bool {
	running := w.running
	if lane == urgent {
		running -= w.bulking
	} else if w.bulking >= w.allowed {
		return false
	}
	return running == 0 || w.queues[lane].len() > eachWrites*running
}

// start writes to the connections in the queues until no connection waits.
func (w *writers) start() { w.run(w.next(urgent)) }

// lookSoon schedules a call of the method look after the time stuckAfter. The caller holds w.mu.
func (w *writers) lookSoon() {
	if w.timer == nil {
		w.timer = time.AfterFunc(stuckAfter, w.look)
		return
	}
	w.timer.Reset(stuckAfter)
}

// run writes to a connection and then to the connections in the queues.
func (w *writers) run(c *conn, lane int) {
	for n := 0; c != nil; {
		c.write()
		if lane == bulk {
			if n++; n%bulkTurns == 0 {
				runtime.Gosched()
			}
		}
		c, lane = w.next(lane)
	}
}

// next returns the next connection from the queues. The parameter lane is the lane of the
// connection to which the goroutine has just written. If next returns nil, the goroutine must end.
func (w *writers) next(lane int) (*conn, int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bulking -= lane
	if c := w.queues[urgent].pop(); c != nil {
		w.taken++
		return c, urgent
	}
	if w.bulking < w.allowed {
		if c := w.queues[bulk].pop(); c != nil {
			w.taken++
			w.bulking++
			return c, bulk
		}
		w.allowed = w.few
	}
	w.running--
	return nil, urgent
}

// look starts more goroutines if no connection was taken from the queues since the last call.
func (w *writers) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	waiting := w.queues[urgent].len() + w.queues[bulk].len()
	if waiting == 0 {
		w.looking = false
		return
	}
	if w.taken == w.looked {
		more := min(waiting, 8*w.most)
		w.allowed = w.bulking + more
		for range more {
			w.running++
			w.pool.Go(w.begin)
		}
	}
	w.looked = w.taken
	w.lookSoon()
}

// queue is a first-in, first-out queue of connections.
type queue struct {
	list []*conn
	head int
}

func (q *queue) len() int { return len(q.list) - q.head }

func (q *queue) push(c *conn) { q.list = append(q.list, c) }

// pop removes and returns the first connection of the queue, or nil if the queue is empty.
func (q *queue) pop() *conn {
	if q.head == len(q.list) {
		return nil
	}
	c := q.list[q.head]
	q.list[q.head] = nil
	if q.head++; q.head == len(q.list) {
		q.head, q.list = 0, q.list[:0]
		if cap(q.list) > 1<<12 { // free the memory after a burst
			q.list = nil
		}
	}
	return c
}
