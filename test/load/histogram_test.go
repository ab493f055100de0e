package load

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestClasses(t *testing.T) {
	for us := uint64(0); us < 1<<20; us++ {
		c := class(us)
		if top(c) < us || c > 0 && top(c-1) >= us {
			t.Fatalf("%d is in class %d, which ends at %d", us, c, top(c))
		}
	}
	if c := class(1<<64 - 1); c >= classes {
		t.Fatalf("the last class is %d of %d", c, classes)
	}
}

func TestQuantiles(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var h Histogram
	all := make([]time.Duration, 100_000)
	for i := range all {
		all[i] = time.Duration(rnd.ExpFloat64() * float64(3*time.Millisecond)).Truncate(time.Microsecond)
		h.Add(all[i])
	}
	slices.Sort(all)
	for _, q := range []float64{0.01, 0.5, 0.9, 0.99, 0.999} {
		want := all[int(q*float64(len(all)))]
		if got := h.Quantile(q); got < want || got > want+want/16+time.Microsecond {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
	if h.Max() != all[len(all)-1] || h.Quantile(1) != h.Max() || h.Count() != int64(len(all)) {
		t.Errorf("the longest is %v of %d, want %v of %d", h.Max(), h.Count(), all[len(all)-1], len(all))
	}
}
