package matching_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/tourney/matching"
)

// best tries all matchings of the vertices whose bit in used is not set, and returns the maximum
// weight.
func best(w [][][]int64, used uint, size int) []int64 {
	top := make([]int64, size)
	n := len(w)
	v := 0
	for v < n && used>>v&1 == 1 {
		v++
	}
	if v == n {
		return top
	}
	copy(top, best(w, used|1<<v, size))
	for u := v + 1; u < n; u++ {
		if used>>u&1 == 1 || w[v][u] == nil {
			continue
		}
		sum := best(w, used|1<<v|1<<u, size)
		for c := range sum {
			sum[c] += w[v][u][c]
		}
		if slices.Compare(sum, top) > 0 {
			top = sum
		}
	}
	return top
}

func TestMaxAgainstAllMatchings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n, size := 2+r.IntN(8), 1+r.IntN(3)
		density, span := 1+r.IntN(4), int64(1+r.IntN(5))
		g := matching.New(n, size)
		w := make([][][]int64, n)
		near := make([][]int, n)
		for a := range w {
			w[a] = make([][]int64, n)
		}
		for a := range n {
			for b := range a {
				if r.IntN(4) >= density {
					continue
				}
				weight := make([]int64, size)
				weight[0] = 1 + r.Int64N(span)
				for c := 1; c < size; c++ {
					weight[c] = r.Int64N(2*span+1) - span
				}
				w[a][b], w[b][a] = weight, weight
				near[a], near[b] = append(near[a], b), append(near[b], a)
				g.Add(a, b, weight)
			}
		}
		mates := g.Max()
		sum := make([]int64, size)
		for v, u := range mates {
			if u < 0 {
				continue
			}
			if mates[u] != v || w[v][u] == nil {
				t.Fatalf("not a matching: %v", mates)
			}
			if v < u {
				for c := range sum {
					sum[c] += w[v][u][c]
				}
			}
		}
		if want := best(w, 0, size); !slices.Equal(sum, want) {
			t.Fatalf("weight %v, but the best is %v (%v)", sum, want, mates)
		}
		ones := make([][][]int64, n)
		for a := range ones {
			ones[a] = make([][]int64, n)
			for b := range ones {
				if w[a][b] != nil {
					ones[a][b] = []int64{1}
				}
			}
		}
		count := int64(0)
		most := matching.Most(near)
		for v, u := range most {
			if u > v {
				count++
			}
			if u >= 0 && (most[u] != v || w[v][u] == nil) {
				t.Fatalf("not a matching: %v", most)
			}
		}
		if want := best(ones, 0, 1)[0]; count != want {
			t.Fatalf("%d edges, but %d are possible", count, want)
		}
	}
}
