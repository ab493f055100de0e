package swiss

import "slices"

// halves is the state of a search for the first perfect pairing of a bracket without moved-down
// players. In such a pairing, each player of the upper half gets an opponent in the lower half, and
// no criterion is violated.
type halves struct {
	good   [][]bool // by indexes in the upper and the lower half: true if the pair violates no criterion
	lower  []int    // index of the partner of each player in the upper half
	upper  []int    // index of the partner of each player in the lower half
	locked []bool   // by player of the lower half: true if the opponent can no longer change
	seen   []bool
}

// halves pairs a bracket without moved-down players if no player floats down from it, except the
// player who gets the bye. It looks for a transposition (an order of the lower half) that satisfies
// all criteria; such a pairing is perfect (article 3.4), and the rules choose the first one. If
// there is none, halves returns false. The bye counts as an additional player of the upper half.
//
// The general method gives the same result, but this method is faster for large brackets in which
// nearly all players may meet, as in the first round.
func (k *task) halves() ([][2]int, bool) {
	n := len(k.residents)
	half, rows := n/2, (n+1)/2
	if len(k.moved) > 0 {
		return nil, false
	}
	h := &halves{lower: make([]int, rows), upper: make([]int, rows), locked: make([]bool, rows), seen: make([]bool, rows)}
	for i := range rows {
		row := make([]bool, rows)
		for j := range row {
			b := k.residents[half+j]
			if i == half {
				row[j] = k.leaves(b)
				continue
			}
			a := k.residents[i]
			row[j] = k.compatible(a, b) && k.colourFaults(&k.players[a], &k.players[b]) == [4]int64{}
		}
		h.good = append(h.good, row)
		h.lower[i], h.upper[i] = -1, -1
	}
	for i := range rows {
		clear(h.seen)
		if !h.place(i) {
			return nil, false
		}
	}
	for i := range rows {
		h.first(i)
	}
	pairs := make([][2]int, half)
	for i := range pairs {
		pairs[i] = [2]int{k.residents[i], k.residents[half+h.lower[i]]}
	}
	rest := slices.Concat(k.next, k.lower)
	if k.byeScore >= 0 && rows == half {
		rest = append(rest, len(k.players))
	}
	return pairs, k.perfect(rest)
}

// leaves reports whether the player p can get the bye without violating a criterion. Only a player
// of the last bracket can.
func (k *task) leaves(p int) bool {
	last := &k.players[p]
	return len(k.next) == 0 && k.takesBye(p) && last.unplayed == 0 && last.floats[0] != down && last.floats[1] != down
}

// place finds an opponent for player i of the upper half. To make this possible, it may change the
// opponents of other players, except those that are locked.
func (h *halves) place(i int) bool {
	for pass := range 2 { // the first pass tries only free partners
		for j, good := range h.good[i] {
			if !good || h.locked[j] || h.seen[j] || pass == 0 && h.upper[j] >= 0 {
				continue
			}
			h.seen[j] = true
			if h.upper[j] < 0 || h.place(h.upper[j]) {
				h.lower[i], h.upper[j] = j, i
				return true
			}
		}
	}
	return false
}

// first gives player i of the upper half the opponent of highest rank with whom all other players
// can still be paired, and locks this pair.
func (h *halves) first(i int) {
	for j := range h.lower[i] {
		if !h.good[i][j] || h.locked[j] {
			continue
		}
		old, other := h.lower[i], h.upper[j]
		clear(h.seen)
		h.seen[j] = true
		h.upper[old] = -1
		if h.place(other) {
			h.lower[i], h.upper[j] = j, i
			break
		}
		h.upper[old] = i
	}
	h.locked[h.lower[i]] = true
}
