package swiss_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"kydai/tourney"
	"kydai/tourney/swiss"
)

// TestMany pairs large brackets of random tournaments with the function many and with the general
// method, and compares the pairs.
func TestMany(t *testing.T) {
	count := 25
	if testing.Short() {
		count = 8
	}
	rounds := 0
	for seed := range uint64(count) {
		r := rand.New(rand.NewPCG(seed, 15))
		p := draw(r, 70)
		p.play(t, r, func(table *tourney.Table, byes []tourney.Bye, _ tourney.Round) {
			rounds++
			var ways [2]tourney.Round
			for i, size := range [2]int{2, 1 << 20} {
				before := swiss.SetManyResidents(size)
				ways[i], _ = swiss.Pair(table, byes)
				swiss.SetManyResidents(before)
			}
			if !reflect.DeepEqual(ways[0], ways[1]) {
				t.Fatalf("seed %d, round %d:\n%v\n%v", seed, len(table.Rounds)+1, ways[0], ways[1])
			}
		})
	}
	t.Logf("%d rounds", rounds)
}
