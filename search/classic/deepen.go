package classic

import (
	"context"
	"slices"

	"kydai/game"
)

// rememberMost bounds what deepening remembers of the depth before.
const rememberMost = 1 << 20

// Deepen searches to depth 1, 2, 3 and so on by alpha-beta until the depth is
// reached, an end is forced or ctx ends; a best move is at hand all the time.
// Each depth tries first what was best at the depth before. report, which may
// be nil, is told each finished depth; its counts are those of that depth.
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
		now := s.root(p, moves)
		total.add(now.Counts)
		if now.Stopped {
			// The first move searched was the best of the depth before: what
			// has replaced it since is better.
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

// left is what remains of a limit of which 0 is none.
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

// firstBest orders the first moves by what the last depth found, and forgets
// it. Values of moves that were cut off are bounds only, so the best one is
// put first whatever they say.
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

// hashFirst moves what was best here at the depth before to the front.
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
