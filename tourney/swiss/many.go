package swiss

import (
	"slices"

	"kydai/tourney/matching"
)

// manyResidents is the smallest number of residents for which the function many is used. From this
// number on it is faster than the general method.
var manyResidents = 60

// many pairs the remaining players of a large bracket. The general method would need weights with
// hundreds of elements, which order all possible opponents. The function many uses weights that
// contain only the criteria, if no player must change the half. It gives each player of the upper
// half, in order of rank, the opponent of highest rank with whom the criteria are still satisfied
// as well as possible.
//
// If a player must change the half, or if many cannot decide, it returns decided = false, and the
// caller uses the general method. Both methods give the same pairs.
func (k *task) many(rest []int, half int) (pairs [][2]int, decided, ok bool) {
	upper := make(map[int]bool, half)
	for _, p := range rest[:half] {
		upper[p] = true
	}
	g, verts := k.graph(stage{allow: k.across(upper)})
	choices := g.Choices()
	g, _ = k.graph(stage{allow: k.resident})
	g.From(choices)
	_, best := g.Best()
	if !slices.Equal(choices.Weight(), best) {
		return nil, false, false
	}
	if pairs, ok = transpose(choices, verts, rest, upper); !ok {
		return nil, false, false
	}
	with := make(map[int]int, len(pairs))
	for _, pair := range pairs {
		with[pair[0]] = pair[1]
	}
	g, _ = k.graph(stage{allow: func(a, b int) bool { return with[a] == b && k.resident(a, b) }})
	g.From(choices)
	mates, weight := g.Best()
	if !slices.Equal(weight, best) {
		return nil, false, false
	}
	k.mates, ok = k.read(verts, mates)
	return pairs, true, ok
}

// transpose chooses one of the best matchings: it gives each player of the upper half, in order of
// rank, the opponent of highest rank that is possible (article 4.2).
func transpose(choices *matching.Choices, verts, rest []int, upper map[int]bool) (pairs [][2]int, ok bool) {
	place := make(map[int]int, len(verts))
	for i, p := range verts {
		place[p] = i
	}
	var lower []int
	for _, p := range rest {
		if !upper[p] {
			lower = append(lower, place[p])
		}
	}
	for _, p := range rest {
		if !upper[p] {
			continue
		}
		other, ok := choices.Choose(place[p], lower)
		if !ok {
			return nil, false
		}
		pairs = append(pairs, [2]int{p, verts[other]})
	}
	return pairs, true
}
