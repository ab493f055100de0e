package web

import (
	"github.com/prometheus/client_golang/prometheus"

	"kydai/internal/play"
)

// endMetrics show whether the processing of ended matches keeps up.
type endMetrics struct {
	state                                    func() play.EndsState
	unnumbered, failing                      *prometheus.Desc
	lag, failures, consumerFailing, failedAt *prometheus.Desc
}

func newEndMetrics(state func() play.EndsState) *endMetrics {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(space+"_"+name, help, labels, nil)
	}
	return &endMetrics{
		state:           state,
		unnumbered:      desc("ended_unnumbered", "Ended matches that no consumer can see yet; 10000 is that or more."),
		failing:         desc("ended_failing", "1 while this node fails to number ended matches."),
		lag:             desc("consumer_lag_rows", "Ended matches that a consumer has not taken yet.", "consumer"),
		failures:        desc("consumer_failures_total", "Attempts of a consumer on this node that failed; the log says why.", "consumer"),
		consumerFailing: desc("consumer_failing", "1 while the last attempt of a consumer on this node failed.", "consumer"),
		failedAt:        desc("consumer_last_error_timestamp_seconds", "When a consumer failed on this node for the last time; 0: never.", "consumer"),
	}
}

// Describe implements prometheus.Collector.
func (m *endMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.unnumbered, m.failing, m.lag, m.failures, m.consumerFailing, m.failedAt} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (m *endMetrics) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	state := m.state()
	gauge(m.unnumbered, float64(state.Unnumbered))
	gauge(m.failing, truth(state.Failing))
	for _, c := range state.Consumers {
		gauge(m.lag, float64(c.Lag), c.Name)
		to <- prometheus.MustNewConstMetric(m.failures, prometheus.CounterValue, float64(c.Failures), c.Name)
		gauge(m.consumerFailing, truth(c.Failing), c.Name)
		last := 0.0
		if !c.FailedAt.IsZero() {
			last = float64(c.FailedAt.UnixMilli()) / 1000
		}
		gauge(m.failedAt, last, c.Name)
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
