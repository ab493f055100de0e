package web

import (
	"github.com/prometheus/client_golang/prometheus"

	"kydai/internal/meter"
	"kydai/internal/play"
)

// endMetrics returns a collector of metrics that show whether the numbering of ended matches and
// the consumers of ended matches keep up, and whether they fail.
func endMetrics(read func() play.EndsState) prometheus.Collector {
	return meter.NewTable(func(emit meter.Emit) {
		state := read()
		emit("ended_unnumbered", float64(state.Unnumbered))
		emit("ended_failing", meter.Truth(state.Failing))
		for i := range state.Consumers {
			c := &state.Consumers[i]
			emit("consumer_lag_rows", float64(c.Lag), c.Name)
			emit("consumer_failures_total", float64(c.Failures), c.Name)
			emit("consumer_failing", meter.Truth(c.Failing), c.Name)
			last := 0.0
			if !c.FailedAt.IsZero() {
				last = float64(c.FailedAt.UnixMilli()) / 1000
			}
			emit("consumer_last_error_timestamp_seconds", last, c.Name)
		}
	},
		meter.Gauge("ended_unnumbered", "Ended matches that no consumer can see yet; 10000 is that or more."),
		meter.Gauge("ended_failing", "1 while this node fails to number ended matches."),
		meter.Gauge("consumer_lag_rows", "Ended matches that a consumer has not taken yet.", "consumer"),
		meter.Count("consumer_failures_total", "Attempts of a consumer on this node that failed; the log says why.", "consumer"),
		meter.Gauge("consumer_failing", "1 while the last attempt of a consumer on this node failed.", "consumer"),
		meter.Gauge("consumer_last_error_timestamp_seconds", "When a consumer failed on this node for the last time; 0: never.", "consumer"),
	)
}
