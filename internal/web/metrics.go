package web

import (
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kydai/internal/meter"
	"kydai/internal/play"
)

// metrics are the Prometheus metrics of this package.
type metrics struct {
	sockets prometheus.Gauge
	streams prometheus.Gauge
	watches prometheus.Gauge
	moves   *prometheus.CounterVec // labelled by the way in which the move arrived: REST or WebSocket
	// socketMoves is the counter in moves with the label for WebSocket. It is looked up once,
	// because a lookup for every move would cost time.
	socketMoves prometheus.Counter
	failedMoves *prometheus.CounterVec // failed moves, counted by error code
	ack         prometheus.Histogram
	push        prometheus.Histogram
	lag         prometheus.Histogram
	request     prometheus.Histogram
	frames      prometheus.Counter
	bytes       prometheus.Counter
	dropped     *prometheus.CounterVec // closed connections, labelled by reason
	errors      *prometheus.CounterVec // errors, counted by error code
	limited     *prometheus.CounterVec // refused requests, labelled by rate limit
}

func newMetrics(r prometheus.Registerer) *metrics {
	gauge := func(name, help string) prometheus.Gauge {
		return prometheus.NewGauge(prometheus.GaugeOpts{Namespace: meter.Space, Name: name, Help: help})
	}
	count := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: meter.Space, Name: name, Help: help})
	}
	counts := func(name, help, label string, values ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: meter.Space, Name: name, Help: help}, []string{label})
		for _, value := range values { // create every label value now, so that Prometheus sees the first event as an increase
			v.WithLabelValues(value)
		}
		return v
	}
	m := &metrics{
		sockets:     gauge("sockets", "Open WebSocket connections."),
		streams:     gauge("bot_streams", "Open streams of bots."),
		watches:     gauge("watches", "Matches watched, counted for each connection."),
		moves:       counts("moves_total", "Moves acknowledged, by the door they came in.", "door", "socket", "rest"),
		failedMoves: counts("moves_failed_total", "Moves that were not acknowledged through our fault, by code.", "code", ourFaults...),
		ack:         meter.Histogram(r, "ack_seconds", "From the receipt of a move until it was durable.", meter.Seconds),
		push:        meter.Histogram(r, "push_seconds", "From when a change was durable until it was written to a socket that watches.", meter.Seconds),
		lag:         meter.Histogram(r, "lag_seconds", "Half the round trip of pings.", meter.Seconds),
		request:     meter.Histogram(r, "request_seconds", "Duration of requests to /api/, without sockets and streams.", meter.Seconds),
		frames:      count("frames_total", "Messages sent over sockets."),
		bytes:       count("frame_bytes_total", "Bytes of the messages sent over sockets."),
		dropped:     counts("dropped_total", "Connections that were closed by us, by reason.", "why", "flood", "silent", "slow"),
		errors:      counts("errors_total", "Errors answered, by code.", "code", ourFaults...),
		limited:     counts("limited_total", "Requests refused by a rate limit, by its name.", "limit", policies...),
	}
	m.socketMoves = m.moves.WithLabelValues("socket")
	if r != nil {
		r.MustRegister(m.sockets, m.streams, m.watches, m.moves, m.failedMoves, m.frames, m.bytes, m.dropped, m.errors, m.limited)
	}
	return m
}

// ourFaults lists the codes of errors that the server causes, not the client.
var ourFaults = []string{internal, play.BadRow, play.Busy, play.Damaged, play.NoRoom, play.Unavailable, play.Unknown}

// failed counts an error by its code. Codes come from fixed lists in the source code, so the metric
// has few label values.
func (m *metrics) failed(p *Problem) { m.errors.WithLabelValues(p.Code).Inc() }

// failedMove counts a move that was refused because of an error of the server.
func (m *metrics) failedMove(p *Problem) {
	if slices.Contains(ourFaults, p.Code) {
		m.failedMoves.WithLabelValues(p.Code).Inc()
	}
}

// pushed measures the time from a change of a match until the change was sent to a socket.
func (m *metrics) pushed(s *play.Snapshot, now time.Time) {
	if at := s.Began(); !at.IsZero() {
		m.push.Observe(max(now.Sub(at), 0).Seconds())
	}
}
