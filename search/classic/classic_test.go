package classic_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"kydai/game"
	"kydai/games"
	"kydai/search/classic"
	"kydai/test/timing"
)

// scatter returns an evaluator for tests of any game: it gives every position its own pseudorandom
// value. Almost no two positions have the same value, so a search that visits wrong positions
// returns a wrong value.
func scatter() classic.Evaluator {
	return classic.Evaluator{
		Name: "scatter",
		Unit: 1,
		Value: func(p game.Position, s game.Side) float64 {
			v := float64(mix(p.Key())%20001) - 10000
			if s == game.Second {
				v = -v
			}
			return v
		},
		Rate: func(p game.Position, ms []game.Move, out []float64) {
			for i, m := range ms {
				out[i] = float64(mix(p.Key()^uint64(m)) % 1000)
			}
		},
		Explore: 20000,
	}
}

// looking returns a copy of e that rates a move by the evaluation of the position after the move,
// which is the best order that is cheap to compute.
func looking(e classic.Evaluator) classic.Evaluator {
	e.Rate = func(p game.Position, ms []game.Move, out []float64) {
		for i, m := range ms {
			out[i] = e.Value(p.Play(game.CompletionsOf(p, m)[0].Move), p.Turn())
		}
	}
	return e
}

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// setups lists start positions of all games. In a game with hidden pieces, the position is what the
// first side sees. The list also contains the swap2 opening of games that have it, in which one
// side acts several times in a row.
func setups() map[string]func() game.Position {
	list := map[string]func() game.Position{}
	for _, r := range append(games.All(), games.Examples()...) {
		add := func(name string, s game.Setup) {
			list[name] = func() game.Position {
				p, err := r.New(s)
				if err != nil {
					panic(err)
				}
				return game.ViewOf(p, game.First)
			}
		}
		add(r.Info().Name, game.Setup{})
		for _, o := range r.Info().Options {
			if o.Name == "opening" && slices.Contains(o.Values, "swap2") {
				add(r.Info().Name+" swap2", game.Setup{Options: map[string]string{"opening": "swap2"}})
			}
		}
	}
	return list
}

// walk plays n random moves from p, or fewer if the game ends.
func walk(p game.Position, n int, rng *rand.Rand) game.Position {
	for range n {
		ms := p.Legal()
		if len(ms) == 0 {
			break
		}
		ways := game.CompletionsOf(p, ms[rng.IntN(len(ms))])
		p = p.Play(ways[rng.IntN(len(ways))].Move)
	}
	return p
}

// TestAlphaBetaIsMinimax checks that AlphaBeta gives the same value and move as Minimax, and the
// same value with ordered moves. With KYDAI_TEST_SEARCH=full it tests 1,000 positions of each game.
func TestAlphaBetaIsMinimax(t *testing.T) {
	positions := 30
	if os.Getenv("KYDAI_TEST_SEARCH") == "full" {
		positions = 1000
	}
	ctx := context.Background()
	for name, start := range setups() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(3, 7))
			var full, cut, sorted uint64
			for i := range positions {
				p := walk(start(), rng.IntN(80), rng)
				o := classic.Options{Eval: scatter(), Depth: 1 + i%3, Width: 7}
				if i%4 == 0 {
					o.Eval = classic.Pieces() // an evaluator that gives many positions the same value
				}
				if i%5 == 0 && len(p.Legal()) < 40 {
					o.Depth, o.Width = min(o.Depth, 2), 0
				}
				if i%6 == 0 {
					o.Eval.Decided = 9000
				}
				want, got := classic.Minimax(ctx, p, o), classic.AlphaBeta(ctx, p, o)
				if want.Value != got.Value || want.Best() != got.Best() {
					t.Fatalf("%s depth %d: minimax %v %v, alpha-beta %v %v", p, o.Depth, want.Line, want.Value, got.Line, got.Value)
				}
				if len(want.Line) == 0 != (len(p.Legal()) == 0) {
					t.Fatalf("%s: line %v", p, want.Line)
				}
				if got.Nodes > want.Nodes || got.Leaves > want.Leaves {
					t.Fatalf("%s: alpha-beta looked at %d nodes, minimax at %d", p, got.Nodes, want.Nodes)
				}
				if want.Cuts != 0 {
					t.Fatalf("%s: minimax cut %d", p, want.Cuts)
				}
				o.Order = true
				better := classic.AlphaBeta(ctx, p, o)
				deep := classic.Deepen(ctx, p, o, nil)
				if _, forced := classic.PliesToEnd(want.Value); better.Value != want.Value || deep.Value != want.Value && !forced {
					t.Fatalf("%s depth %d: %v, ordered %v, deepened %v", p, o.Depth, want.Value, better.Value, deep.Value)
				}
				if o.Width == 0 { // with a width limit, other ratings would select other moves
					o.Eval = looking(o.Eval)
				} else {
					continue
				}
				better = classic.AlphaBeta(ctx, p, o)
				full, cut, sorted = full+want.Nodes, cut+got.Nodes, sorted+better.Nodes
			}
			if cut > full || sorted > cut {
				t.Errorf("minimax %d nodes, alpha-beta %d, ordered %d", full, cut, sorted)
			}
		})
	}
}

