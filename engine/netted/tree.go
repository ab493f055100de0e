package netted

import (
	"context"
	"math/rand/v2"

	"kydai/engine/alphabeta"
	"kydai/engine/nnue"
	"kydai/game"
	"kydai/search"
)

// treeHash is the size of the transposition table of a tree, in MiB.
const treeHash = 4

// tree implements nnue.Tree for the evaluators of a game.
type tree[E any] struct {
	game     Game[E]
	evals    *alphabeta.Pool[E]
	searcher *search.Searcher
	room     E              // evaluator of the forked states, of which one is in use at a time
	hand     E              // evaluates by hand
	drawn    []search.State // positions drawn from the current search
	sample   nnue.Sample
	noisy    []game.Move
}

// NewTree creates a tree that evaluates with a net, or by hand if n is nil.
func NewTree[E any](g Game[E], n *nnue.Net) nnue.Tree {
	fresh := g.Hand
	if n != nil {
		fresh = func() E { return g.Net(n) }
	}
	return &tree[E]{game: g, evals: alphabeta.NewPool(fresh), searcher: search.New(treeHash, g.Params), room: fresh(), hand: g.Hand()}
}

// NewGame forgets earlier searches.
func (t *tree[E]) NewGame() { t.searcher.Clear() }

// Leaves implements nnue.Tree. It draws the positions during the search and scores them afterwards,
// when the table knows much about them.
func (t *tree[E]) Leaves(line *game.Line, o nnue.TreeOptions, rng *rand.Rand, visit func(*nnue.Sample, int)) error {
	fresh, err := t.game.Start(t.evals, line)
	if err != nil {
		return err
	}
	t.drawn = t.drawn[:0]
	seen := 0
	t.search(fresh, search.Limits{Nodes: o.Nodes, Side: line.Position().Turn().Index(), Watch: func(s search.State) {
		seen++
		switch i := rng.IntN(seen); {
		case len(t.drawn) < o.Count:
			t.drawn = append(t.drawn, t.game.Fork(s, t.room))
		case i < o.Count:
			t.drawn[i] = t.game.Fork(s, t.room)
		}
	}})
	for _, s := range t.drawn {
		if !t.game.Describe(s, &t.sample) {
			continue
		}
		t.sample.Hand = t.game.Fork(s, t.hand).Eval()
		s = t.game.Fork(s, t.room) // prepares the evaluator for this position
		if points, ok := t.score(s, o.Scored); ok {
			visit(&t.sample, points)
		}
	}
	return nil
}

func (t *tree[E]) search(fresh func() search.State, lim search.Limits) search.Report {
	return t.searcher.Search(context.Background(), fresh, 1, lim, nil)
}

// score returns the score of a position for the side to move. It returns false if the result is
// forced, so that the score is no evaluation.
func (t *tree[E]) score(s search.State, nodes uint64) (int, bool) {
	static := s.Eval()
	if nodes == 0 {
		return static, true
	}
	r := t.search(func() search.State { return s }, search.Limits{Nodes: nodes, Side: t.sample.Turn})
	if len(r.Lines) == 0 {
		return 0, false
	}
	score := r.Lines[0].Score
	if _, forced := search.MovesToMate(score); forced || score >= -search.Outlawed || score <= search.Outlawed {
		return 0, false
	}
	t.noisy = s.Noisy(t.noisy[:0])
	for _, m := range t.noisy {
		if m == r.Best() {
			return static, true
		}
	}
	return score, true
}
