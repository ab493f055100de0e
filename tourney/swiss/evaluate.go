package swiss

import (
	"cmp"
	"slices"
)

// evaluate computes how well a pairing of the bracket satisfies the criteria C6 to C21; C6 has the
// index 0. For each criterion, the result is a list of numbers. Of two pairings, the one with the
// lexicographically smaller list is better.
func (k *task) evaluate(b *bracket) [][]int {
	faults := make([][]int, 16)
	at := func(criterion int) *[]int { return &faults[criterion-6] }
	*at(6) = []int{len(b.floaters)}
	*at(7) = k.scores(b.floaters)
	left := k.leftInNext(b.floaters)
	*at(8) = append([]int{len(left)}, k.scores(left)...)
	if k.single {
		*at(9) = []int{k.players[b.floaters[0]].unplayed}
	}
	counts := [8]int{} // number of faults for C10 to C17
	floor := k.residents[0]
	for _, pair := range b.pairs {
		a, c := &k.players[pair[0]], &k.players[pair[1]]
		for i, f := range k.colourFaults(a, c) {
			counts[i] += int(f)
		}
		for back := range 2 {
			if pair[0] >= floor {
				continue
			}
			if c.floats[back] == up {
				counts[5+2*back]++
				*at(19 + 2*back) = append(*at(19 + 2*back), a.score-c.score)
			}
			if a.floats[back] == down {
				*at(18 + 2*back) = append(*at(18 + 2*back), a.score-c.score)
			}
		}
	}
	highest := k.players[slices.Concat(k.moved, k.residents)[0]].score
	for _, p := range b.floaters {
		for back := range 2 {
			switch {
			case k.players[p].floats[back] != down:
			case p >= floor:
				counts[4+2*back]++
			default: // a number larger than any difference of scores in the bracket
				*at(18 + 2*back) = append(*at(18 + 2*back), highest+1+k.players[p].score)
			}
		}
	}
	for i, n := range counts {
		*at(10 + i) = []int{n}
	}
	for c := 18; c <= 21; c++ {
		slices.SortFunc(*at(c), func(x, y int) int { return cmp.Compare(y, x) })
	}
	return faults
}

// scores lists the scores of the given players, highest first.
func (k *task) scores(players []int) []int {
	list := make([]int, len(players))
	for i, p := range players {
		list[i] = k.players[p].score
	}
	slices.SortFunc(list, func(x, y int) int { return cmp.Compare(y, x) })
	return list
}

// leftInNext lists the players who would float down from the following bracket in the last
// solution. The parameter floaters contains the players who float down from this bracket into the
// following one.
func (k *task) leftInNext(floaters []int) (left []int) {
	inside := map[int]bool{}
	both := slices.Concat(floaters, k.next)
	for _, p := range both {
		inside[p] = true
	}
	for _, p := range both {
		if !inside[k.mates[p]] {
			left = append(left, p)
		}
	}
	return left
}
