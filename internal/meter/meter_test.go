package meter_test

import (
	"testing"

	"kydai/internal/meter"
)

// TestHistogram checks that a histogram has native buckets, and classic buckets
// that include the limits of our service level objectives.
func TestHistogram(t *testing.T) {
	r := meter.NewRegistry("1.2.3")
	h := meter.Histogram(r, "some_seconds", "help", meter.Seconds)
	lanes := meter.Histograms(r, "lane_size", "help", meter.Counts, "lane", "a", "b")
	h.Observe(0.12)
	lanes[1].Observe(3)
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range families {
		switch f.GetName() {
		case "kydai_some_seconds":
			found++
			got := f.GetMetric()[0].GetHistogram()
			limits := map[float64]uint64{}
			for _, b := range got.GetBucket() {
				limits[b.GetUpperBound()] = b.GetCumulativeCount()
			}
			for limit, want := range map[float64]uint64{0.1: 0, 0.15: 1, 2: 1} {
				if n, ok := limits[limit]; !ok || n != want {
					t.Errorf("%d values up to %v, want %d (%v)", n, limit, want, ok)
				}
			}
			if len(got.GetPositiveSpan()) == 0 {
				t.Error("there are no native buckets")
			}
		case "kydai_lane_size":
			found++
			if len(f.GetMetric()) != 2 {
				t.Errorf("%d lanes", len(f.GetMetric()))
			}
		case "kydai_build_info", "go_goroutines":
			found++
		}
	}
	if found != 4 {
		t.Errorf("%d of 4 metrics are there", found)
	}
}
