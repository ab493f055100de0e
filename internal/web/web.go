// Package web implements the HTTP API: REST and WebSocket over package play,
// guests with signed cookies, bots with tokens, rate limits and security
// headers. It makes no decisions about games.
//
// It sends matches only as the receiver may see them.
package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kydai/internal/classes"
	"kydai/internal/clubs"
	"kydai/internal/events"
	"kydai/internal/notice"
	"kydai/internal/oauth"
	"kydai/internal/operator"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/pool"
	"kydai/internal/push"
	"kydai/internal/study"
	"kydai/internal/talk"
	"kydai/internal/ties"
	"kydai/internal/trace"
	"kydai/internal/webhook"
	"kydai/match"
	"kydai/picture"
)

// Options configure a Server. Play and Key are required.
type Options struct {
	Play *play.Service
	// Talk is the chat between players; nil turns chat off.
	Talk *talk.Service
	// Ties is the service of following, blocking and reporting players; nil turns it off.
	Ties *ties.Service
	// Notices is the service of notices; nil turns notices off.
	Notices *notice.Service
	// Push sends notices to devices on which no page of the site is open; nil turns this off.
	Push *push.Service
	// OAuth is the service of third-party apps; nil turns apps off.
	OAuth *oauth.Service
	// Webhooks sends events to URLs of players; nil turns webhooks off.
	Webhooks *webhook.Service
	// Studies is the service of studies shared by a link; nil turns sharing off.
	Studies *study.Service
	// Classes is the service of school classes; nil turns classes off.
	Classes *classes.Service
	// Clubs is the service of clubs; nil turns clubs off.
	Clubs *clubs.Service
	// Events is the service of tournaments; nil turns tournaments off.
	Events *events.Service
	// Key signs the cookies of guests: at least 32 bytes, the same on all
	// nodes. Anyone who has it can impersonate any guest.
	Key []byte
	// OldKeys are former keys; cookies signed with them are still valid.
	OldKeys [][]byte
	// Clock determines the age of cookies; nil means time.Now.
	Clock func() time.Time
	// People is the service of accounts; nil means that there are only guests.
	People *people.Service
	// Operator is the service of the operator's pages; nil turns these pages off.
	Operator *operator.Service
	// UI serves all paths outside the API; it may be nil.
	UI http.Handler
	// Pictures draws positions and matches; nil turns pictures off.
	Pictures *picture.Studio
	// Films is the folder in which animated pictures are cached, at most 256
	// MB; "" means that they are cached in memory only.
	Films string
	// Levels returns the number of engine levels of a game; nil means
	// match.Levels.
	Levels func(game string) int
	// Proxies are the networks of trusted proxies: their headers
	// X-Forwarded-For and X-Forwarded-Proto are used.
	Proxies []netip.Prefix
	// Tracer records traces; nil turns tracing off.
	Tracer trace.Tracer
	// Registry collects the metrics; nil turns metrics off.
	Registry *prometheus.Registry
	// Workers are the counters of the workers in this process; may be nil.
	Workers *play.WorkerStats
	Log     *slog.Logger // nil discards the log

	// Hosts are the accepted Host names; empty means all.
	Hosts []string
	// SecurityContact is the address for security reports, https:// or mailto:,
	// shown at /.well-known/security.txt; "" means none.
	SecurityContact string
	// OwnAuthority means that the TLS certificate was issued by this server's own
	// authority. The server then does not send HSTS, with which browsers would
	// require https for a year.
	OwnAuthority bool
	// Room serves the pages under /room, which help the devices in a room to
	// find this server; it may be nil.
	Room http.Handler
	// AdminOpen makes the admin listener accept every Host header.
	AdminOpen bool

	Limits Limits
	// PingEvery is the time between two pings of a connection.
	PingEvery time.Duration
	// Delay is the delay for spectators of a rated game with hidden pieces.
	Delay time.Duration
	// Spread is the time over which 1,000 connections are closed when draining;
	// it scales with their number.
	Spread time.Duration
	// WriteProgress is the time limit for a client to read the next piece of a
	// response.
	WriteProgress time.Duration
}

// Server is the HTTP API of one node. It implements http.Handler.
type Server struct {
	opts    Options
	log     *slog.Logger
	guests  guests
	metrics *metrics
	buckets buckets
	conns   counter
	opened  opened
	bearers bearers
	offers  offers
	album   album
	hub     *hub
	pool    *pool.Pool
	writers *writers
	handler http.Handler

	leaving context.Context // ends when draining begins: no new connections
	leave   context.CancelFunc
	ending  context.Context // ends when the last connection has closed
	end     context.CancelFunc
}

