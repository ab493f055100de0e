package classic

import (
	"context"
	"math"

	"kydai/game"
)

// AlphaBeta finds what Minimax finds and leaves out what cannot matter. With
// Order it finds the same value sooner, and perhaps another of equal moves.
func AlphaBeta(ctx context.Context, p game.Position, o Options) Result {
	s := newSearcher(ctx, p, o)
	s.value = s.alphaBeta
	return s.root(p, s.rootMoves(p))
}

// alphaBeta is the value of p for side me if that lies between alpha, which
// me has already, and beta, which the other side will not let be exceeded.
// Otherwise it is a bound on the same side of the window as the value.
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
