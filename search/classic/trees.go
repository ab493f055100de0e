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
	Sims    int     // number of simulations; should be at least the number of legal moves
	Explore float64 // exploration constant of UCB1; 0 uses the evaluator's
	Replies int     // number of greedy moves before the evaluation; 0 evaluates at once
	Threads int     // number of threads, each with a tree of its own; values below 1 mean 1
	Only    []game.Move
	Rand    *rand.Rand
}

// MCTS is Monte Carlo tree search with UCB1. Each simulation follows the moves
// with the highest mean + Explore * sqrt(ln N / n) to a new position, plays a
// few greedy replies there and evaluates the result. The search stops after
// Sims simulations or when ctx ends, and returns the most visited move.
//
// Several threads grow a tree each and share the simulations; the visits of the
// moves are summed. The result depends only on Rand and the number of threads,
// unless ctx ends the search.
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

// Trees holds the trees of an MCTS search, one for each thread. They can be kept from move to move:
// Follow takes the part of each tree below the played moves as the new tree. The zero value has no
// trees. Only one goroutine may use Trees at a time.
type Trees struct{ list []*mcts }

// Follow makes the nodes that some complete moves lead to the new roots of the trees. A tree
// without such a node is dropped. If a move had several possible outcomes, Follow keeps only the
// part of the tree below the actual outcome.
func (t *Trees) Follow(moves []game.Move) {
	for _, m := range moves {
		for _, tree := range t.list {
			tree.root = tree.root.after(m)
		}
		t.list = slices.DeleteFunc(t.list, func(tree *mcts) bool { return tree.root == nil })
	}
}

// after returns the node after a complete move, or nil.
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

// Search grows the trees by Sims more simulations, as MCTS does. First it drops trees of another
// position: a tree is kept only if its root equals p, including the knowledge of hidden pieces. A
// kept tree grows to at most twice the number of nodes of a new tree; after that, simulations
// change only the statistics of its moves.
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

// plant prepares as many trees as there are threads, with the root moves given.
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

// nodes counts b and all nodes below it.
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

// moves lists the root moves, the most visited first.
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
			list[at].Value += e.sum // the sum until all trees are counted
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

// result combines the results of the trees.
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

// line returns the move of the edge, followed by the most visited replies, up to a position that
// depends on chance.
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
