package classic

import (
	"context"
	"math"

	"kydai/game"
)

// mcts holds one tree of a Monte Carlo tree search and the parameters with which it grows.
type mcts struct {
	MonteCarlo
	Counts
	root    *branch
	size    int     // number of nodes in the tree
	most    int     // largest number of nodes in the tree; 0 means no limit
	bound   float64 // value of a won game
	deepest int
	stopped bool
}

// branch is a node of the tree.
type branch struct {
	position game.Position
	edges    []edge // moves of the position; nil until the node is visited for the second time
	visits   int
	over     bool
	value    float64 // value for the first side if the game is over
}

// edge is a move in the tree with its statistics. The values are from the first side's point of
// view, because a tree can be kept for the next search, in which the other side is to move.
type edge struct {
	move   game.Move
	visits int
	sum    float64
	ways   []way
}

// way is one random outcome of a move, with the node that follows it.
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

// grow runs at most sims simulations; it stops earlier if ctx ends.
func (t *mcts) grow(ctx context.Context, sims int) {
	t.Counts, t.deepest, t.stopped = Counts{}, 0, false
	for n := range sims {
		if n > 0 && late(ctx) {
			t.stopped = true
			return
		}
		t.simulate(t.root, 1)
	}
}

// simulate runs one simulation from b, which is depth-1 plies below the root,
// and returns its value for the first side.
func (t *mcts) simulate(b *branch, depth int) float64 {
	b.visits++
	if b.over {
		return b.value
	}
	if b.edges == nil {
		b.edges = t.expand(b.position, b.position.Legal()).edges
	}
	t.deepest = max(t.deepest, depth)
	e := b.choose(t.Explore, b.position.Turn() == game.First)
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
	grown := branch{position: next}
	t.Nodes++
	o := next.Outcome()
	if o.Over() {
		grown.over, grown.value = true, t.final(o)
	}
	if t.most == 0 || t.size < t.most {
		w.next = &grown
		t.size++
	}
	if o.Over() {
		t.Leaves++
		return grown.value
	}
	return t.playOut(next)
}

// draw picks one outcome of a move at random by weight.
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
	return min(max(t.Eval.Value(p, game.First), -t.bound), t.bound)
}

func (t *mcts) final(o game.Outcome) float64 {
	switch o.Winner {
	case game.First:
		return t.bound
	case game.Second:
		return -t.bound
	}
	return 0
}

// choose selects the edge with the highest UCB1 value for the side to move. Edges that were never
// visited come first. The parameter first is true if the first side is to move.
func (b *branch) choose(explore float64, first bool) *edge {
	var best *edge
	most := math.Inf(-1)
	log := math.Log(float64(b.visits))
	for i := range b.edges {
		e := &b.edges[i]
		if e.visits == 0 {
			return e
		}
		mean := e.sum / float64(e.visits)
		if !first {
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
