// Package web implements the HTTP API. It serves REST and WebSocket over package play, guests with
// signed cookies, bots with tokens, rate limits and security headers. It makes no decisions about
// games.
//
// Every match that it sends is limited to the information that the receiver may see.
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

// Options configure a Server. Play and Key are required. Services that are nil are turned off.
type Options struct {
	Play *play.Service
	// Talk is the chat between players; nil turns chat off.
	Talk *talk.Service
	// Ties is the service for following, blocking and reporting players; nil turns it off.
	Ties *ties.Service
	// Notices is the service for notices (notifications on the site); nil turns notices off.
	Notices *notice.Service
	// Push sends notices to devices on which no page of the site is open; nil turns push messages
	// off.
	Push *push.Service
	// OAuth is the service for third-party apps; nil turns apps off.
	OAuth *oauth.Service
	// Webhooks sends events to URLs that players have given; nil turns webhooks off.
	Webhooks *webhook.Service
	// Studies is the service for studies that players share by a link; nil turns sharing off.
	Studies *study.Service
	// Classes is the service for school classes; nil turns classes off.
	Classes *classes.Service
	// Clubs is the service for clubs; nil turns clubs off.
	Clubs *clubs.Service
	// Events is the service for tournaments; nil turns tournaments off.
	Events *events.Service
	// Key signs the cookies of guests. It has at least 32 bytes and is the same on all nodes.
	// Anyone who has the key can impersonate any guest.
	Key []byte
	// OldKeys are former keys; cookies signed with them are still valid.
	OldKeys [][]byte
	// Clock returns the current time for the age of cookies; nil means time.Now.
	Clock func() time.Time
	// People is the service for accounts; nil means that all players are guests.
	People *people.Service
	// Operator is the service for the operator's pages; nil turns these pages off.
	Operator *operator.Service
	// UI serves all paths outside the API; nil means that the server has no pages.
	UI http.Handler
	// Pictures draws positions and matches; nil turns pictures off.
	Pictures *picture.Studio
	// Films is the folder in which animated pictures are cached, up to 256 MB; "" means that they
	// are cached in memory only.
	Films string
	// Levels returns the number of engine levels of a game; nil means
	// match.Levels.
	Levels func(game string) int
	// Proxies are the networks of trusted proxies. The server uses the headers X-Forwarded-For and
	// X-Forwarded-Proto only of requests from these networks.
	Proxies []netip.Prefix
	// Tracer records traces; nil turns tracing off.
	Tracer trace.Tracer
	// Registry collects the metrics; nil turns metrics off.
	Registry *prometheus.Registry
	// Workers holds the counters of the engine workers in this process; it may be nil.
	Workers *play.WorkerStats
	Log     *slog.Logger // nil discards the log

	// Hosts are the host names that a Host header may have; empty means that every name is
	// accepted.
	Hosts []string
	// SecurityContact is the address for security reports, an https: or mailto: URL. It is shown at
	// /.well-known/security.txt; "" means that there is no such file.
	SecurityContact string
	// OwnAuthority means that this server's own certificate authority has issued the TLS
	// certificate. The server then does not send HSTS, because HSTS makes browsers require https
	// for a year.
	OwnAuthority bool
	// Room serves the pages under /room, which help devices in the same room to find this server;
	// it may be nil.
	Room http.Handler
	// AdminOpen makes the admin listener accept every Host header.
	AdminOpen bool

	Limits Limits
	// PingEvery is the time between two pings of a connection.
	PingEvery time.Duration
	// Delay is how much later spectators see the moves of a rated game with hidden pieces.
	Delay time.Duration
	// Spread is the time over which 1,000 connections are closed during shutdown. For more or fewer
	// connections the time is longer or shorter in proportion.
	Spread time.Duration
	// WriteProgress is the time limit for a client to read the next piece of a response.
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

	leaving context.Context // ends when shutdown (draining) begins and new connections are refused
	leave   context.CancelFunc
	ending  context.Context // ends when the last connection has closed
	end     context.CancelFunc
}

// New creates a Server. Its method Drain shuts it down.
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
	// these endpoints read no cookie, so they need no protection against requests from other sites
	for _, path := range []string{tokenPath, revokePath} {
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

// ServeHTTP implements http.Handler.
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
	} else {
		// A page opened at localhost requests this path to learn the address of the site in the
		// local network. Status 204 means that there is none.
		mux.HandleFunc("GET "+roomPath+"/site.txt", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	}
	if s.opts.UI != nil {
		mux.HandleFunc("/", s.ui)
	}
	return mux
}

// ui serves a page of the web client. It passes the absolute URL of the request to the page, which
// needs it for links that other sites show.
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

// roomPath is the path of the pages that help devices in the same room to open this server (package
// room).
const roomPath = "/room"

// Paths of the health checks for load balancers.
const (
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

// ready answers whether this node should receive traffic. It is cheap, because it uses the result
// of the last heartbeat.
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

// DefaultSpread is the default value of Options.Spread.
const DefaultSpread = 3 * time.Second

// Drain refuses new connections and closes the open ones with code 1012. It closes them one after
// another over a time that grows with their number, so that clients do not all reconnect at once.
// Commands on open connections and REST requests are still executed, so the play service must be
// stopped after Drain. Drain returns when all connections are closed or ctx ends.
func (s *Server) Drain(ctx context.Context) error {
	s.leave()
	defer s.end()
	return s.hub.drain(ctx)
}
