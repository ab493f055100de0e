package alphabeta

import "sync"

// Pool keeps evaluators and their caches from one search to the next. An engine runs one search at
// a time, so each new search may reuse every evaluator.
type Pool[E any] struct {
	fresh func() E
	mu    sync.Mutex
	all   []E
	used  int
}

// NewPool creates a pool. When no evaluator is free, the pool creates one with the given function.
func NewPool[E any](fresh func() E) *Pool[E] { return &Pool[E]{fresh: fresh} }

// Restart marks all evaluators as free. It is called before each search.
func (p *Pool[E]) Restart() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used = 0
}

// Next returns an evaluator that Next has not returned since the last Restart. It is safe for
// concurrent use.
func (p *Pool[E]) Next() E {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.used == len(p.all) {
		p.all = append(p.all, p.fresh())
	}
	p.used++
	return p.all[p.used-1]
}
