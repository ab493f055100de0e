package web

import (
	"github.com/prometheus/client_golang/prometheus"
)

// metrics are the Prometheus metrics of this package.
type metrics struct {
	sockets prometheus.Gauge
	streams prometheus.Gauge
	watches prometheus.Gauge
	moves   *prometheus.CounterVec // by door
	// socketMoves are those of one door, found already.
	socketMoves prometheus.Counter
	ack         prometheus.Histogram
	lag         prometheus.Histogram
	frames      prometheus.Counter
	bytes       prometheus.Counter
	dropped     *prometheus.CounterVec // connections, by reason
	errors      *prometheus.CounterVec // by code
}

const space = "kydai"

func newMetrics(r prometheus.Registerer) (*metrics, error) {
	seconds := prometheus.ExponentialBuckets(0.0005, 2, 15) // to 8 s
	m := &metrics{
		sockets: prometheus.NewGauge(prometheus.GaugeOpts{Namespace: space, Name: "sockets", Help: "Open WebSocket connections."}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{Namespace: space, Name: "bot_streams", Help: "Open streams of bots."}),
		watches: prometheus.NewGauge(prometheus.GaugeOpts{Namespace: space, Name: "watches", Help: "Matches watched, counted for each connection."}),
		moves:   prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: space, Name: "moves_total", Help: "Moves acknowledged, by the door they came in."}, []string{"door"}),
		ack:     prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: space, Name: "ack_seconds", Help: "From the receipt of a move until it was durable.", Buckets: seconds}),
		lag:     prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: space, Name: "lag_seconds", Help: "Half the round trip of pings.", Buckets: seconds}),
		frames:  prometheus.NewCounter(prometheus.CounterOpts{Namespace: space, Name: "frames_total", Help: "Messages sent over sockets."}),
		bytes:   prometheus.NewCounter(prometheus.CounterOpts{Namespace: space, Name: "frame_bytes_total", Help: "Bytes of them."}),
		dropped: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: space, Name: "dropped_total", Help: "Connections that were closed by us, by reason."}, []string{"why"}),
		errors:  prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: space, Name: "errors_total", Help: "Errors answered, by code."}, []string{"code"}),
	}
	m.socketMoves = m.moves.WithLabelValues("socket")
	if r == nil {
		return m, nil
	}
	for _, c := range []prometheus.Collector{m.sockets, m.streams, m.watches, m.moves, m.ack, m.lag, m.frames, m.bytes, m.dropped, m.errors} {
		if err := r.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// failed counts an error by code. Codes come from our own tables, so there are
// few.
func (m *metrics) failed(p *Problem) { m.errors.WithLabelValues(p.Code).Inc() }
