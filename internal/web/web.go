// Package web is the door to the network: REST and WebSocket over package play,
// guests by signed cookie, bots by token, limits, and the headers that keep
// browsers safe. It decides nothing about a game.
//
// A match leaves by this package only as the view of whoever asks.
package web

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kydai/match"
	"kydai/play"
)

// Options say what a Server works with. Play and Key must be given.
type Options struct {
	Play *play.Service
	// Key signs the cookies of guests: at least 32 bytes, the same on all
	// nodes. Whoever has it can be anybody.
	Key []byte
	// UI answers everything that is not the API; nil answers nothing.
	UI http.Handler
	// Levels says how many levels of a machine a game has; nil: match.Levels.
	Levels func(game string) int
	// Origins are other origins whose pages may use the API, as
	// "https://kydai.example".
	Origins []string
	// Proxies are the addresses from which X-Forwarded-For and
	// X-Forwarded-Proto are believed.
	Proxies []netip.Prefix
	// Registry counts what happens; nil counts for nobody.
	Registry *prometheus.Registry
	Log      *slog.Logger // nil is nowhere

	Limits Limits
	// PingEvery is the time between two pings of a connection.
	PingEvery time.Duration
	// Delay is how much later spectators see a rated game in which something
	// is hidden.
	Delay time.Duration
	// Spread is the time over which connections are closed when draining.
	Spread time.Duration
}

// Server is the API of one node. It is an http.Handler.
type Server struct {
	o       Options
	log     *slog.Logger
	guests  guests
	metrics *metrics
	buckets buckets
	conns   counter
	hub     *hub
	crew    *crew
	handler http.Handler

	ending context.Context // ends when the server drains
	end    context.CancelFunc
}

// New makes a server. Drain ends it.
func New(o Options) (*Server, error) {
	if o.Play == nil {
		return nil, errors.New("web: a service is needed")
	}
	if len(o.Key) < minKey {
		return nil, errors.New("web: the key must have 32 bytes")
	}
	o.Limits.defaults()
	o.PingEvery = cmp.Or(o.PingEvery, 10*time.Second)
	o.Delay = cmp.Or(o.Delay, 15*time.Second)
	o.Spread = cmp.Or(o.Spread, 3*time.Second)
	if o.Levels == nil {
		o.Levels = func(string) int { return match.Levels }
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	var register prometheus.Registerer
	if o.Registry != nil {
		register = o.Registry
	}
	m, err := newMetrics(register)
	if err != nil {
		return nil, err
	}
	s := &Server{o: o, log: o.Log, guests: guests{o.Key}, metrics: m}
	s.ending, s.end = context.WithCancel(context.Background())
	s.crew = newCrew(s.ending.Done())
	protection := http.NewCrossOriginProtection()
	for _, origin := range o.Origins {
		if err := protection.AddTrustedOrigin(origin); err != nil {
			s.end()
			return nil, err
		}
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, s.problem(errOrigin))
	}))
	s.hub = newHub(s)
	s.handler = s.headers(protection.Handler(s.routes()))
	return s, nil
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Server) routes() http.Handler {
	api := http.NewServeMux()
	s.api(api)
	api.HandleFunc("GET /api/socket", s.socket)
	api.HandleFunc("/api/", func(w http.ResponseWriter, _ *http.Request) { refuse(w, s.problem(errNotFound)) })

	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("/api/", s.greet(http.MaxBytesHandler(api, maxBody)))
	if s.o.UI != nil {
		mux.Handle("/", s.o.UI)
	}
	return mux
}

// maxBody is the size of the largest body of a request.
const maxBody = 64 << 10

const readyWithin = 2 * time.Second

// ready says whether this node should get visitors.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if s.ending.Err() != nil {
		refuse(w, problemOf(play.Draining, "this server is about to stop"))
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyWithin)
	defer cancel()
	if err := s.o.Play.Ready(ctx); err != nil {
		p := s.problem(err)
		refuse(w, &Problem{status: http.StatusServiceUnavailable, Code: p.Code, Text: p.Text})
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}

// Drain takes no more connections and closes those there are with 1012, one
// after the other over the time of Spread, so that their clients do not all
// come back in the same moment. It returns when all are closed or ctx ends.
func (s *Server) Drain(ctx context.Context) error {
	s.end()
	return s.hub.drain(ctx)
}
