package caro

import (
	"context"
	"time"

	"kydai/engine"
	"kydai/game"
	rules "kydai/games/caro"
)

// How a choice is tried out before it is played.
const (
	carefulTries   = 3  // moves that may turn out to lose before we stop asking
	carefulFirst   = 74 // percent of the limits for the first search
	carefulAgain   = 4  // and for each later one
	carefulSolver  = 4  // and for the solver that tries a move out
	carefulThreats = 2000
)

// careful searches, and asks the solver whether the other side then wins by
// threats, which may lie deeper than the search has seen. If so it searches
// again without that move. If every move tried loses, the first one stands.
func (e *Engine) careful(ctx context.Context, line *game.Line, p *rules.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	first, err := e.inner.Think(ctx, line, part(lim, carefulFirst), report)
	if err != nil {
		return first, err
	}
	info := first
	left := NewState(p)
	left.only = e.only
	moves := left.Moves(nil)
	for range carefulTries {
		if len(info.Lines) == 0 || info.Lines[0].Score.Mate != 0 {
			break
		}
		m, err := p.Decode(info.Best())
		if err != nil {
			break
		}
		if len(moves) < 2 || ctx.Err() != nil || !e.loses(ctx, p, m, lim) {
			info.Nodes, info.Elapsed = max(info.Nodes, first.Nodes), max(info.Elapsed, first.Elapsed)
			return info, nil
		}
		kept := moves[:0]
		for _, other := range moves {
			if other != m {
				kept = append(kept, other)
			}
		}
		moves = kept
		again := part(lim, carefulAgain)
		again.Only = nil
		for _, other := range moves {
			again.Only = append(again.Only, p.Encode(other))
		}
		e.only = moves
		next, err := e.inner.Think(ctx, line, again, nil)
		if err != nil {
			break
		}
		info = next
	}
	return first, nil
}

// part is a share of the limits, in percent.
func part(lim engine.Limits, percent int) engine.Limits {
	share := func(d time.Duration) time.Duration { return d * time.Duration(percent) / 100 }
	lim.MoveTime = share(lim.MoveTime)
	if lim.Nodes > 0 {
		lim.Nodes = max(lim.Nodes*uint64(percent)/100, 1)
	}
	for i := range lim.Left {
		lim.Left[i], lim.Inc[i] = share(lim.Left[i]), share(lim.Inc[i])
	}
	return lim
}

// loses reports whether the other side wins by threats after a move.
func (e *Engine) loses(ctx context.Context, p *rules.Position, m game.Move, lim engine.Limits) bool {
	next, ok := p.Play(m).(*rules.Position)
	if !ok || next.Outcome().Over() {
		return false
	}
	began := time.Now()
	share := part(lim, carefulSolver*solverShare)
	_, threats, gap := solverBudget(share, p.Turn())
	s := NewState(next)
	s.fours = &fourSolver{b: s.b, memory: e.fours}
	t := newThreatSolver(s.b, s.fours, e.threats)
	stop := func() bool { return ctx.Err() != nil || gap > 0 && time.Since(began) > gap }
	return t.solve(min(threats, carefulThreats), stop) != noCell
}
