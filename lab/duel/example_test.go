package duel_test

import (
	"fmt"

	"kydai/lab/duel"
)

// This sequential test accepts Elo1, because the first player scores 62.5 % in 300 pairs.
func ExampleSPRT() {
	var t duel.Tally
	for i := range 300 {
		halves := 2 + i%2 // alternate: two draws in a pair, then a win and a draw
		t.Add(1)
		t.Add(halves - 1)
		t.AddPair(halves)
	}
	s := duel.SPRT{Elo0: 0, Elo1: 10}
	fmt.Println(s.Verdict(t))
	// Output: 1
}
