package meter_test

import (
	"testing"

	"kydai/internal/meter"
)

// BenchmarkObserve measures one call of Observe on a histogram.
func BenchmarkObserve(b *testing.B) {
	h := meter.Histogram(nil, "some_seconds", "help", meter.Seconds)
	for i := range b.N {
		h.Observe(float64(i%1000) / 10_000)
	}
}
