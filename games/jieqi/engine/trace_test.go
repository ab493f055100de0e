package engine

import (
	"math"
	"math/rand/v2"
	"testing"

	"kydai/game"
	"kydai/games/jieqi"
)

// TestTraceIsTheValue checks that the sum of the traced coefficients times the weights equals the
// evaluation, up to the rounding of pool means.
func TestTraceIsTheValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	w := DefaultWeights()
	for i := range w {
		w[i] += int32(rng.IntN(41) - 20)
	}
	for seed := range uint64(20) {
		l := deal(t, seed)
		wander(t, l, int(seed)*6, rng)
		p, _ := l.View(game.NoSide).Position().(*jieqi.Position)
		s := newState(p, 80, nil, newHandcrafted(w), ChanceParams())
		sum := 0.0
		for i, n := range traceOf(p) {
			sum += n * float64(w[i])
		}
		if p.Turn() == game.Second {
			sum = -sum
		}
		if got := s.eval.(*handcrafted).evaluate(s); math.Abs(sum-float64(got)) > 2 {
			t.Errorf("%s: %d, traced %.1f", p, got, sum)
		}
	}
}
