package alphabeta

import "sync"

// Pool keeps evaluators, with what they remember, from one search to the
// next. An engine thinks about one line at a time, so a new search may take
// all of them.
type Pool[E any] struct {
	fresh func() E
	mu    sync.Mutex
	all   []E
	used  int
}

// NewPool makes an empty pool that makes what it lacks.
func NewPool[E any](fresh func() E) *Pool[E] { return &Pool[E]{fresh: fresh} }

// Restart takes all evaluators back, for a new search.
func (p *Pool[E]) Restart() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used = 0
}

// Next hands out an evaluator that nobody else has since Restart. Threads
// may ask at the same time.
func (p *Pool[E]) Next() E {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.used == len(p.all) {
		p.all = append(p.all, p.fresh())
	}
	p.used++
	return p.all[p.used-1]
}
