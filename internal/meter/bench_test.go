package meter_test

import (
	"testing"

	"kydai/internal/meter"
)

// BenchmarkObserve is the cost of one value of a distribution.
func BenchmarkObserve(b *testing.B) {
	h := meter.Histogram(nil, "some_seconds", "help", meter.Seconds)
	for i := range b.N {
		h.Observe(float64(i%1000) / 10_000)
	}
}
