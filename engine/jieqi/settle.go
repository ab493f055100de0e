package jieqi

import (
	"kydai/game"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
)

// Worth of a piece that is face up, by how it acts.
var worth = [xiangqi.FreeElephant + 1]int{
	xiangqi.King: 5000, xiangqi.Adviser: 120, xiangqi.Elephant: 120, xiangqi.Horse: 280, xiangqi.Rook: 600,
	xiangqi.Cannon: 300, xiangqi.Soldier: 80, xiangqi.FreeAdviser: 150, xiangqi.FreeElephant: 170,
}

// shown is the worth of a kind once it is turned up.
func shown(k xiangqi.Kind) int {
	switch k {
	case xiangqi.Adviser:
		return worth[xiangqi.FreeAdviser]
	case xiangqi.Elephant:
		return worth[xiangqi.FreeElephant]
	}
	return worth[k]
}

// scene is a position on which captures are settled: pieces as they act, and
// what each is worth as far as the viewer knows.
type scene struct {
	board xiangqi.Board
	value [xiangqi.Points]int
	sum   [2]int
}

func newScene(p *jieqi.Position) *scene {
	s := &scene{}
	p.SetUp(&s.board)
	var mean [2]int
	for i, side := range []game.Side{game.First, game.Second} {
		total, n := 0, 0
		for k := xiangqi.Adviser; k <= xiangqi.Soldier; k++ {
			total += p.Unseen(side, k) * shown(k)
			n += p.Unseen(side, k)
		}
		mean[i] = total / max(n, 1)
	}
	for sq := range game.Square(xiangqi.Points) {
		piece, down := p.At(sq)
		if piece == 0 {
			continue
		}
		side := piece.Side().Index()
		v := worth[piece.Kind()]
		if down {
			// A piece that has not moved helps less than one that has.
			v = mean[side] * 9 / 10
		} else if piece.Kind() == xiangqi.Soldier {
			v += advance(sq, piece.Side())
		}
		s.value[sq] = v
		s.sum[side] += v
	}
	return s
}

// advance is what a soldier gains on its way.
func advance(sq game.Square, side game.Side) int {
	rank := int(sq) / xiangqi.Files
	if side == game.Second {
		rank = xiangqi.Ranks - 1 - rank
	}
	if rank < 5 {
		return 0
	}
	return 60
}

// settle plays out captures as long as they gain. A piece that would turn up
// is taken to go on as it acts: an approximation.
func (t *thinker) settle(s *scene) int { return t.quiet(s, -won, won, 6) }

func (t *thinker) quiet(s *scene, alpha, beta, depth int) int {
	us := s.board.Turn().Index()
	stand := s.sum[us] - s.sum[1-us]
	if stand >= beta || depth == 0 {
		return stand
	}
	alpha = max(alpha, stand)
	best := stand
	for _, m := range s.board.Noisy(make([]game.Move, 0, 32)) {
		from, to := m.From(), m.To()
		mover, victim := s.value[from], s.value[to]
		if stand+victim <= alpha {
			continue
		}
		s.board.Do(m)
		s.value[to], s.value[from] = mover, 0
		s.sum[1-us] -= victim
		score := -t.quiet(s, -beta, -alpha, depth-1)
		s.sum[1-us] += victim
		s.value[to], s.value[from] = victim, mover
		s.board.Undo()
		if score > best {
			best = score
			if alpha = max(alpha, score); alpha >= beta {
				break
			}
		}
	}
	return best
}