// New creates a Server. Drain shuts it down.
func New(o Options) (*Server, error) {
	if o.Play == nil {
		return nil, errors.New("web: Options.Play is missing")
	}
	keys := append([][]byte{o.Key}, o.OldKeys...)
	for _, key := range keys {
		if len(key) < minKey {
			return nil, errors.New("web: a key must have 32 bytes")
		}
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	o.Limits.defaults()
	o.PingEvery = cmp.Or(o.PingEvery, 10*time.Second)
	o.Delay = cmp.Or(o.Delay, 15*time.Second)
	o.WriteProgress = cmp.Or(o.WriteProgress, writeProgress)
	o.Spread = cmp.Or(o.Spread, DefaultSpread)
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
	m := newMetrics(register)
	if register != nil {
		register.MustRegister(playMetrics(o.Play), endMetrics(o.Play.Ends))
	}
	s := &Server{opts: o, log: o.Log, guests: guests{keys: keys, now: o.Clock}, bearers: bearers{all: map[[sha256.Size]byte]*bearer{}}, metrics: m}
	s.album.now = o.Clock
	var err error
	if o.Pictures != nil && o.Films != "" {
		if s.album.shelf, err = openShelf(o.Films, o.Pictures.Edition(), shelfSize); err != nil {
			return nil, err
		}
	}
	s.leaving, s.leave = context.WithCancel(context.Background())
	s.ending, s.end = context.WithCancel(context.Background())
	s.pool = pool.New(s.ending.Done())
	s.writers = newWriters(s.pool)
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, s.problem(errOrigin))
	}))
	for _, path := range []string{tokenPath, revokePath} { // they read no cookie
		protection.AddInsecureBypassPattern("POST " + path)
	}
	s.hub = newHub(s)
	cancel, err := o.Play.Tokens().Watch(s.bearers.end, s.recheck)
	if err != nil {
		s.leave()
		s.end()
		return nil, err
	}
	context.AfterFunc(s.ending, cancel)
	routes := s.routes()
	s.handler = s.headers(allowed(s.door(s.ownHost(tokensPass(protection.Handler(routes), routes)))))
	return s, nil
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Server) routes() http.Handler {
	api := http.NewServeMux()
	s.api(api)
	api.HandleFunc("GET /api/socket", s.socket)
	for _, path := range []string{"/api/", picturePath} {
		api.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { refuse(w, s.problem(errNotFound)) })
	}

	mux := http.NewServeMux()
	mux.HandleFunc("GET "+healthPath, healthy)
	mux.HandleFunc("GET "+readyPath, s.ready)
	mux.Handle("/api/", s.greet(http.MaxBytesHandler(api, max(maxStudy, maxListBody))))
	mux.Handle(picturePath, api)
	if s.opts.SecurityContact != "" {
		mux.HandleFunc("GET /.well-known/security.txt", s.securityText)
	}
	s.oauthRoutes(mux)
	if s.opts.Room != nil {
		mux.Handle("GET "+roomPath, s.opts.Room)
		mux.Handle("GET "+roomPath+"/", s.opts.Room)
	}
	if s.opts.UI != nil {
		mux.HandleFunc("/", s.ui)
	}
	return mux
}

// ui serves a page. It passes the URL under which the client called this server
// to the pages, which need it for links shown on other sites.
func (s *Server) ui(w http.ResponseWriter, r *http.Request) {
	at := *r.URL
	at.Scheme, at.Host = "http", r.Host
	if visitorOf(r.Context()).secure {
		at.Scheme = "https"
	}
	told := *r
	told.URL = &at
	s.opts.UI.ServeHTTP(w, &told)
}

// roomPath is the path of the pages that help devices in the same room to open
// this server (package room).
const roomPath = "/room"

// Health check paths for load balancers.
const (
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

// ready reports whether this node should receive traffic. It is cheap: it uses
// the result of the last heartbeat.
func (s *Server) ready(w http.ResponseWriter, _ *http.Request) {
	if s.leaving.Err() != nil {
		refuse(w, problemOf(play.Draining, "this server is shutting down"))
		return
	}
	if err := s.opts.Play.Ready(); err != nil {
		p := s.problem(err)
		refuse(w, problemWith(http.StatusServiceUnavailable, p.Code, p.Text))
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}

// DefaultSpread is the default of Options.Spread.
const DefaultSpread = 3 * time.Second

// Drain refuses new connections and closes the open ones with code 1012, one
// after another over a time that grows with their number, so that clients do
// not reconnect all at once. Commands on open connections and REST requests are
// still executed; stop the service afterwards. Drain returns when all
// connections are closed or ctx ends.
func (s *Server) Drain(ctx context.Context) error {
	s.leave()
	defer s.end()
	return s.hub.drain(ctx)
}
