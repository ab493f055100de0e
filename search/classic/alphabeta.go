package classic

import (
	"context"
	"math"

	"kydai/game"
)

// AlphaBeta returns the same value as Minimax but skips moves that cannot change the value. With
// Order it searches fewer nodes and may choose another move of equal value.
func AlphaBeta(ctx context.Context, p game.Position, o Options) Result {
	s := newSearcher(ctx, p, o)
	s.value = s.alphaBeta
	return s.root(p, s.rootMoves(p))
}

// alphaBeta returns the value of p for side me if the value is between alpha and beta. Otherwise it
// returns a bound on the same side of the window. alpha is a value that side me is already sure to
// reach; beta is a value that the opponent can already keep side me from exceeding.
func (s *searcher) alphaBeta(p game.Position, depth, ply int, alpha, beta float64, at *Node) float64 {
	moves, value, leaf := s.enter(p, depth, ply, at)
	if leaf {
		return value
	}
	s.hashFirst(p, moves)
	maximise := p.Turn() == s.me
	best, bestMove := math.Inf(1), game.NoMove
	if maximise {
		best = math.Inf(-1)
	}
	for i, m := range moves {
		v := s.after(p, m, depth, ply, alpha, beta, at)
		if s.stopped {
			return best
		}
		if maximise && v > best || !maximise && v < best {
			best, bestMove = v, m
			s.extend(ply, m)
		}
		if maximise {
			alpha = max(alpha, best)
		} else {
			beta = min(beta, best)
		}
		if alpha >= beta && i+1 < len(moves) {
			s.Cuts++
			at.cut(len(moves) - i - 1)
			break
		}
	}
	s.remember(p, bestMove)
	return best
}
