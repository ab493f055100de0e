package engine

import (
	"context"
	"time"

	"kydai/engine"
	"kydai/game"
	rules "kydai/games/caro"
)

// Limits for checking the move that the search has chosen. The percentages are shares of the limits
// that the caller sets for the move.
const (
	carefulTries   = 2  // number of chosen moves that may turn out to lose; after that, the first one is played
	carefulFirst   = 84 // percent of the limits: the first search
	carefulAgain   = 4  // percent of the limits: each later search, after a chosen move turned out to lose
	carefulSolver  = 4  // percent of the limits: the threat solver, each time it checks a move
	carefulThreats = 2000
)

// careful searches for a move without reviews, for the levels below the highest. Then it lets the
// threat solver check the move: the opponent may have a win by threats that is too long for the
// search to see. If so, careful searches again without this move. If all moves that it tries lose,
// it plays the first one.
func (e *Engine) careful(ctx context.Context, line *game.Line, p *rules.Position, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	first, err := e.inner.Think(ctx, line, part(lim, carefulFirst), report)
	if err != nil {
		return first, err
	}
	root := e.treeState(p)
	root.only = e.only
	moves := root.Moves(nil)
	info := first
	for range carefulTries {
		m := bestOf(p, info)
		if m == game.NoMove {
			break
		}
		if len(moves) < 2 || !e.loses(ctx, p, m, lim) {
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
		info = e.among(ctx, line, part(lim, carefulAgain), moves)
	}
	return first, nil
}

// bestOf returns the best move of a search result. It returns NoMove if the result has no line or
// if its score is a forced win or loss.
func bestOf(p *rules.Position, info engine.Thought) game.Move {
	if len(info.Lines) == 0 || info.Lines[0].Score.Mate != 0 {
		return game.NoMove
	}
	m, err := p.Decode(info.Best())
	if err != nil {
		return game.NoMove
	}
	return m
}

// among searches only the given moves. On an error it returns an empty result.
func (e *Engine) among(ctx context.Context, line *game.Line, lim engine.Limits, moves []game.Move) engine.Thought {
	e.only, lim.Only = moves, nil
	for _, m := range moves {
		lim.Only = append(lim.Only, line.Position().Encode(m))
	}
	info, err := e.inner.Think(ctx, line, lim, nil)
	if err != nil {
		return engine.Thought{}
	}
	return info
}

// part returns the limits on time and nodes, scaled to a percentage.
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

// loses reports whether the threat solver finds a win by threats for the opponent after the move m.
func (e *Engine) loses(ctx context.Context, p *rules.Position, m game.Move, lim engine.Limits) bool {
	next, ok := p.Play(m).(*rules.Position)
	if !ok || next.Outcome().Over() {
		return false
	}
	began := time.Now()
	share := part(lim, carefulSolver*solverShare)
	_, threats, gap := solverBudget(share, p.Turn())
	s := e.rootState(next)
	t := newThreatSolver(s.board, s.fours, e.threats)
	stop := func() bool { return ctx.Err() != nil || gap > 0 && time.Since(began) > gap }
	return t.solve(min(threats, carefulThreats), stop) != noCell
}
