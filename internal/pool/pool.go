// Package pool runs functions concurrently on reused goroutines. A reused goroutine keeps its grown
// stack. Growing a new stack costs more than many short functions do.
package pool

import "sync/atomic"

// maxIdle is the maximum number of idle goroutines.
const maxIdle = 256

// Pool is a pool of goroutines. It is safe for concurrent use.
type Pool struct {
	jobs chan func()
	idle atomic.Int32
	end  <-chan struct{} // closed by the owner of the pool; idle goroutines then exit
}

// New creates a pool. Its idle goroutines exit when end is closed.
func New(end <-chan struct{}) *Pool { return &Pool{jobs: make(chan func()), end: end} }

// Go runs f in a goroutine. It does not block, and it also works after end was closed.
func (p *Pool) Go(f func()) {
	select {
	case p.jobs <- f:
	default:
		go p.run(f)
	}
}

func (p *Pool) run(f func()) {
	for {
		f()
		if p.idle.Add(1) > maxIdle {
			p.idle.Add(-1)
			return
		}
		select {
		case f = <-p.jobs:
			p.idle.Add(-1)
		case <-p.end:
			p.idle.Add(-1)
			return
		}
	}
}