// TestLeavesArePerft checks that Minimax visits exactly as many leaves as there are move sequences
// (perft).
func TestLeavesArePerft(t *testing.T) {
	for name, start := range setups() {
		p := start()
		if _, luck := p.(game.Chancy); luck {
			continue
		}
		counter, ok := p.(interface{ Perft(int) uint64 })
		if !ok {
			continue
		}
		for depth := 1; depth <= 2; depth++ {
			r := classic.Minimax(context.Background(), p, classic.Options{Eval: classic.Pieces(), Depth: depth})
			if want := counter.Perft(depth); r.Leaves != want {
				t.Errorf("%s depth %d: %d leaves, perft %d", name, depth, r.Leaves, want)
			}
			if depth == 2 && r.Nodes != r.Leaves+counter.Perft(1) {
				t.Errorf("%s: %d nodes", name, r.Nodes)
			}
		}
	}
}

// TestLineLeadsToTheValue checks that the principal variation can be played, and that the value at
// its end equals the value of the search.
func TestLineLeadsToTheValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, start := range setups() {
		p := walk(start(), 10, rng)
		if _, luck := p.(game.Chancy); luck {
			continue
		}
		e := scatter()
		for _, prune := range []bool{false, true} {
			o := classic.Options{Eval: e, Depth: 3, Width: 6}
			search := classic.Minimax
			if prune {
				search = classic.AlphaBeta
			}
			r := search(context.Background(), p, o)
			at := p
			for _, m := range r.Line {
				if !slices.Contains(at.Legal(), m) {
					t.Fatalf("%s: %v is not legal in %s", name, m, at)
				}
				at = at.Play(m)
			}
			if len(r.Line) != 3 || e.Value(at, p.Turn()) != r.Value {
				t.Errorf("%s: the line %v ends in %v, not %v", name, r.Line, e.Value(at, p.Turn()), r.Value)
			}
		}
	}
}

// TestStoppedSearchHasAMove checks that a search with very little time still returns a move.
func TestStoppedSearchHasAMove(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for name, start := range setups() {
		p := start()
		legal := p.Legal()
		o := classic.Options{Eval: scatter(), Depth: 30}
		for what, r := range map[string]classic.Result{
			"minimax":   classic.Minimax(over, p, o),
			"alphabeta": classic.AlphaBeta(over, p, o),
			"deepening": classic.Deepen(over, p, o, nil),
			"mcts":      classic.MCTS(over, p, classic.MonteCarlo{Eval: scatter(), Sims: 1 << 30, Rand: rand.New(rand.NewPCG(1, 1))}),
		} {
			if !r.Stopped || !slices.Contains(legal, r.Best()) {
				t.Errorf("%s %s: stopped %v, best %v", name, what, r.Stopped, r.Best())
			}
		}
		o.MaxNodes = 500
		if r := classic.Deepen(context.Background(), p, o, nil); r.Nodes > 502 || r.Depth < 1 || !r.Stopped {
			t.Errorf("%s: %d nodes for 500, depth %d", name, r.Nodes, r.Depth)
		}
	}
}

func TestDeepenKeepsTime(t *testing.T) {
	p := setups()[games.All()[0].Info().Name]()
	timing.Within(t, 500*time.Millisecond, timing.DefaultTrials, func() time.Duration {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		defer cancel()
		depth := 0
		began := time.Now()
		r := classic.Deepen(ctx, p, classic.Options{Eval: scatter(), Depth: 60, Order: true}, func(r classic.Result) {
			if r.Depth != depth+1 {
				t.Errorf("depth %d after %d", r.Depth, depth)
			}
			depth = r.Depth
		})
		if depth < 1 || r.Best() == game.NoMove {
			t.Errorf("depth %d, %v", depth, r.Line)
		}
		return time.Since(began)
	})
}

