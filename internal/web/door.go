package web

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"strings"
	"time"
)

// writeProgress is the time limit for a client to accept the next piece of a response. pieceSize is
// the size of a piece in bytes.
const (
	writeProgress = 30 * time.Second
	pieceSize     = 16 << 10
)

// door wraps the handlers of all routes. It determines the client's address, applies the rate
// limit, and limits the time of a client that reads slowly. More expensive steps come after door:
// token lookup, rendering of pages, upgrade to a WebSocket.
func (s *Server) door(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		v := s.comer(r)
		policy, rate := "pages", s.opts.Limits.Pages
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/"):
			policy, rate = "requests", s.opts.Limits.Requests
		case r.URL.Path == healthPath || r.URL.Path == readyPath:
			policy, rate = "probes", s.opts.Limits.Probes
		}
		w = &paced{ResponseWriter: w, server: s}
		q := s.share(v, policy, rate)
		if !q.ok {
			s.metrics.errors.WithLabelValues(tooFast).Inc()
			if q.slow {
				w.Header().Set("Connection", "close")
				wait(r.Context(), s.ending, refusalPause)
			}
			refuse(w, s.over(*q))
			return
		}
		if policy == "requests" {
			q.headers(w.Header())
		}
		next.ServeHTTP(w, r.WithContext(withVisitor(r.Context(), v)))
		if policy == "requests" && !unmeasured(r) {
			s.metrics.request.Observe(time.Since(began).Seconds())
		}
	})
}

// unmeasured reports whether the duration of a request is not measured. The duration of such a
// request depends only on how long the client stays connected.
func unmeasured(r *http.Request) bool {
	return r.URL.Path == "/api/socket" || strings.HasSuffix(r.URL.Path, "/stream")
}

// A refusal takes 0.03 ms, so refusals at full speed would take more CPU time than all allowed
// requests. After patientRefusals refusals in a row, each further refusal is delayed by
// refusalPause. A delayed refusal keeps its connection open, and the number of connections of an
// address is limited.
const (
	patientRefusals = 20
	refusalPause    = time.Second
)

func wait(ctx, ending context.Context, long time.Duration) {
	select {
	case <-ctx.Done():
	case <-ending.Done():
	case <-time.After(long):
	}
}

// paced is a response writer. The client must read the response piece by piece, each piece within a
// time limit.
type paced struct {
	http.ResponseWriter
	server *Server
}

// Unwrap gives http.ResponseController access to the wrapped response writer.
func (p *paced) Unwrap() http.ResponseWriter { return p.ResponseWriter }

func (p *paced) hurry() {
	_ = http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now().Add(p.server.opts.WriteProgress)) // an error means that deadlines are not supported
}

// WriteHeader starts the time limit for the client and writes the status and the headers.
func (p *paced) WriteHeader(status int) {
	p.hurry()
	p.ResponseWriter.WriteHeader(status)
}

// Write sends data in pieces, each with its own deadline.
func (p *paced) Write(data []byte) (n int, err error) {
	for first := true; first || len(data) > 0; first = false {
		piece := data[:min(len(data), pieceSize)]
		p.hurry()
		m, err := p.ResponseWriter.Write(piece)
		n += m
		if err != nil {
			return n, err
		}
		data = data[len(piece):]
	}
	return n, nil
}

// Hijack returns the connection. The connection is wrapped so that the bytes read from it are
// counted.
func (p *paced) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	c, rw, err := http.NewResponseController(p.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	return &metered{Conn: c, budget: budget{rate: p.server.opts.Limits.Bytes}}, rw, nil
}

// metered is the network connection of a WebSocket. It counts all bytes that are read, including
// frames that contain no message, such as empty fragments.
type metered struct {
	net.Conn
	budget budget
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.Conn.Read(p)
	if !m.budget.take(time.Now(), n) {
		return 0, errFlood
	}
	return n, err
}

// budget is a rate limiter for use by one goroutine. It needs less memory than a rate.Limiter.
type budget struct {
	rate Rate
	used float64 // part of the burst that was in use at the time in the field at
	at   int64   // time of the last change, in unix nanoseconds
}

func (b *budget) take(now time.Time, n int) bool {
	at := now.UnixNano()
	b.used = max(0, b.used-float64(at-b.at)/1e9*b.rate.Second) + float64(n)
	b.at = at
	return b.used <= float64(b.rate.Burst)
}
