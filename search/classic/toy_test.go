package classic_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"

	"kydai/game"
	"kydai/search/classic"
)

// uniform is a game in which each side has the same number of moves in every position. Move number
// i costs i points, so the first move is always the best.
type uniform struct {
	moves  int
	ply    int
	points int // score of the first side
	path   string
}

func (u uniform) Turn() game.Side                  { return game.First + game.Side(u.ply%2) }
func (u uniform) Outcome() game.Outcome            { return game.Outcome{} }
func (u uniform) String() string                   { return u.path }
func (u uniform) Encode(m game.Move) string        { return strconv.Itoa(int(m.To())) }
func (u uniform) Decode(string) (game.Move, error) { return game.NoMove, nil }

func (u uniform) Key() (key uint64) {
	for _, c := range u.path {
		key = mix(key ^ uint64(c))
	}
	return key
}

func (u uniform) Legal() (ms []game.Move) {
	for i := range u.moves {
		ms = append(ms, game.NewMove(game.NoSquare, game.Square(i), 0, 0, 1))
	}
	return ms
}

func (u uniform) Play(m game.Move) game.Position {
	cost := int(m.To())
	if u.ply%2 == 1 {
		cost = -cost
	}
	return uniform{u.moves, u.ply + 1, u.points - cost, u.path + "." + u.Encode(m)}
}

func points(p game.Position, s game.Side) float64 {
	u, _ := p.(uniform)
	if s == game.First {
		return float64(u.points)
	}
	return float64(-u.points)
}

// costly is a move rating for tests that searches the most expensive, and thus worst, moves first.
// The function cheap does the opposite.
func costly(_ game.Position, ms []game.Move, out []float64) {
	for i, m := range ms {
		out[i] = float64(m.To())
	}
}

func cheap(_ game.Position, ms []game.Move, out []float64) {
	for i, m := range ms {
		out[i] = -float64(m.To())
	}
}

// TestBestCase checks the known node counts of alpha-beta: with the best move order, it visits
// exactly b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves, and minimax visits all b^d leaves (b moves per position,
// depth d).
func TestBestCase(t *testing.T) {
	ctx := context.Background()
	for _, b := range []int{2, 3, 5, 8} {
		full := 1
		for d := 1; d <= 5; d++ {
			full *= b
			up, down := 1, 1
			for range (d + 1) / 2 {
				up *= b
			}
			for range d / 2 {
				down *= b
			}
			p := uniform{moves: b}
			o := classic.Options{Eval: classic.Evaluator{Value: points, Rate: cheap}, Depth: d}
			plain, best := classic.Minimax(ctx, p, o), classic.AlphaBeta(ctx, p, o)
			if plain.Leaves != uint64(full) || best.Leaves != uint64(up+down-1) {
				t.Errorf("b %d depth %d: minimax %d of %d leaves, alpha-beta %d of %d", b, d, plain.Leaves, full, best.Leaves, up+down-1)
			}
			if best.Value != 0 || best.Best().To() != 0 {
				t.Errorf("b %d depth %d: %v", b, d, best)
			}
			// The function costly gives the worst move order. Without the option Order, the search
			// must ignore it.
			o.Eval.Rate = costly
			if r := classic.AlphaBeta(ctx, p, o); r.Leaves != best.Leaves {
				t.Errorf("b %d depth %d: ordered without being asked", b, d)
			}
			if b == 5 { // Width 4 keeps the four most expensive moves, so the best remaining move is move 1
				narrow := o
				narrow.Width = 4
				same := classic.AlphaBeta(ctx, uniform{moves: 4}, o)
				if r := classic.AlphaBeta(ctx, p, narrow); r.Leaves != same.Leaves || r.Best().To() != 1 {
					t.Errorf("depth %d: %d leaves of a width of four, %d of four moves", d, r.Leaves, same.Leaves)
				}
			}
			o.Order = true
			worst := classic.AlphaBeta(ctx, p, o)
			if worst.Value != 0 || d > 1 && worst.Leaves <= best.Leaves {
				t.Errorf("b %d depth %d: %d leaves in the worst order, %d in the best", b, d, worst.Leaves, best.Leaves)
			}
			// Iterative deepening must find a better move order than the ratings give.
			if deep := classic.Deepen(ctx, p, o, nil); deep.Value != 0 || deep.Best().To() != 0 {
				t.Errorf("b %d depth %d: deepening %v", b, d, deep)
			}
			var last classic.Counts
			classic.Deepen(ctx, p, o, func(r classic.Result) { last = r.Counts })
			if d > 2 && last.Leaves >= worst.Leaves {
				t.Errorf("b %d depth %d: %d leaves after deepening, %d without", b, d, last.Leaves, worst.Leaves)
			}
		}
	}
}

// TestStoppedDeepeningKeepsTheBest checks that a stopped search returns the best of the moves that
// it has completely searched.
func TestStoppedDeepeningKeepsTheBest(t *testing.T) {
	p := uniform{moves: 6}
	for nodes := uint64(7); nodes < 4000; nodes += 13 {
		r := classic.Deepen(context.Background(), p, classic.Options{
			Eval: classic.Evaluator{Value: points, Rate: costly}, Depth: 6, Order: true, MaxNodes: nodes,
		}, nil)
		if r.Best().To() != 0 {
			t.Fatalf("after %d nodes it plays %d", nodes, r.Best().To())
		}
	}
}

// TestWinsAtOnce checks that a side that can win immediately does so, and that a side that must
// lose delays the loss as long as possible.
func TestWinsAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	found := 0
	for _, start := range setups() {
		for range 40 {
			p := start()
			for range 150 {
				ms := p.Legal()
				if len(ms) == 0 {
					break
				}
				if _, luck := p.(game.Chancy); !luck && len(ms) < 100 {
					found += winsAtOnce(t, p, ms)
				}
				p = walk(p, 1, rng)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d wins were met", found)
	}
}

func winsAtOnce(t *testing.T, p game.Position, ms []game.Move) int {
	t.Helper()
	won := false
	for _, m := range ms {
		won = won || p.Play(m).Outcome().Winner == p.Turn()
	}
	if !won {
		return 0
	}
	for depth := 1; depth <= 2; depth++ {
		o := classic.Options{Eval: scatter(), Depth: depth}
		for what, r := range map[string]classic.Result{
			"alphabeta": classic.AlphaBeta(context.Background(), p, o),
			"deepening": classic.Deepen(context.Background(), p, o, nil),
		} {
			plies, forced := classic.PliesToEnd(r.Value)
			if plies != 1 || !forced || p.Play(r.Best()).Outcome().Winner != p.Turn() {
				t.Fatalf("%s: %s plays %s for %v", p, what, p.Encode(r.Best()), r.Value)
			}
		}
	}
	return 1
}