// TestDeepenFinishesDepthOne checks that Deepen compares all moves at depth 1 even if there is no
// time, and that a cancelled search returns a move without comparing all moves.
func TestDeepenFinishesDepthOne(t *testing.T) {
	past, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	canceled, stop := context.WithCancel(context.Background())
	stop()
	for name, start := range setups() {
		p := start()
		o := classic.Options{Eval: scatter(), Depth: 1, Order: true}
		want := classic.AlphaBeta(context.Background(), p, o)
		if r := classic.Deepen(past, p, o, nil); r.Depth != 1 || r.Value != want.Value {
			t.Errorf("%s without time: depth %d, value %v instead of %v", name, r.Depth, r.Value, want.Value)
		}
		if r := classic.Deepen(canceled, p, o, nil); r.Nodes > 64 || r.Best() == game.NoMove {
			t.Errorf("%s canceled: %d nodes, %v", name, r.Nodes, r.Line)
		}
	}
}

func TestOnlyAndSeeds(t *testing.T) {
	for name, start := range setups() {
		p := start()
		legal := p.Legal()
		only := legal[len(legal)-1:]
		rng := func(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 0)) }
		o := classic.Options{Eval: scatter(), Depth: 2, Width: 5, Only: only}
		for what, r := range map[string]classic.Result{
			"minimax":   classic.Minimax(context.Background(), p, o),
			"alphabeta": classic.AlphaBeta(context.Background(), p, o),
			"deepening": classic.Deepen(context.Background(), p, o, nil),
			"random":    classic.Random(p, rng(1), only),
			"greedy":    classic.Greedy(p, scatter(), rng(1), only),
			"mcts":      classic.MCTS(context.Background(), p, classic.MonteCarlo{Eval: scatter(), Sims: 50, Only: only, Rand: rng(1)}),
		} {
			if r.Best() != only[0] {
				t.Errorf("%s %s plays %v, not the only move", name, what, r.Best())
			}
		}
		seen := map[game.Move]bool{}
		for seed := range uint64(100) {
			a, b := classic.Random(p, rng(seed), nil), classic.Random(p, rng(seed), nil)
			if a.Best() != b.Best() {
				t.Fatalf("%s: one seed, two moves", name)
			}
			seen[a.Best()] = true
		}
		if len(seen) < 4 {
			t.Errorf("%s: 100 seeds and only %d moves", name, len(seen))
		}
		one := classic.MCTS(context.Background(), p, classic.MonteCarlo{Eval: scatter(), Sims: 200, Replies: 1, Rand: rng(5)})
		two := classic.MCTS(context.Background(), p, classic.MonteCarlo{Eval: scatter(), Sims: 200, Replies: 1, Rand: rng(5)})
		if one.Best() != two.Best() || one.Nodes != two.Nodes || one.Value != two.Value {
			t.Errorf("%s: one seed, two tree searches", name)
		}
		if one.Nodes > 200 || one.Nodes < 1 {
			t.Errorf("%s: %d nodes in 200 simulations", name, one.Nodes)
		}
	}
}

// TestMCTSBeatsRandom checks that MCTS beats a random player.
func TestMCTSBeatsRandom(t *testing.T) {
	for _, r := range append(games.All(), games.Examples()...) {
		if _, luck := r.(game.Dealer); luck {
			continue
		}
		p, err := r.New(game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if grid, ok := game.GridOf(p); !ok || slices.IndexFunc(grid.Cells, func(c string) bool { return c != "" }) < 0 {
			continue // skip games that start with an empty board: piece counts cannot show who is winning
		}
		score := 0.0
		for g := range 2 {
			score += duel(p, game.First+game.Side(g), uint64(g))
		}
		if score < 1.5 {
			t.Errorf("%s: %v of 2 against random", r.Info().Name, score)
		}
	}
}

// duel plays a game in which side me uses tree search and the opponent plays random moves. If the
// game does not end, the side with more pieces wins.
func duel(p game.Position, me game.Side, seed uint64) float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	e := classic.Pieces()
	for range 120 {
		if len(p.Legal()) == 0 {
			switch p.Outcome().Winner {
			case me:
				return 1
			case game.NoSide:
				return 0.5
			}
			return 0
		}
		m := classic.Random(p, rng, nil).Best()
		if p.Turn() == me {
			m = classic.MCTS(context.Background(), p, classic.MonteCarlo{Eval: e, Explore: 2, Sims: 150, Replies: 1, Rand: rng}).Best()
		}
		p = p.Play(m)
	}
	switch v := e.Value(p, me); {
	case v > 0:
		return 1
	case v == 0:
		return 0.5
	}
	return 0
}
