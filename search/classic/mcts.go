package classic

import (
	"context"
	"math"
	"math/rand/v2"

	"kydai/game"
)

// MonteCarlo holds the parameters of Monte Carlo tree search.
type MonteCarlo struct {
	Eval    Evaluator
	Sims    int     // number of simulations; should be at least the number of legal moves
	Explore float64 // exploration constant of UCB1; 0 uses the evaluator's
	Replies int     // number of greedy moves before the evaluation; 0 evaluates at once
	Only    []game.Move
	Rand    *rand.Rand
}

// MCTS is Monte Carlo tree search with UCB1. Each simulation follows the moves
// with the highest mean + Explore * sqrt(ln N / n) to a new position, plays a
// few greedy replies there and evaluates the result. The search stops after
// Sims simulations or when ctx ends, and returns the most visited move.
func MCTS(ctx context.Context, p game.Position, o MonteCarlo) Result {
	if o.Explore <= 0 {
		o.Explore = max(o.Eval.Explore, 1)
	}
	t := &mcts{MonteCarlo: o, me: p.Turn(), bound: o.Explore / 2}
	if o.Eval.Explore > 0 {
		t.bound = o.Eval.Explore / 2
	}
	root := t.expand(p, choice(p, o.Only))
	if len(root.edges) == 0 {
		return Result{}
	}
	r := Result{}
	for n := 0; n < o.Sims; n++ {
		if n > 0 && late(ctx) {
			r.Stopped = true
			break
		}
		t.simulate(root, 1)
	}
	r.Counts, r.Depth = t.Counts, t.deepest
	for n := root; n != nil && len(n.edges) > 0; {
		e := n.favourite()
		if e.visits == 0 && n != root {
			break
		}
		r.Line = append(r.Line, e.move)
		if n == root && e.visits > 0 {
			r.Value = e.sum / float64(e.visits)
		}
		if len(e.ways) != 1 {
			break
		}
		n = e.ways[0].next
	}
	return r
}

type mcts struct {
	MonteCarlo
	Counts
	me      game.Side
	bound   float64 // value of a won game
	deepest int
}

// branch is a node of the tree.
type branch struct {
	position game.Position
	edges    []edge // nil until the second visit
	visits   int
	over     bool
	value    float64 // value if the game is over
}

// edge is a move with its statistics, for side me.
type edge struct {
	move   game.Move
	visits int
	sum    float64
	ways   []way
}

// way is one random outcome of a move.
type way struct {
	game.Weighted
	next *branch
}

// expand generates the moves of a node, in random order.
func (t *mcts) expand(p game.Position, moves []game.Move) *branch {
	t.Rand.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	b := &branch{position: p}
	for _, m := range moves {
		b.edges = append(b.edges, edge{move: m})
	}
	return b
}

// simulate runs one simulation from b, which is depth-1 plies below the root,
// and returns its value for side me.
func (t *mcts) simulate(b *branch, depth int) float64 {
	b.visits++
	if b.over {
		return b.value
	}
	if b.edges == nil {
		b.edges = t.expand(b.position, b.position.Legal()).edges
	}
	t.deepest = max(t.deepest, depth)
	e := b.choose(t.Explore, b.position.Turn() == t.me)
	v := t.follow(b, e, depth)
	e.visits++
	e.sum += v
	return v
}

func (t *mcts) follow(b *branch, e *edge, depth int) float64 {
	if e.ways == nil {
		for _, w := range game.CompletionsOf(b.position, e.move) {
			e.ways = append(e.ways, way{Weighted: w})
		}
	}
	w := t.draw(e.ways)
	if w.next != nil {
		return t.simulate(w.next, depth+1)
	}
	next := b.position.Play(w.Move)
	w.next = &branch{position: next}
	t.Nodes++
	if o := next.Outcome(); o.Over() {
		t.Leaves++
		w.next.over, w.next.value = true, t.final(o)
		return w.next.value
	}
	return t.playOut(next)
}

// draw picks one outcome at random by weight.
func (t *mcts) draw(ways []way) *way {
	if len(ways) == 1 {
		return &ways[0]
	}
	total := 0
	for i := range ways {
		total += ways[i].Weight
	}
	n := t.Rand.IntN(total)
	for i := range ways {
		if n -= ways[i].Weight; n < 0 {
			return &ways[i]
		}
	}
	return &ways[0]
}

// playOut plays greedy replies and evaluates the resulting position.
func (t *mcts) playOut(p game.Position) float64 {
	t.Leaves++
	for range t.Replies {
		m, _ := greedy(p, t.Eval, p.Legal(), t.Rand)
		ways := game.CompletionsOf(p, m)
		list := make([]way, len(ways))
		for i, w := range ways {
			list[i].Weighted = w
		}
		p = p.Play(t.draw(list).Move)
		if o := p.Outcome(); o.Over() {
			return t.final(o)
		}
	}
	return min(max(t.Eval.Value(p, t.me), -t.bound), t.bound)
}

func (t *mcts) final(o game.Outcome) float64 {
	switch o.Winner {
	case t.me:
		return t.bound
	case t.me.Other():
		return -t.bound
	}
	return 0
}

// choose selects the edge by UCB1 for the side to move. Unvisited edges come
// first.
func (b *branch) choose(explore float64, mine bool) *edge {
	var best *edge
	most := math.Inf(-1)
	log := math.Log(float64(b.visits))
	for i := range b.edges {
		e := &b.edges[i]
		if e.visits == 0 {
			return e
		}
		mean := e.sum / float64(e.visits)
		if !mine {
			mean = -mean
		}
		if u := mean + explore*math.Sqrt(log/float64(e.visits)); u > most {
			best, most = e, u
		}
	}
	return best
}

// favourite returns the most visited edge.
func (b *branch) favourite() *edge {
	best := &b.edges[0]
	for i := range b.edges {
		if b.edges[i].visits > best.visits {
			best = &b.edges[i]
		}
	}
	return best
}
