package match

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestFollow checks that a match that receives the events of another match, a few at a time,
// becomes equal to that match. It also checks that Follow refuses events in an impossible order.
func TestFollow(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w := newWorld(t, rng)
		behind, err := Replay(w.m.rules, *w.m.terms, w.m.Since(0))
		if err != nil {
			t.Fatal(err)
		}
		for range 80 {
			w.wait()
			_, _ = w.command()
			if rng.IntN(3) > 0 {
				continue
			}
			before := behind.Seq()
			behind = behind.Clone()
			if err := behind.Follow(w.m.Since(before)...); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			mine, theirs := behind.View(1), w.m.View(1)
			same := slices.Equal(mine.Line.Codes(), theirs.Line.Codes())
			mine.Line, theirs.Line = nil, nil
			if !same || !reflect.DeepEqual(mine, theirs) || !reflect.DeepEqual(behind.Seen(2, 0), w.m.Seen(2, 0)) {
				t.Fatalf("seed %d: after %d events it is another match", seed, behind.Seq())
			}
		}
		if again := behind.Since(0); behind.Follow(again[0]) == nil {
			t.Fatal("a match started twice")
		}
	}
}
