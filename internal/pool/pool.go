// Package pool runs functions concurrently on reused goroutines. A reused goroutine keeps its grown
// stack. Growing a new stack costs more than many short functions do.
package pool

import "sync"

// maxIdle is the maximum number of idle goroutines.
const maxIdle = 256

// Pool is a pool of goroutines. It is safe for concurrent use.
type Pool struct {
	mu    sync.Mutex
	idle  []*worker // the goroutine that became idle last is used first: its stack is still in the cache
	spare bool      // the pool has not ended, so goroutines may wait for the next function
}

// worker is an idle goroutine. It exits when it receives nil.
type worker struct{ jobs chan func() }

// New creates a pool. The pool's idle goroutines exit when the given channel is closed. If the
// channel is nil, they never exit.
func New(end <-chan struct{}) *Pool {
	p := &Pool{spare: true}
	if end != nil {
		go p.endWith(end)
	}
	return p
}

// endWith waits until the given channel is closed and then lets all idle goroutines exit.
func (p *Pool) endWith(end <-chan struct{}) {
	<-end
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spare = false
	for _, w := range p.idle {
		w.jobs <- nil
	}
	p.idle = nil
}

// Go runs f in a goroutine. It does not block, and it also works after end was closed.
func (p *Pool) Go(f func()) {
	p.mu.Lock()
	last := len(p.idle) - 1
	if last < 0 {
		p.mu.Unlock()
		go p.run(f)
		return
	}
	w := p.idle[last]
	p.idle[last] = nil
	p.idle = p.idle[:last]
	p.mu.Unlock()
	w.jobs <- f
}

// run executes f and then the functions that Go gives to this goroutine.
func (p *Pool) run(f func()) {
	w := &worker{make(chan func(), 1)} // capacity 1, so that Go can send a function before this goroutine receives
	for f != nil {
		f()
		if !p.rest(w) {
			return
		}
		f = <-w.jobs
	}
}

// rest makes a goroutine idle. It returns false if the goroutine must exit.
func (p *Pool) rest(w *worker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.spare || len(p.idle) >= maxIdle {
		return false
	}
	p.idle = append(p.idle, w)
	return true
}
