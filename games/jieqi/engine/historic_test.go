package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/game"
	"kydai/search/classic"
)

func TestLabValueIsOwnMinusOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for seed := range uint64(20) {
		l := deal(t, seed)
		wander(t, l, 30, rng)
		p := l.View(game.First).Position()
		a, b := labValue(p, game.First), labValue(p, game.Second)
		if a != -b || math.Abs(a) >= wonValue {
			t.Errorf("%s: %v and %v", p, a, b)
		}
	}
	if v := labValue(lineOf(t, "3k5/9/9/9/9/4R4/9/9/9/4K4 w - 0 1").Position(), game.Second); v > -500 {
		t.Errorf("a rook down is worth %v", v)
	}
}

// TestTreeSearchOverAView checks that a tree search returns a legal move if the position has
// face-down pieces (small[0] and small[3]), and that it captures an unprotected rook in the other
// position.
func TestTreeSearchOverAView(t *testing.T) {
	family := Historic()
	for _, text := range []string{"3k5/9/9/4r4/9/4R4/9/9/9/5K3 w - 0 1", small[0], small[3]} {
		p := lineOf(t, text).Position()
		r := classic.MCTS(context.Background(), p, classic.MonteCarlo{
			Eval: family.Evaluators[0], Sims: 600, Explore: 400, Rand: rand.New(rand.NewPCG(1, 1)),
		})
		if !slices.Contains(p.Legal(), r.Best()) {
			t.Fatalf("%s: %v", text, r.Best())
		}
		if text != small[0] && text != small[3] && p.Encode(r.Best()) != "e4e6" {
			t.Errorf("played %s", p.Encode(r.Best()))
		}
	}
}
