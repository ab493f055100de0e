// Package jieqi plays cờ úp by a small expectimax: it looks a fixed number of
// moves ahead, weighs every face a piece may show by how many of it are left,
// and settles captures at the end of each line. It is given a view and knows
// what its owner knows.
//
// It is a beginning. It has no transposition table and prunes nothing, so it
// stays at two or three plies.
package jieqi

import (
	"context"
	"sort"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/jieqi"
)

// Engine looks a fixed number of plies ahead.
type Engine struct{ depth int }

var _ engine.Engine = (*Engine)(nil)

// usualDepth is how far it looks where no limit says otherwise.
const usualDepth = 2

// New makes an engine.
func New() *Engine { return &Engine{depth: usualDepth} }

// Close frees nothing.
func (e *Engine) Close() error { return nil }

// won is the value of a won game; sooner is better.
const won = 100_000

// ranked is a root move with its value.
type ranked struct {
	move  game.Move
	value int
}

// Think values every move and returns the best ones. It deepens ply by ply,
// so that an answer is at hand when ctx ends.
func (e *Engine) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	p, ok := line.Position().(*jieqi.Position)
	if !ok {
		return engine.Info{}, game.Err(game.BadPosition, "this engine does not know the game")
	}
	moves := allowed(line, lim.Only)
	if len(moves) == 0 {
		return engine.Info{}, game.Err(game.GameOver, "there is no move to choose from")
	}
	depth := e.depth
	if lim.Depth > 0 {
		depth = min(lim.Depth, maxDepth)
	}
	t := &thinker{ctx: ctx, limit: lim.Nodes, began: time.Now(), hard: lim.Allot(p.Turn().Index()).Hard}
	order := make([]ranked, len(moves))
	for i, m := range moves {
		order[i].move = m
	}
	info := t.info(p, order, 0, lim.MultiPV)
	for d := 1; d <= depth; d++ {
		next := append([]ranked(nil), order...)
		for i := range next {
			next[i].value = t.expect(p, next[i].move, d-1, 1)
		}
		if t.stopped {
			break
		}
		sort.SliceStable(next, func(i, j int) bool { return next[i].value > next[j].value })
		order = next
		info = t.info(p, order, d, lim.MultiPV)
		if report != nil {
			report(info)
		}
	}
	return info, nil
}

// maxDepth keeps a search that prunes nothing within reason.
const maxDepth = 4

// allowed lists the moves to choose from.
func allowed(line *game.Line, only []string) []game.Move {
	legal := line.Legal()
	if len(only) == 0 {
		return legal
	}
	var out []game.Move
	for _, m := range legal {
		for _, code := range only {
			if line.Position().Encode(m) == code {
				out = append(out, m)
			}
		}
	}
	return out
}

// thinker is one call of Think.
type thinker struct {
	ctx     context.Context
	limit   uint64
	nodes   uint64
	began   time.Time
	hard    time.Duration // looked at here, since in a browser nothing can interrupt
	stopped bool
}

// due reports whether a limit is reached.
func (t *thinker) due() bool {
	if t.limit > 0 && t.nodes >= t.limit {
		return true
	}
	return t.nodes%64 == 0 && (t.ctx.Err() != nil || t.hard > 0 && time.Since(t.began) >= t.hard)
}

// info reports the first lines of an order of moves.
func (t *thinker) info(p *jieqi.Position, order []ranked, depth, lines int) engine.Info {
	i := engine.Info{Depth: depth, Deepest: depth, Nodes: t.nodes, Elapsed: time.Since(t.began)}
	for _, r := range order[:min(max(lines, 1), len(order))] {
		s := engine.Score{Points: r.value}
		switch {
		case r.value > won-100:
			s.Mate = (won - r.value + 1) / 2
		case r.value < -won+100:
			s.Mate = -(won + r.value + 1) / 2
		}
		i.Lines = append(i.Lines, engine.Variation{Score: s, Codes: []string{p.Encode(r.move)}})
	}
	return i
}

// expect is the value of a move for the side that makes it: the mean over
// what it may turn out to be.
func (t *thinker) expect(p *jieqi.Position, m game.Move, depth, ply int) int {
	sum, weight := 0, 0
	for _, w := range p.Completions(m) {
		if t.stopped {
			return 0
		}
		next, ok := p.Play(w.Move).(*jieqi.Position)
		if !ok {
			continue
		}
		sum -= t.value(next, depth, ply) * w.Weight
		weight += w.Weight
	}
	return sum / max(weight, 1)
}

// value is the value of a position for the side to move.
func (t *thinker) value(p *jieqi.Position, depth, ply int) int {
	t.nodes++
	if t.due() {
		t.stopped = true
		return 0
	}
	if depth == 0 {
		if p.InCheck() && p.Outcome().Over() {
			return ply - won
		}
		return t.settle(newScene(p))
	}
	legal := p.Legal()
	if len(legal) == 0 {
		if p.Outcome().Winner == game.NoSide {
			return 0
		}
		return ply - won
	}
	best := -won
	for _, m := range legal {
		best = max(best, t.expect(p, m, depth-1, ply+1))
		if t.stopped {
			break
		}
	}
	return best
}
