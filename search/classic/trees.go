package classic

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"kydai/game"
)

// MonteCarlo holds the parameters of Monte Carlo tree search.
type MonteCarlo struct {
	Eval    Evaluator
	Sims    int     // number of simulations, which should be at least the number of legal moves
	Explore float64 // exploration constant of UCB1; 0 uses that of the evaluator
	Replies int     // number of greedy moves before the evaluation; 0 evaluates immediately
	Threads int     // number of threads, each with its own tree; values below 1 mean 1
	Only    []game.Move
	Rand    *rand.Rand
}

// MCTS is Monte Carlo tree search with UCB1. Each simulation follows the moves with the highest
// mean + Explore * sqrt(ln N / n) to a new position, plays a few greedy moves there and evaluates
// the result. The search stops after Sims simulations or when ctx ends, and returns the most
// visited move.
//
// With several threads, each thread grows its own tree with its share of the simulations, and the
// visits of the moves are added. The result depends only on Rand and the number of threads, unless
// ctx ends the search.
func MCTS(ctx context.Context, p game.Position, o MonteCarlo) Result {
	var t Trees
	return t.Search(ctx, p, o)
}

// Visited is a root move of MCTS with the number of simulations that began with
// it and their mean value for the side to move.
type Visited struct {
	Move   game.Move
	Visits int
	Value  float64
}

// Trees holds the trees of an MCTS search, one for each thread. They can be kept from one move to
// the next: Follow replaces each tree by the part below the played moves. The zero value has no
// trees. Only one goroutine may use Trees at a time.
type Trees struct{ list []*mcts }

// Follow replaces each tree by the part below the given moves, so that the statistics stay useful
// for the next search. A move that revealed a piece must contain that piece, and Follow keeps only
// the part below this outcome. A tree that does not contain the moves is dropped.
func (t *Trees) Follow(moves []game.Move) {
	for _, m := range moves {
		for _, tree := range t.list {
			tree.root = tree.root.after(m)
		}
		t.list = slices.DeleteFunc(t.list, func(tree *mcts) bool { return tree.root == nil })
	}
}

// after returns the node after a move, which contains the piece that it revealed; nil if the tree
// has no such node.
func (b *branch) after(m game.Move) *branch {
	for i := range b.edges {
		for j := range b.edges[i].ways {
			if w := &b.edges[i].ways[j]; w.Move == m {
				return w.next
			}
		}
	}
	return nil
}

// Search runs Sims more simulations, as MCTS does. Before that, it drops every tree whose root is
// not the position p with the same known hidden pieces. The number of nodes of a kept tree is
// limited to twice the number of simulations; beyond this limit, simulations only change the
// statistics of existing moves.
func (t *Trees) Search(ctx context.Context, p game.Position, o MonteCarlo) Result {
	if o.Explore <= 0 {
		o.Explore = max(o.Eval.Explore, 1)
	}
	moves := choice(p, o.Only)
	if len(moves) == 0 {
		t.list = nil
		return Result{}
	}
	t.plant(p, moves, o)
	var wait sync.WaitGroup
	for i, tree := range t.list {
		sims := max((o.Sims+i)/len(t.list), 1)
		if i == len(t.list)-1 {
			tree.grow(ctx, sims)
			continue
		}
		wait.Add(1)
		go func() {
			defer wait.Done()
			tree.grow(ctx, sims)
		}()
	}
	wait.Wait()
	return t.result(p.Turn())
}

// plant makes sure that there is one tree per thread, and that the root of each tree has exactly
// the moves of the parameter moves.
func (t *Trees) plant(p game.Position, moves []game.Move, o MonteCarlo) {
	threads := max(o.Threads, 1)
	text := p.String()
	t.list = slices.DeleteFunc(t.list, func(tree *mcts) bool { return tree.root.position.String() != text })
	t.list = t.list[:min(len(t.list), threads)]
	for len(t.list) < threads {
		t.list = append(t.list, &mcts{root: &branch{position: p}})
	}
	for i, tree := range t.list {
		tree.MonteCarlo, tree.bound = o, o.Explore/2
		if o.Eval.Explore > 0 {
			tree.bound = o.Eval.Explore / 2
		}
		if threads > 1 {
			tree.Rand = rand.New(rand.NewPCG(o.Rand.Uint64(), uint64(i)))
		}
		tree.most = 2 * max(o.Sims/threads, 1)
		tree.limit(moves)
		tree.size = tree.root.nodes()
	}
}

// limit restricts the root to the given moves. Moves that the root already has keep their
// statistics.
func (t *mcts) limit(moves []game.Move) {
	known := map[game.Move]edge{}
	for _, e := range t.root.edges {
		known[e.move] = e
	}
	if len(known) == len(moves) && !slices.ContainsFunc(moves, func(m game.Move) bool { _, ok := known[m]; return !ok }) {
		return
	}
	t.root.edges = t.expand(t.root.position, slices.Clone(moves)).edges
	t.root.visits = 0
	for i := range t.root.edges {
		if e, ok := known[t.root.edges[i].move]; ok {
			t.root.edges[i] = e
			t.root.visits += e.visits
		}
	}
}

// nodes returns the number of nodes in the tree with the root b.
func (b *branch) nodes() int {
	n := 1
	for i := range b.edges {
		for j := range b.edges[i].ways {
			if next := b.edges[i].ways[j].next; next != nil {
				n += next.nodes()
			}
		}
	}
	return n
}

// moves adds up the visits and values of the root moves over all trees. It lists the most visited
// move first.
func (t *Trees) moves(turn game.Side) []Visited {
	var list []Visited
	places := map[game.Move]int{}
	for _, tree := range t.list {
		for _, e := range tree.root.edges {
			at, ok := places[e.move]
			if !ok {
				at = len(list)
				places[e.move] = at
				list = append(list, Visited{Move: e.move})
			}
			list[at].Visits += e.visits
			list[at].Value += e.sum // a sum at first; the loop below divides it by the visits
		}
	}
	for i := range list {
		if list[i].Visits > 0 {
			list[i].Value /= float64(list[i].Visits)
		}
		if turn == game.Second {
			list[i].Value = -list[i].Value
		}
	}
	slices.SortStableFunc(list, func(a, b Visited) int { return b.Visits - a.Visits })
	return list
}

// result combines the results of all trees.
func (t *Trees) result(turn game.Side) Result {
	r := Result{Moves: t.moves(turn)}
	best := r.Moves[0]
	r.Value = best.Value
	longest := -1
	for _, tree := range t.list {
		r.Nodes += tree.Nodes
		r.Leaves += tree.Leaves
		r.Depth = max(r.Depth, tree.deepest)
		r.Stopped = r.Stopped || tree.stopped
		for i := range tree.root.edges {
			if e := &tree.root.edges[i]; e.move == best.Move && e.visits > longest {
				longest = e.visits
				r.Line = e.line()
			}
		}
	}
	return r
}

// line returns the move of the edge, followed by the most visited replies. The line ends where the
// next position depends on chance.
func (e *edge) line() []game.Move {
	line := []game.Move{e.move}
	for e.visits > 0 && len(e.ways) == 1 && e.ways[0].next != nil && len(e.ways[0].next.edges) > 0 {
		if e = e.ways[0].next.favourite(); e.visits == 0 {
			break
		}
		line = append(line, e.move)
	}
	return line
}
