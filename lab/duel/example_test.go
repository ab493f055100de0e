package duel_test

import (
	"fmt"

	"kydai/lab/duel"
)

// A sequential test decides when enough games were played.
func ExampleSPRT() {
	var t duel.Tally
	for i := range 300 {
		halves := 2 + i%2 // a pair of draws, then a win and a draw
		t.Add(1)
		t.Add(halves - 1)
		t.AddPair(halves)
	}
	s := duel.SPRT{Elo0: 0, Elo1: 10}
	fmt.Println(s.Verdict(t))
	// Output: 1
}
