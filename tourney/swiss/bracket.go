package swiss

import "slices"

// pair pairs the bracket (the players with one score, and those moved down to them). It returns the
// pairs; all other players of the bracket float down to the next bracket.
//
// At first, the graph contains only this bracket and the next. If all players whom the best pairing
// leaves over can be paired, it is also the best pairing for the whole field. Otherwise pair
// repeats the search with all players in the graph.
func (k *task) pair() [][2]int {
	if !k.explain {
		if pairs, ok := k.halves(); ok {
			return pairs
		}
	}
	pairs, ok := k.run()
	if !ok {
		k.whole, k.single, k.fixed = true, false, nil
		pairs, _ = k.run()
	}
	return pairs
}

// run makes the decisions of articles 3 and 4 of the rules, in their order: how many pairs there
// are, which moved-down players are paired and with whom, and which of the remaining players are
// exchanged between the halves. The last decision is which player of the second half meets which
// player of the first half (transposition).
func (k *task) run() ([][2]int, bool) {
	mates, ok := k.solve(stage{pairs: true})
	if !ok {
		return nil, false
	}
	count := len(k.own(mates))
	floaters := len(k.moved) + len(k.residents) - 2*count
	k.single = k.byeScore >= k.players[k.residents[0]].score && floaters == 1
	k.fixed = map[int]int{}
	var pairs [][2]int
	if len(k.moved) > 0 {
		if mates, ok = k.solve(stage{fields: k.movedFields}); !ok {
			return nil, false
		}
		for _, m := range k.moved {
			if other := mates[m]; other >= 0 && slices.Contains(k.residents, other) {
				pairs = append(pairs, [2]int{m, other})
				k.fixed[m], k.fixed[other] = other, m
			}
		}
	}
	half := count - len(pairs)
	if half == 0 {
		if len(k.moved) == 0 && k.explain {
			mates, ok = k.solve(stage{})
		}
		k.mates = mates
		return pairs, ok
	}
	var rest []int
	for _, p := range k.residents {
		if _, ok := k.fixed[p]; !ok {
			rest = append(rest, p)
		}
	}
	transposed, ok := k.remainder(rest, half)
	return append(pairs, transposed...), ok
}

// remainder pairs the remaining residents (players who were not moved down) with each other. The
// parameter half is the number of pairs. Each player of the upper half gets an opponent from the
// lower half.
func (k *task) remainder(rest []int, half int) ([][2]int, bool) {
	if len(rest) >= manyResidents {
		if pairs, decided, ok := k.many(rest, half); decided {
			return pairs, ok
		}
	}
	mates, ok := k.solve(stage{fields: exchangeFields(rest, half), allow: k.resident})
	if !ok {
		return nil, false
	}
	upper := make(map[int]bool, half)
	for _, pair := range k.own(mates) {
		upper[pair[0]] = true
	}
	if mates, ok = k.solve(stage{fields: transposeFields(rest, upper), allow: k.across(upper)}); !ok {
		return nil, false
	}
	k.mates = mates
	return k.own(mates), true
}

func (k *task) resident(a, _ int) bool { return a >= k.residents[0] }

// across returns a function that allows a pair of two residents only if exactly one of them is in
// the upper half.
func (k *task) across(upper map[int]bool) func(a, b int) bool {
	return func(a, b int) bool { return k.resident(a, b) && upper[a] != upper[b] }
}

// own lists the pairs within the bracket, without the pairs that earlier decisions have fixed.
func (k *task) own(mates []int) (pairs [][2]int) {
	last := k.residents[len(k.residents)-1]
	for _, list := range [2][]int{k.moved, k.residents} {
		for _, a := range list {
			if b := mates[a]; b > a && b <= last {
				pairs = append(pairs, [2]int{a, b})
			}
		}
	}
	return pairs
}

// movedFields adds fields to the weight for players who moved down from a higher bracket. The first
// fields prefer to pair those of higher rank. The following fields prefer, for each of them in the
// order of rank, the opponent of highest rank (articles 4.2 and 4.4).
func (k *task) movedFields(l *layout) func(a, b int, weight []int64) {
	set, opponent := map[int]int{}, map[int]int{}
	for _, m := range k.moved {
		set[m] = l.add(1)
	}
	n := len(k.residents)
	for _, m := range k.moved {
		opponent[m] = l.add(n)
	}
	return func(a, b int, weight []int64) {
		field, ok := set[a]
		if !ok {
			return
		}
		l.put(weight, field, 1)
		l.put(weight, opponent[a], int64(k.residents[n-1]-b))
	}
}

// exchangeFields adds fields to the weight that choose which players change between the halves of
// the remainder. They prefer the exchange that comes first by article 4.3. After the exchange, the
// first player of each pair belongs to the first half.
func exchangeFields(rest []int, half int) func(*layout) func(a, b int, weight []int64) {
	return func(l *layout) func(a, b int, weight []int64) {
		n := len(rest)
		place := make(map[int]int, n)
		count, sum := l.add(half), l.add(half*n)
		bits := make([]int, n)
		for i := half - 1; i >= 0; i-- {
			bits[i] = l.add(1)
		}
		for i := half; i < n; i++ {
			bits[i] = l.add(1)
		}
		for i, p := range rest {
			place[p] = i
		}
		return func(a, _ int, weight []int64) {
			i := place[a]
			l.put(weight, sum, -int64(i))
			if i < half {
				l.put(weight, bits[i], -1)
				return
			}
			l.put(weight, count, -1)
			l.put(weight, bits[i], 1)
		}
	}
}

// transposeFields adds fields to the weight that give each player of the first half, by rank, the
// opponent of highest rank (article 4.2).
func transposeFields(rest []int, upper map[int]bool) func(*layout) func(a, b int, weight []int64) {
	return func(l *layout) func(a, b int, weight []int64) {
		field, place := map[int]int{}, map[int]int{}
		others := len(rest) - len(upper)
		for _, p := range rest {
			if upper[p] {
				field[p] = l.add(others)
			} else {
				place[p] = others - len(place)
			}
		}
		return func(a, b int, weight []int64) {
			if !upper[a] {
				a, b = b, a
			}
			l.put(weight, field[a], int64(place[b]))
		}
	}
}
