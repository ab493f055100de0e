package classic

import (
	"context"
	"errors"
	"math"
	"slices"

	"kydai/game"
)

// searcher is the state of one search. The field value is the function minimax or alphaBeta; all
// other code is the same for both algorithms.
type searcher struct {
	Options
	Counts
	ctx     context.Context
	me      game.Side
	value   func(p game.Position, depth, ply int, alpha, beta float64, at *Node) float64
	lines   [maxDepth + 2][]game.Move // lines[ply] is the principal variation from that ply
	known   map[uint64]game.Move      // best moves of the previous depth, by position key
	values  map[game.Move]float64     // values of the root moves at the previous depth
	rates   []float64
	tree    *Node
	whole   bool // finish the current depth even if the time is used up
	stopped bool
}

func newSearcher(ctx context.Context, p game.Position, o Options) *searcher {
	o.Depth = min(max(o.Depth, 1), maxDepth)
	return &searcher{Options: o, ctx: ctx, me: p.Turn(), values: map[game.Move]float64{}}
}

// late reports whether the search must stop. If the field whole is set, time limits are ignored,
// and only a cancellation by the caller stops the search.
func (s *searcher) late() bool {
	if s.whole {
		return errors.Is(s.ctx.Err(), context.Canceled)
	}
	return late(s.ctx)
}

// root searches the root moves and returns the result.
func (s *searcher) root(p game.Position, moves []game.Move) Result {
	r := Result{Depth: s.Depth}
	if len(moves) == 0 {
		r.Value = final(p.Outcome(), s.me, 0)
		return r
	}
	r.Line = moves[:1:1]
	best := math.Inf(-1)
	for _, m := range moves {
		v := s.after(p, m, s.Depth, 0, best, math.Inf(1), s.tree)
		if s.stopped {
			break
		}
		s.values[m] = v
		if v > best {
			best = v
			s.extend(0, m)
			r.Line = append([]game.Move(nil), s.lines[0]...)
		}
	}
	r.Counts, r.Stopped = s.Counts, s.stopped
	if !math.IsInf(best, 0) {
		r.Value = best
	}
	return r
}

// rootMoves returns the moves to search at the root.
func (s *searcher) rootMoves(p game.Position) []game.Move {
	moves := p.Legal()
	if len(s.Only) > 0 {
		moves = slices.DeleteFunc(moves, func(m game.Move) bool { return !slices.Contains(s.Only, m) })
	}
	if s.Rand != nil {
		s.Rand.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	}
	return s.sift(p, moves)
}

// enter counts a node and checks the limits. If the node is a leaf or the search must stop, enter
// returns a value and true; otherwise it returns the moves to search and false.
func (s *searcher) enter(p game.Position, depth, ply int, at *Node) (moves []game.Move, value float64, leaf bool) {
	s.Nodes++
	s.lines[ply] = s.lines[ply][:0]
	if s.Nodes%64 == 0 && s.late() || s.MaxNodes > 0 && s.Nodes > s.MaxNodes {
		s.stopped = true
		return nil, 0, true
	}
	if depth > 0 {
		moves = p.Legal()
	}
	if len(moves) == 0 {
		if o := p.Outcome(); o.Over() {
			s.Leaves++
			at.over(o)
			return nil, final(o, s.me, ply), true
		}
	}
	if depth == 0 || s.Eval.Decided > 0 {
		value = s.Eval.Value(p, s.me)
		if depth == 0 || math.Abs(value) > s.Eval.Decided {
			s.Leaves++
			return nil, value, true
		}
	}
	return s.sift(p, moves), 0, false
}

// after returns the value of the position after the move m in p, averaged over the random outcomes
// of m.
func (s *searcher) after(p game.Position, m game.Move, depth, ply int, alpha, beta float64, at *Node) float64 {
	ways := game.CompletionsOf(p, m)
	if len(ways) == 1 {
		next := p.Play(ways[0].Move)
		child := at.child(p, m, next, s.me, alpha, beta)
		v := s.value(next, depth-1, ply+1, alpha, beta, child)
		child.is(v)
		return v
	}
	chance := at.chance(p, m, alpha, beta)
	sum, total := 0.0, 0.0
	for _, w := range ways {
		next := p.Play(w.Move)
		child := chance.child(p, w.Move, next, s.me, math.Inf(-1), math.Inf(1))
		v := s.value(next, depth-1, ply+1, math.Inf(-1), math.Inf(1), child)
		if s.stopped {
			return 0
		}
		child.is(v)
		sum += v * float64(w.Weight)
		total += float64(w.Weight)
	}
	s.lines[ply+1] = s.lines[ply+1][:0] // the reply depends on the random outcome, so the principal variation ends here
	chance.is(sum / total)
	return sum / total
}

// extend sets the principal variation at ply to m, followed by the variation at ply+1.
func (s *searcher) extend(ply int, m game.Move) {
	s.lines[ply] = append(append(s.lines[ply][:0], m), s.lines[ply+1]...)
}

// sift sorts moves by their rating, best first, and drops all but the first Width moves.
func (s *searcher) sift(p game.Position, moves []game.Move) []game.Move {
	narrow := s.Width > 0 && s.Width < len(moves)
	if !narrow && !s.Order || !s.Eval.rates() {
		return moves
	}
	sorted := s.byRate(p, moves)
	if narrow {
		sorted = sorted[:s.Width]
	}
	if s.Order {
		return sorted
	}
	return slices.DeleteFunc(moves, func(m game.Move) bool { return !slices.Contains(sorted, m) })
}

func (s *searcher) byRate(p game.Position, moves []game.Move) []game.Move {
	s.rates = slices.Grow(s.rates[:0], len(moves))[:len(moves)]
	s.Eval.rate(p, moves, s.rates)
	type rated struct {
		move game.Move
		rate float64
	}
	list := make([]rated, len(moves))
	for i, m := range moves {
		list[i] = rated{m, s.rates[i]}
	}
	slices.SortStableFunc(list, func(a, b rated) int {
		switch {
		case a.rate > b.rate:
			return -1
		case a.rate < b.rate:
			return 1
		}
		return 0
	})
	sorted := make([]game.Move, len(list))
	for i, r := range list {
		sorted[i] = r.move
	}
	return sorted
}

func (e *Evaluator) rates() bool { return e.Rate != nil || e.Gain != nil }

func (e *Evaluator) rate(p game.Position, ms []game.Move, out []float64) {
	if e.Rate != nil {
		e.Rate(p, ms, out)
		return
	}
	for i, m := range ms {
		out[i] = e.Gain(m)
	}
}
