// Package meter creates the Prometheus metrics of a process: histograms with classic and native
// buckets, and tables of values that are read once per scrape.
//
// The values of labels come only from fixed lists in the code. A label never contains text from a
// client, the id of a match or player, or an address.
package meter

import (
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// Space is the common prefix (Prometheus namespace) of all metric names.
const Space = "kydai"

// Seconds and Counts are the upper limits of the classic buckets of histograms. Prometheus servers
// that do not scrape native histograms use these buckets. Seconds contains the limits of the
// service level objectives.
var (
	Seconds = []float64{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 5, 10, 30}
	Counts  = []float64{1, 2, 4, 8, 16, 32, 64, 128, 256}
)

// nativeFactor is the ratio of the widths of two neighbouring buckets of a native histogram. The
// value 1.1 means an error of about 5 %.
const (
	nativeFactor  = 1.1
	nativeBuckets = 160 // maximum number of native buckets; with more, Prometheus halves the resolution
)

// NewRegistry makes a registry with the metrics of the Go runtime, of the
// process and of the build.
func NewRegistry(version string) *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: Space, Name: "build_info", Help: "Always 1; the labels say which program runs.",
			ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH},
		}, func() float64 { return 1 }),
	)
	return r
}

func histogram(name, help string, buckets []float64) prometheus.HistogramOpts {
	return prometheus.HistogramOpts{
		Namespace: Space, Name: name, Help: help, Buckets: buckets,
		NativeHistogramBucketFactor: nativeFactor, NativeHistogramMaxBucketNumber: nativeBuckets,
	}
}

// Histogram creates a histogram and registers it with r. If r is nil, the histogram is not
// registered.
func Histogram(r prometheus.Registerer, name, help string, buckets []float64) prometheus.Histogram {
	h := prometheus.NewHistogram(histogram(name, help, buckets))
	if r != nil {
		r.MustRegister(h)
	}
	return h
}

// Histograms creates a histogram for each value of a label, in the order of values. If r is nil,
// the histograms are not registered.
func Histograms(r prometheus.Registerer, name, help string, buckets []float64, label string, values ...string) []prometheus.Observer {
	v := prometheus.NewHistogramVec(histogram(name, help, buckets), []string{label})
	if r != nil {
		r.MustRegister(v)
	}
	all := make([]prometheus.Observer, len(values))
	for i, value := range values {
		all[i] = v.WithLabelValues(value)
	}
	return all
}
