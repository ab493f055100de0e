package engine

import (
	"context"
	"slices"
	"time"

	"kydai/engine"
	"kydai/game"
	rules "kydai/games/caro"
	"kydai/search"
)

// Limits of a review. The search alone is blind to long wins by threats: it prunes quiet moves, and an
// open three looks quiet to it. So between its iterations, the threat solver examines the positions of
// the line that it expects.
const (
	reviewFirst  = 97  // percent of the limits: the search with its reviews; the rest is for the check of the last move
	reviewShare  = 120 // nodes of the threat solver for 100 nodes of the search
	reviewLeast  = 32  // a review with fewer nodes than this is put off
	reviewLater  = 3   // the threat solver runs with 1/reviewLater of its budget before the search
	reviewShort  = 5   // shortest win by threats, in plies
	reviewRest   = 4   // the last move is checked with 1/reviewRest of the nodes spent before, if it was not reviewed
	reviewSecond = 2   // percent of the limits: a search for another move if the last one turned out to lose
)

// reviewParts are the shares of a review in percent, by ply: what the side to move can win before the
// first move of the line, after it, after the second and after the third.
var reviewParts = [4]int{10, 60, 15, 15}

// reviewer examines the lines of one search.
type reviewer struct {
	e      *Engine
	p      *rules.Position
	began  time.Time
	stop   func() bool
	spent  int            // nodes of the threat solver
	failed []uint64       // keys of positions without a win by threats
	won    engine.Thought // win of the side to move, without lines if there is none
}

// review looks for wins by threats in the positions of a line. What it finds, it stores in the table of
// proofs, so that the verdicts of these positions change.
func (r *reviewer) review(found search.Report) (result search.Review) {
	allowed := int(min(found.Nodes, 1<<40))*reviewShare/(100+reviewShare) - r.spent //nolint:gosec // at most 1<<40, so the conversion is safe
	if allowed < reviewLeast {
		return result
	}
	before, left := r.spent, 0
	s, line := r.e.rootState(r.p), found.Lines[0].Moves
	for ply := 0; ply < len(reviewParts) && ply <= len(line) && !result.Again; ply++ {
		if ply > 0 {
			s.Do(line[ply-1])
		}
		if s.board.won || s.board.stones >= s.board.most || r.stop() {
			break
		}
		budget := allowed*reviewParts[ply]/100 + left
		already := r.spent
		result.Again = r.wins(s, budget)
		left = budget - (r.spent - already)
	}
	result.Enough = len(r.won.Lines) > 0
	result.Nodes = uint64(r.spent - before) //nolint:gosec // the number of nodes is not negative, so the conversion is safe
	return result
}

// wins reports whether the threat solver finds a win of the side to move that was not known.
func (r *reviewer) wins(s *State, budget int) bool {
	b := s.board
	if slices.Contains(r.failed, b.key) || budget <= 0 || r.e.known.find(b.key) > 0 || s.pro > 0 && b.stones <= proBound {
		return false
	}
	t := newFastSolver(b, s.fours, r.e.threats)
	m := t.solve(budget, r.stop)
	r.spent += t.nodes
	if m == noCell {
		if !t.stopped {
			r.failed = append(r.failed, b.key)
		}
		return false
	}
	win := t.line(m)
	plies := max(len(win), reviewShort) | 1
	if b.stones+plies > b.most {
		return false
	}
	if b.depth == 0 {
		r.won, _ = r.e.winBy(win, s, r.p, r.spent, r.began)
		return false
	}
	r.e.known.add(b.key, plies)
	return true
}

// loses reports whether the opponent wins by threats after the move m. If known is true, it answers from
// the table of proofs alone.
func (r *reviewer) loses(m game.Move, known bool) bool {
	s := r.e.rootState(r.p)
	s.Do(m)
	return r.e.known.find(s.board.key) > 0 || !known && r.wins(s, max(r.spent/reviewRest, reviewLeast))
}

// reviewed searches for a move and reviews the lines of the search. If the move that the search has
// chosen loses, because the time was over before the search could answer the last review, or because
// the move was not reviewed, reviewed chooses among the moves that are not known to lose.
func (e *Engine) reviewed(ctx context.Context, line *game.Line, p *rules.Position, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	r := &reviewer{e: e, p: p, began: time.Now()}
	hard := lim.Allot(p.Turn().Index()).Hard
	r.stop = func() bool { return ctx.Err() != nil || hard > 0 && time.Since(r.began) > hard }
	e.inner.Review(r.review)
	info, err := e.inner.Think(ctx, line, part(lim, reviewFirst), report)
	e.inner.Review(nil)
	if len(r.won.Lines) > 0 {
		return r.won, nil
	}
	if err != nil || info.Lines[0].Score.Mate > 0 {
		return info, err
	}
	m, err := p.Decode(info.Best())
	if err != nil || !r.loses(m, info.Lines[0].Score.Mate < 0) {
		return info, nil //nolint:nilerr // the search has found the move, so Decode knows it
	}
	root := e.rootState(p)
	root.only = e.only
	moves := root.Moves(nil)
	left := moves[:0]
	for _, m := range moves {
		if e.known.find(root.board.keyAfter(root.board.cellOf(m.To()))) == 0 {
			left = append(left, m)
		}
	}
	if len(left) > 0 {
		if other := e.among(ctx, line, part(lim, reviewSecond), left); len(other.Lines) > 0 && other.Lines[0].Score.Mate >= 0 {
			other.Nodes, other.Elapsed = info.Nodes, info.Elapsed
			return other, nil
		}
	}
	return info, nil
}
