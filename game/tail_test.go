package game_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"kydai/game"
)

// TestTail checks that lists that share an array behave like independent lists.
func TestTail(t *testing.T) {
	type pair struct {
		list  []int
		tail  game.Tail
		plain []int
	}
	rng := rand.New(rand.NewPCG(1, 2))
	all := []pair{{}}
	for i := range 5000 {
		p := all[rng.IntN(len(all))] // copies the list and its Tail; the test then changes the copy
		if rng.IntN(4) == 0 {
			n := rng.IntN(len(p.list) + 1)
			p.list, p.plain = p.list[:n], slices.Clone(p.plain[:n])
		}
		p.list, p.plain = game.Append(p.list, &p.tail, i), append(slices.Clone(p.plain), i)
		if all = append(all, p); len(all) > 50 {
			all = all[1:]
		}
		for _, p := range all {
			if !slices.Equal(p.list, p.plain) {
				t.Fatalf("after %d steps %v is %v", i, p.plain, p.list)
			}
		}
	}
}

// TestTailTogether checks that several goroutines may extend copies of one list concurrently.
func TestTailTogether(t *testing.T) {
	var tail game.Tail
	list := game.Append(nil, &tail, -1)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			mine, own := list, tail
			for i := range 100 {
				mine = game.Append(mine, &own, g)
				if mine[0] != -1 || mine[i+1] != g {
					t.Errorf("%d found %v", g, mine)
					return
				}
			}
			if slices.ContainsFunc(mine[1:], func(n int) bool { return n != g }) {
				t.Errorf("%d found %v", g, mine)
			}
		})
	}
	wg.Wait()
}
