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

// alphaBeta returns the value of p for side me if this value is between alpha and beta; otherwise
// it returns a bound of the value. The parameter alpha is a value that side me can already reach
// with another move. The parameter beta is a value to which the opponent can already limit side me.
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
