package load

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/internal/wire"
)

// TestTwinsDiffer checks that twins, two clients of the same player, never send the same move, in
// whatever order their frames list the legal moves. Otherwise both would get an acknowledgement,
// and the test could not detect that two moves were accepted.
func TestTwinsDiffer(t *testing.T) {
	list := []wire.Target{{Code: "a7a6"}, {Code: "b7b6"}, {Code: "c7c6"}, {Code: "a7a5"}, {Code: "b7b5"}}
	other := slices.Clone(list)
	slices.Reverse(other)
	other = append(other[2:], other[:2]...)
	seen := [2]map[string]bool{{}, {}}
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // a test needs no secure random numbers
		seen[0][choose(slices.Clone(list), 0, rnd)] = true
		seen[1][choose(slices.Clone(other), 1, rnd)] = true
	}
	if len(seen[0])+len(seen[1]) != len(list) {
		t.Errorf("they choose from %v and %v", seen[0], seen[1])
	}
	for code := range seen[0] {
		if seen[1][code] {
			t.Errorf("both choose %s", code)
		}
	}
	if got := choose(list[:1], 1, rand.New(rand.NewPCG(1, 1))); got != "" { //nolint:gosec // a test needs no secure random numbers
		t.Errorf("of one move the second twin chose %q", got)
	}
	if got := choose(nil, -1, nil); got != "" {
		t.Errorf("of no moves %q was chosen", got)
	}
}
