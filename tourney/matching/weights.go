package matching

import "encoding/binary"

// weights holds the distinct weights of a graph. Weights are long vectors that consist mostly of
// zeros. So each weight is stored once, as a list of its non-zero elements.
type weights struct {
	from    []int32 // weight i has the non-zero elements from[i] to from[i+1]-1 of places and values
	places  []int32
	values  []int64
	first   []int64 // first element of each weight
	numbers map[string]int32
	key     []byte
}

// newWeights returns weights in which the number 0 means no weight.
func newWeights() weights {
	return weights{from: []int32{0, 0}, first: []int64{0}, numbers: map[string]int32{}}
}

// number returns the number of a weight. It stores the weight if the weight is new.
func (w *weights) number(weight []int64) int32 {
	w.key = w.key[:0]
	for c, x := range weight {
		if x != 0 {
			w.key = binary.AppendUvarint(w.key, uint64(c)) // #nosec G115 -- an index is never negative
			w.key = binary.AppendVarint(w.key, x)
		}
	}
	if number, ok := w.numbers[string(w.key)]; ok {
		return number
	}
	for c, x := range weight {
		if x != 0 {
			w.places, w.values = append(w.places, int32(c)), append(w.values, x) // #nosec G115 -- an index into a weight is small
		}
	}
	number := int32(len(w.from) - 1) // #nosec G115 -- there is at most one weight for each edge
	w.from = append(w.from, int32(len(w.places)))
	w.first = append(w.first, weight[0])
	w.numbers[string(w.key)] = number
	return number
}

// unpack writes a weight into the given vector, which must consist of zeros.
func (w *weights) unpack(number int32, into []int64) {
	for i := w.from[number]; i < w.from[number+1]; i++ {
		into[w.places[i]] = w.values[i]
	}
}

// compareWeights compares two weights, given by their numbers, lexicographically.
func (w *weights) compareWeights(a, b int32) int {
	i, j := w.from[a], w.from[b]
	endA, endB := w.from[a+1], w.from[b+1]
	for i < endA || j < endB {
		switch {
		case j == endB || i < endA && w.places[i] < w.places[j]:
			return sign(w.values[i])
		case i == endA || w.places[j] < w.places[i]:
			return -sign(w.values[j])
		case w.values[i] != w.values[j]:
			return sign(w.values[i] - w.values[j])
		}
		i, j = i+1, j+1
	}
	return 0
}

func sign(x int64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// slackOf computes the slack of the edge between two vertices and stores the slack in the given
// vector.
func (s *solver) slackOf(u, v int, into []int64) {
	lu, lv := s.label(u), s.label(v)
	for c := range into {
		into[c] = lu[c] + lv[c]
	}
	number := s.edge(u, v)
	for i := s.from[number]; i < s.from[number+1]; i++ {
		into[s.places[i]] -= 2 * s.values[i]
	}
}

// firstSlack returns the first element of the slack of the best edge between two vertices or
// blossoms. The parameter at is the index of this edge in eu and ev.
func (s *solver) firstSlack(at int) int64 {
	u, v := int(s.eu[at]), int(s.ev[at])
	return s.labels[u*s.size] + s.labels[v*s.size] - 2*s.first[s.edge(u, v)]
}

// compareSlack compares the slacks of the edges a–b and x–y.
func (s *solver) compareSlack(a, b, x, y int) int {
	la, lb, lx, ly := s.label(a), s.label(b), s.label(x), s.label(y)
	e, f := s.edge(a, b), s.edge(x, y)
	i, endE, j, endF := s.from[e], s.from[e+1], s.from[f], s.from[f+1]
	for c := range la {
		d := la[c] + lb[c] - lx[c] - ly[c]
		if i < endE && int(s.places[i]) == c {
			d -= 2 * s.values[i]
			i++
		}
		if j < endF && int(s.places[j]) == c {
			d += 2 * s.values[j]
			j++
		}
		if d != 0 {
			return sign(d)
		}
	}
	return 0
}

// less reports whether the best edge at index a has less slack than the best edge at index b. Both
// are indexes of eu and ev.
func (s *solver) less(a, b int) bool {
	return s.compareSlack(int(s.eu[a]), int(s.ev[a]), int(s.eu[b]), int(s.ev[b])) < 0
}

// tight reports whether the best edge stored at the given index of eu and ev has no slack.
func (s *solver) tight(at int) bool {
	u, v := int(s.eu[at]), int(s.ev[at])
	lu, lv := s.label(u), s.label(v)
	number := s.edge(u, v)
	i, end := s.from[number], s.from[number+1]
	for c := range lu {
		d := lu[c] + lv[c]
		if i < end && int(s.places[i]) == c {
			d -= 2 * s.values[i]
			i++
		}
		if d != 0 {
			return false
		}
	}
	return true
}

// compare compares two vectors lexicographically.
func compare(a, b []int64) int {
	for i, x := range a {
		if x != b[i] {
			return sign(x - b[i])
		}
	}
	return 0
}

func isZero(v []int64) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}

func isNegative(v []int64) bool {
	for _, x := range v {
		if x != 0 {
			return x < 0
		}
	}
	return false
}
