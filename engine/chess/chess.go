package chess

import (
	"sync"

	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/chess"
	"kydai/search"
)

// New makes an engine with the usual weights.
func New() *alphabeta.Engine { return NewWith(Usual(), Params()) }

// NewWith makes an engine with other weights or another search.
func NewWith(w *Weights, p search.Params) *alphabeta.Engine {
	pool := &pool{make: func() Evaluator { return newHand(w) }}
	return alphabeta.New(pool.start, p)
}

// Params are the numbers of the search that suit chess.
func Params() search.Params {
	p := search.Usual()
	p.ReverseMargin = 60 // +28 ± 27 Elo in 500 games at 4,000 nodes a move
	return p
}

// pool keeps evaluators, with what they remember, from one search to the
// next. An engine thinks about one line at a time, so a new search may take
// all of them.
type pool struct {
	make func() Evaluator
	mu   sync.Mutex
	all  []Evaluator
	used int
}

func (p *pool) next() Evaluator {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.used == len(p.all) {
		p.all = append(p.all, p.make())
	}
	p.used++
	return p.all[p.used-1]
}

// start makes the states of one search.
func (p *pool) start(line *game.Line) (func() search.State, error) {
	pos, ok := line.Position().(*chess.Position)
	if !ok {
		return nil, game.Err("bad-game", "this engine plays chess only")
	}
	b := pos.Board()
	n := min(b.Quiet(), line.Ply())
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = line.Key(line.Ply() - n + i)
	}
	p.mu.Lock()
	p.used = 0
	p.mu.Unlock()
	return func() search.State { return NewState(b, keys, p.next()) }, nil
}
