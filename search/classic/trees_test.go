package classic

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/game"
	"kydai/games"
)

// counting returns an evaluator that derives the value of a position from its key, for any game.
func counting() Evaluator {
	return Evaluator{
		Name: "counting", Unit: 1, Explore: 2000,
		Value: func(p game.Position, s game.Side) float64 {
			v := float64(game.Mix(p.Key())%2001) - 1000
			if s == game.Second {
				v = -v
			}
			return v
		},
	}
}

// starts returns the start position of each game. In a game with hidden pieces, it is the position
// as the first side sees it.
func starts(t *testing.T) map[string]game.Position {
	t.Helper()
	list := map[string]game.Position{}
	for _, r := range append(games.All(), games.Examples()...) {
		list[r.Info().Name] = starting(t, r)
	}
	return list
}

func starting(tb testing.TB, r game.Rules) game.Position {
	tb.Helper()
	p, err := r.New(game.Setup{})
	if err != nil {
		tb.Fatal(err)
	}
	return game.ViewOf(p, game.First)
}

// check checks a tree whose root has the position p. The position of each node must result from the
// moves on the path to the node, the outcomes of each move must be the possible ones, and the visit
// counts must add up.
func (b *branch) check(t *testing.T, p game.Position) {
	t.Helper()
	if b.position.String() != p.String() {
		t.Fatalf("the node %s is not the position %s", b.position, p)
	}
	sum := 0
	for i := range b.edges {
		e := &b.edges[i]
		sum += e.visits
		if !slices.Contains(p.Legal(), e.move) {
			t.Fatalf("%s: the move %s is not legal", p, p.Encode(e.move))
		}
		if e.ways == nil {
			continue
		}
		var possible []game.Weighted
		reached := 0
		for _, w := range e.ways {
			possible = append(possible, w.Weighted)
			if w.next != nil {
				reached += 1 + w.next.visits
				w.next.check(t, p.Play(w.Move))
			}
		}
		if !slices.Equal(possible, game.CompletionsOf(p, e.move)) {
			t.Fatalf("%s: outcomes of %s: %v", p, p.Encode(e.move), possible)
		}
		if reached != e.visits {
			t.Fatalf("%s: %s has %d visits, its outcomes %d", p, p.Encode(e.move), e.visits, reached)
		}
	}
	if sum != b.visits {
		t.Fatalf("%s: %d visits, the moves have %d", p, b.visits, sum)
	}
}

// TestKeptTree checks that a kept tree has the visits of the node below the played move plus the
// new visits, that all its positions are possible, and that its best moves are legal.
func TestKeptTree(t *testing.T) {
	for name, start := range starts(t) {
		for seed := range uint64(3) {
			for threads := 1; threads <= 2; threads++ {
				keepThrough(t, name, start, seed, threads)
			}
		}
	}
}

func keepThrough(t *testing.T, name string, p game.Position, seed uint64, threads int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	var trees Trees
	kept, before := 0, 0
	for ply := range 12 {
		if len(p.Legal()) == 0 {
			return
		}
		sims := threads * (len(p.Legal()) + 20)
		r := trees.Search(context.Background(), p, MonteCarlo{Eval: counting(), Sims: sims, Threads: threads, Rand: rng})
		total := 0
		for _, m := range r.Moves {
			total += m.Visits
		}
		if total != before+sims || len(trees.list) != threads {
			t.Fatalf("%s, ply %d: %d visits by %d trees, want %d kept and %d new", name, ply, total, len(trees.list), before, sims)
		}
		if !slices.Contains(p.Legal(), r.Best()) {
			t.Fatalf("%s, ply %d: %v is not legal", name, ply, r.Best())
		}
		ways := game.CompletionsOf(p, r.Best())
		m := ways[rng.IntN(len(ways))].Move
		before = 0
		for _, tree := range trees.list {
			if tree.root.check(t, p); tree.size > tree.most {
				t.Fatalf("%s: %d nodes, at most %d", name, tree.size, tree.most)
			}
			if next := tree.root.after(m); next != nil {
				before += next.visits
			}
		}
		trees.Follow([]game.Move{m})
		p = p.Play(m)
		for _, tree := range trees.list {
			tree.root.check(t, p)
		}
		kept += before
	}
	if kept == 0 {
		t.Errorf("%s: no visit was ever kept", name)
	}
}

