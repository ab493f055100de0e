package classic

import (
	"context"
	"math"

	"kydai/game"
)

// Minimax searches every line to the given depth.
func Minimax(ctx context.Context, p game.Position, o Options) Result {
	s := newSearcher(ctx, p, o)
	s.value = s.minimax
	return s.root(p, s.rootMoves(p))
}

// minimax returns the value of p for side me. It ignores the alpha-beta window.
func (s *searcher) minimax(p game.Position, depth, ply int, _, _ float64, at *Node) float64 {
	moves, value, leaf := s.enter(p, depth, ply, at)
	if leaf {
		return value
	}
	best, better := math.Inf(-1), func(v, than float64) bool { return v > than }
	if p.Turn() != s.me {
		best, better = math.Inf(1), func(v, than float64) bool { return v < than }
	}
	for _, m := range moves {
		v := s.after(p, m, depth, ply, math.Inf(-1), math.Inf(1), at)
		if s.stopped {
			return best
		}
		if better(v, best) {
			best = v
			s.extend(ply, m)
		}
	}
	return best
}
