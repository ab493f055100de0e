package classic

import (
	"context"
	"slices"

	"kydai/game"
)

// rememberMost is the largest number of positions for which Deepen keeps the best move of the
// previous depth.
const rememberMost = 1 << 20

// Deepen runs alpha-beta at depth 1, 2, 3 and so on until the depth limit, a forced end of the game
// or the end of ctx. At each depth, the best moves of the previous depth are searched first. Depth
// 1 is completed even if the deadline of ctx has passed, because only then all root moves have been
// compared. The function report, which may be nil, receives the result of each completed depth.
func Deepen(ctx context.Context, p game.Position, o Options, report func(Result)) Result {
	s := newSearcher(ctx, p, o)
	s.value = s.alphaBeta
	s.known = map[uint64]game.Move{}
	deepest := s.Depth
	moves := s.rootMoves(p)
	var total Counts
	r := Result{Line: moves[:min(len(moves), 1):min(len(moves), 1)]}
	for s.Depth = 1; s.Depth <= deepest && len(moves) > 0; s.Depth++ {
		if s.MaxNodes = left(o.MaxNodes, total.Nodes); o.MaxNodes > 0 && total.Nodes >= o.MaxNodes {
			r.Stopped = true
			break
		}
		s.Counts = Counts{}
		s.whole = s.Depth == 1
		now := s.root(p, moves)
		total.add(now.Counts)
		if now.Stopped {
			// The best move of the previous depth is always searched first. If another move has the
			// highest value now, it is better than that move, although the depth is not complete.
			if len(s.values) > 0 {
				r.Line, r.Value = now.Line, now.Value
			}
			r.Stopped = true
			break
		}
		r = now
		if report != nil {
			report(now)
		}
		if _, forced := PliesToEnd(now.Value); forced {
			break
		}
		s.firstBest(moves, now.Best())
	}
	r.Counts = total
	return r
}

// left returns how much of a node limit is left. A limit of 0 means no limit and stays 0.
func left(limit, used uint64) uint64 {
	if limit <= used {
		return 0
	}
	return limit - used
}

func (c *Counts) add(d Counts) {
	c.Nodes += d.Nodes
	c.Leaves += d.Leaves
	c.Cuts += d.Cuts
}

// firstBest orders the root moves for the next depth by their values at the current depth, and then
// clears these values. The parameter best is always put first, because the values of moves that
// were cut off are only bounds.
func (s *searcher) firstBest(moves []game.Move, best game.Move) {
	slices.SortStableFunc(moves, func(a, b game.Move) int {
		switch va, vb := s.values[a], s.values[b]; {
		case a == best || b == best:
			if a == b {
				return 0
			} else if a == best {
				return -1
			}
			return 1
		case va > vb:
			return -1
		case va < vb:
			return 1
		}
		return 0
	})
	clear(s.values)
}

// hashFirst moves the move that was best in position p at the previous depth to the front of moves.
func (s *searcher) hashFirst(p game.Position, moves []game.Move) {
	if s.known == nil {
		return
	}
	if i := slices.Index(moves, s.known[p.Key()]); i > 0 {
		m := moves[i]
		copy(moves[1:i+1], moves[:i])
		moves[0] = m
	}
}

func (s *searcher) remember(p game.Position, m game.Move) {
	if s.known == nil || m == game.NoMove || len(s.known) >= rememberMost {
		return
	}
	s.known[p.Key()] = m
}