// TestTreesOfAnotherPosition checks that a tree is dropped if it belongs to another position or
// does not contain the played move.
func TestTreesOfAnotherPosition(t *testing.T) {
	for name, p := range starts(t) {
		rng := rand.New(rand.NewPCG(1, 1))
		o := MonteCarlo{Eval: counting(), Sims: 300, Rand: rng}
		var trees Trees
		trees.Search(context.Background(), p, o)
		m := p.Legal()[0]
		other := p.Play(game.CompletionsOf(p, m)[0].Move)
		total := 0
		for _, v := range trees.Search(context.Background(), other, o).Moves {
			total += v.Visits
		}
		if total != 300 {
			t.Errorf("%s: %d visits of a tree that should be new", name, total)
		}
		trees.list[0].root.check(t, other)
		trees.Follow([]game.Move{m, m})
		if len(trees.list) != 0 {
			t.Errorf("%s: a tree after moves that cannot be played", name)
		}
	}
}

// TestKeptTreeWithFewerMoves searches a tree again with only two of its root moves, which must keep
// their visits. It then searches with all root moves again, and all of them must be in the result.
func TestKeptTreeWithFewerMoves(t *testing.T) {
	p := starts(t)["chess"]
	rng := rand.New(rand.NewPCG(1, 1))
	o := MonteCarlo{Eval: counting(), Sims: 400, Rand: rng}
	var trees Trees
	all := trees.Search(context.Background(), p, o)
	o.Only = []game.Move{all.Moves[3].Move, all.Moves[7].Move}
	few := trees.Search(context.Background(), p, o)
	if sum := few.Moves[0].Visits + few.Moves[1].Visits; len(few.Moves) != 2 || sum != 400+all.Moves[3].Visits+all.Moves[7].Visits {
		t.Errorf("%+v of %+v", few.Moves, all.Moves)
	}
	o.Only = nil
	if again := trees.Search(context.Background(), p, o); len(again.Moves) != len(all.Moves) {
		t.Errorf("%d moves, want %d", len(again.Moves), len(all.Moves))
	}
}

// TestTreeStopsGrowing checks that repeated searches of one position stop adding nodes to the tree,
// while the number of visits increases.
func TestTreeStopsGrowing(t *testing.T) {
	p := starts(t)["xiangqi"]
	rng := rand.New(rand.NewPCG(1, 1))
	var trees Trees
	o := MonteCarlo{Eval: counting(), Sims: 200, Replies: 1, Rand: rng}
	total := 0
	for range 8 {
		total = 0
		for _, v := range trees.Search(context.Background(), p, o).Moves {
			total += v.Visits
		}
	}
	if tree := trees.list[0]; tree.root.nodes() > 400 || tree.size != tree.root.nodes() || total != 1600 {
		t.Errorf("%d nodes, counted %d, %d visits", tree.root.nodes(), tree.size, total)
	}
}

// TestThreads checks that threads share the simulations, and that the same source of random numbers
// gives the same result.
func TestThreads(t *testing.T) {
	for name, p := range starts(t) {
		search := func(threads int) Result {
			return MCTS(context.Background(), p, MonteCarlo{
				Eval: counting(), Sims: 1000, Replies: 1, Threads: threads, Rand: rand.New(rand.NewPCG(4, 4)),
			})
		}
		for threads := 1; threads <= 5; threads++ {
			a, b := search(threads), search(threads)
			total, sum := 0, 0.0
			for _, m := range a.Moves {
				total += m.Visits
				sum += m.Value * float64(m.Visits)
			}
			if total != 1000 || math.IsNaN(sum) || a.Best() != a.Moves[0].Move {
				t.Errorf("%s, %d threads: %d visits, plays %v", name, threads, total, a.Best())
			}
			if !slices.Equal(a.Moves, b.Moves) || a.Nodes != b.Nodes || !slices.Equal(a.Line, b.Line) {
				t.Errorf("%s, %d threads: one seed, two results", name, threads)
			}
		}
	}
}

// TestThreadsStop checks that a cancelled search returns a move immediately, for any number of
// threads.
func TestThreadsStop(t *testing.T) {
	over, stop := context.WithCancel(context.Background())
	stop()
	p := starts(t)["caro"]
	r := MCTS(over, p, MonteCarlo{Eval: counting(), Sims: 1 << 30, Threads: 3, Rand: rand.New(rand.NewPCG(4, 4))})
	if !r.Stopped || !slices.Contains(p.Legal(), r.Best()) {
		t.Errorf("stopped %v, plays %v", r.Stopped, r.Best())
	}
}
