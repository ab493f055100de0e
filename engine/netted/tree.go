//go:build !js

package netted

import (
	"context"
	"math/rand/v2"
	"slices"

	"kydai/engine/alphabeta"
	"kydai/engine/nnue"
	"kydai/game"
	"kydai/search"
)

// Sizes of the transposition tables of a tree, in MiB.
const (
	treeHash   = 4
	scorerHash = 1
)

// scorerParams returns the parameters of the search that scores positions. It prunes no late moves: at
// low depths that would leave out most of the quiet answers, and the score would be too good for the
// side to move (docs/training.md).
func scorerParams(p search.Params) search.Params {
	p.CountDepth = 0
	return p
}

// TreeGame describes how a tree searches a game. E is the type of the game's evaluators.
type TreeGame[E any] struct {
	Params search.Params
	// Start prepares a search with evaluators from a pool. It returns the function that creates the
	// search states of the threads.
	Start func(*alphabeta.Pool[E], *game.Line) (func() search.State, error)
	// Hand creates an evaluator that is written by hand.
	Hand func() E
	// Net creates an evaluator that uses a net.
	Net func(*nnue.Net) E
	// Fork creates a state at the position of another state, without the positions before it and with
	// an evaluator of its own.
	Fork func(search.State, E) search.State
	// Describe stores the features of the position of a state in a sample. It returns false for
	// positions that nets never evaluate.
	Describe func(search.State, *nnue.Sample) bool
}

// tree implements nnue.Tree for the evaluators of a game.
type tree[E any] struct {
	game     TreeGame[E]
	evals    *alphabeta.Pool[E]
	searcher *search.Searcher // searches the positions of games
	scorer   *search.Searcher // scores positions
	room     E                // evaluator of the forked states, of which one is in use at a time
	hand     E                // evaluates by hand
	drawn    []search.State   // positions drawn from the current search
	sample   nnue.Sample
	noisy    []game.Move
}

// NewTree creates a tree that evaluates with a net, or by hand if n is nil.
func NewTree[E any](g TreeGame[E], n *nnue.Net) nnue.Tree {
	fresh := g.Hand
	if n != nil {
		fresh = func() E { return g.Net(n) }
	}
	return &tree[E]{game: g, evals: alphabeta.NewPool(fresh), searcher: search.New(treeHash, g.Params), scorer: search.New(scorerHash, scorerParams(g.Params)), room: fresh(), hand: g.Hand()}
}

// NewGame forgets earlier searches.
func (t *tree[E]) NewGame() {
	t.searcher.Clear()
	t.scorer.Clear()
}

// Leaves implements nnue.Tree. It draws the positions during the search and scores them afterwards,
// when the table knows much about them.
func (t *tree[E]) Leaves(line *game.Line, o nnue.TreeOptions, rng *rand.Rand, visit func(*nnue.Sample, int)) error {
	fresh, err := t.game.Start(t.evals, line)
	if err != nil {
		return err
	}
	t.drawn = t.drawn[:0]
	seen := 0
	search1(t.searcher, fresh, search.Limits{Nodes: o.Nodes, Side: line.Position().Turn().Index(), Watch: func(s search.State) {
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
		if points, ok := t.score(s, o.Depth); ok {
			visit(&t.sample, points)
		}
	}
	return nil
}

// Score implements nnue.Tree.
func (t *tree[E]) Score(line *game.Line, depth int) (points int, ok bool, err error) {
	fresh, err := t.game.Start(t.evals, line)
	if err != nil {
		return 0, false, err
	}
	s := fresh()
	points, quiet, ok := t.searched(s, search.Limits{Depth: depth, Side: line.Position().Turn().Index()})
	return points, ok && quiet && !s.InCheck(), nil
}

// search1 searches with one thread.
func search1(s *search.Searcher, fresh func() search.State, lim search.Limits) search.Report {
	return s.Search(context.Background(), fresh, 1, lim, nil)
}

// score returns the score of a position for the side to move. It returns false if the result is
// forced, so that the score is no evaluation.
func (t *tree[E]) score(s search.State, depth int) (int, bool) {
	static := s.Eval()
	if depth == 0 {
		return static, true
	}
	points, quiet, ok := t.searched(s, search.Limits{Depth: depth, Side: t.sample.Turn})
	if !quiet {
		points = static
	}
	return points, ok
}

// searched scores a position by a search. It reports whether the best move is quiet, and returns ok
// false if the result is forced.
func (t *tree[E]) searched(s search.State, lim search.Limits) (points int, quiet, ok bool) {
	r := search1(t.scorer, func() search.State { return s }, lim)
	if len(r.Lines) == 0 {
		return 0, false, false
	}
	points = r.Lines[0].Score
	if _, forced := search.MovesToMate(points); forced || points >= -search.Outlawed || points <= search.Outlawed {
		return 0, false, false
	}
	t.noisy = s.Noisy(t.noisy[:0])
	return points, !slices.Contains(t.noisy, r.Best()), true
}
