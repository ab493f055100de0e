package search

import (
	"slices"
	"testing"

	"kydai/game"
)

// TestDroppingKeepsTheOrderOfLosers checks losersDiffer: if it returns true, the moves that lose
// material come in the same order whether or not the quiet moves were dropped.
func TestDroppingKeepsTheOrderOfLosers(t *testing.T) {
	for _, c := range []struct {
		scores []int32
		differ bool
	}{
		{[]int32{Bad - 3, 5, Bad - 1, 9, Bad - 2, 7}, true},
		{[]int32{5, 9, 5}, true}, // no losing moves, so equal ratings of quiet moves do not matter
		{[]int32{Bad - 1, 5, 9, Bad - 1}, false},
	} {
		full, dropped := pickerOf(c.scores), pickerOf(c.scores)
		if got := full.losersDiffer(); got != c.differ {
			t.Errorf("%v: losersDiffer is %v", c.scores, got)
		}
		dropped.dropQuiets()
		if a, b := losers(full), losers(dropped); c.differ && !slices.Equal(a, b) {
			t.Errorf("%v: %v, dropped %v", c.scores, a, b)
		}
	}
}

func pickerOf(scores []int32) *picker {
	p := &picker{scores: slices.Clone(scores)}
	for i := range scores {
		p.ms = append(p.ms, game.Move(i+1))
	}
	return p
}

func losers(p *picker) (ms []game.Move) {
	for i := range p.ms {
		best(p.ms, p.scores, i)
		if p.scores[i] <= Bad {
			ms = append(ms, p.ms[i])
		}
	}
	return ms
}
