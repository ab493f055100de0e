package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	looks "kydai"
	"kydai/account"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/internal/bus/natsbus"
	"kydai/internal/certs"
	"kydai/internal/classes"
	"kydai/internal/clubs"
	"kydai/internal/dial"
	"kydai/internal/events"
	"kydai/internal/meter"
	"kydai/internal/notice"
	"kydai/internal/oauth"
	"kydai/internal/operator"
	"kydai/internal/page"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/push"
	"kydai/internal/room"
	"kydai/internal/store"
	"kydai/internal/study"
	"kydai/internal/talk"
	"kydai/internal/ties"
	"kydai/internal/version"
	"kydai/internal/web"
	"kydai/internal/webhook"
	"kydai/match"
	"kydai/picture"
)

// idle is how long the server keeps an HTTP keep-alive connection open without requests.
const idle = 30 * time.Second

// shortly limits how long a component without pending work may take to stop, and how long a client
// may take to send the header of a request.
const shortly = 5 * time.Second

// node is a server with all its components. A single server and a node of a cluster differ only in
// the message bus (openBus) and the database (place.open) that they use.
type node struct {
	log      *slog.Logger
	store    *store.Store
	bus      *natsbus.Bus
	machines *machines
	engines  atomic.Pointer[map[string][]string] // names of external engine programs, by game; nil until they are known
	play     *play.Service
	people   *people.Service
	ties     *ties.Service
	events   *events.Service
	classes  *classes.Service
	clubs    *clubs.Service
	deleted  *deletions
	push     *push.Service    // nil if the server sends no push notifications to devices
	webhooks *webhook.Service // nil if the server sends no webhooks
	web      *web.Server
	certs    certs.Source // nil if the server does not serve HTTPS
	socket   string       // path of the Unix socket for kydai admin; "" if there is no socket
	announce bool         // announce the name kydai.local in the local network
	// The ports of the site's listener and of the plain HTTP listener; 0 until the listeners are
	// open.
	sitePort, plainPort atomic.Int64
	admin               http.Handler
	workers             int
	working             *play.WorkerStats
	registry            *prometheus.Registry
	tracer              *tracer
	drain               time.Duration
}

// openNode creates the components of a server and connects them. If one component fails, openNode
// closes the components that it has already created.
func openNode(ctx context.Context, s *serving, log *slog.Logger) (*node, error) {
	n := &node{log: log, workers: s.workers, working: &play.WorkerStats{}, registry: meter.NewRegistry(version.Get().Version), drain: s.drain, announce: s.forRoom(), socket: s.socketPath()}
	if err := n.open(ctx, s); err != nil {
		return nil, errors.Join(err, n.close())
	}
	return n, nil
}

func (n *node) open(ctx context.Context, s *serving) (err error) {
	if n.machines, err = newMachines(s.programs); err != nil {
		return err
	}
	if n.tracer, err = s.traces("kydai serve", n.log); err != nil {
		return err
	}
	s.place.use.Log, s.place.use.Meters = n.log, storeMeters(n.registry)
	if n.store, err = s.place.open(ctx); err != nil {
		return err
	}
	keys, err := s.keys()
	if err != nil {
		return err
	}
	if err := n.store.ClaimKey(ctx, fingerprints(keys)); err != nil {
		if errors.Is(err, store.ErrOtherKey) {
			return game.Err(codeKey, "the key file does not match this database: its guests could no longer log in and its deals no longer be verified; ",
				"use the old key file, or add the old key as a second line under the new one")
		}
		return err
	}
	n.deleted = s.deletions(n.store, n.log)
	if err := n.deleted.reconcile(ctx); err != nil {
		return err
	}
	key := keys[0]
	if n.bus, err = s.openBus(n.log); err != nil {
		return err
	}
	n.play, err = newPlay(play.Options{
		Store: n.store, Bus: n.bus, Node: s.node, Log: n.log, Key: key,
		Rules: games.Find, Games: games.All, Seat: n.machines.check, Meters: playMeters(n.registry), Tracer: n.tracer.on(), Tunables: s.tunables(), Letters: n.store.NewLetters(),
	})
	if err != nil {
		return err
	}
	n.people = people.New(people.Options{
		Store: n.store, Random: rand.Reader, Ended: n.play.Tokens().Tell, Site: "kydai",
		Named: n.tellNamed, Deleted: n.deleted.note, Deleting: func(ctx context.Context, id string) error { return n.classes.DropAll(ctx, id, n.play.Now()) },
		Hasher: account.Hasher{Cost: account.StandardCost(), Slots: make(chan struct{}, runtime.NumCPU())},
	})
	n.ties = ties.New(ties.Options{Store: n.store, Plays: web.Plays(n.play)})
	if n.certs, err = s.https.source(s.data, n.store, keys, n.log); err != nil {
		return err
	}
	return n.openWeb(ctx, s, keys)
}

// openBus starts an in-process message bus for a single server, or connects to
// the NATS servers of a cluster.
func (s *serving) openBus(log *slog.Logger) (*natsbus.Bus, error) {
	if len(s.nats) == 0 {
		c, err := s.tls.server()
		if err != nil {
			return nil, err
		}
		if s.natsListen != "" && c == nil {
			log.Warn("--nats-listen has no TLS: tokens and positions are sent unencrypted", "listen", s.natsListen)
		}
		return natsbus.Embedded(natsbus.ServerOptions{
			Name: "kydai", Listen: s.natsListen, TLS: c, WorkerToken: s.token, NodeToken: s.nodeToken, Log: log,
		})
	}
	o, err := s.options("kydai serve")
	if err != nil {
		return nil, err
	}
	o.Log = log
	return natsbus.Connect(o)
}

// close closes the components that openNode has created so far.
func (n *node) close() error {
	if n.bus != nil {
		n.bus.Close()
	}
	if n.store != nil {
		return n.store.Close()
	}
	return nil
}

// work runs the engine searches that the bus assigns to this process until ctx ends.
func (m *machines) work(ctx context.Context, b *natsbus.Bus, concurrency int, log *slog.Logger, stats *play.WorkerStats, traces *tracer) error {
	return play.Serve(ctx, b, play.WorkerOptions{Concurrency: concurrency, Rules: games.Find, Make: m.engine, Log: log, Stats: stats, Tracer: traces.on()})
}

// run serves until ctx ends or a component fails. Then it shuts down in three steps: it closes the
// open connections one after another, finishes the requests in flight, and closes the components in
// the order of their dependencies. Until its connection is closed, a client can still send
// commands, and the server executes them.
func (n *node) run(ctx context.Context, open listeners) error {
	live, stop := context.WithCancel(context.Background())
	defer stop()
	failed := make(chan error, 8)
	servers := []*http.Server{n.server(n.web)}
	servers[0].ConnState = n.web.ConnState
	if n.certs != nil {
		servers[0].TLSConfig = n.certs.Config()
	}
	go serveHTTP(servers[0], open.site, failed)
	if open.plain != nil {
		plain := n.server(n.plainHandler(open.site.Addr()))
		plain.ConnState = n.web.ConnState
		servers = append(servers, plain)
		go serveHTTP(plain, open.plain, failed)
	}
	if open.admin != nil {
		servers = append(servers, n.server(n.admin))
		go serveHTTP(servers[len(servers)-1], open.admin, failed)
	}
	if n.socket != "" {
		// A server without the admin socket works normally, so a failure is only logged.
		if l, err := listenSocket(ctx, n.socket); err != nil {
			n.log.Warn("'kydai admin' cannot be used with this server", "socket", n.socket, "err", err)
		} else {
			servers = append(servers, n.server(n.console()))
			go serveHTTP(servers[len(servers)-1], l, failed)
		}
	}
	var parts sync.WaitGroup
	if a, ok := n.certs.(*certs.ACME); ok {
		parts.Go(func() { a.Run(live) })
	}
	if n.announce {
		parts.Go(func() { room.Announce(live, n.log) })
	}
	parts.Go(func() { n.askPrograms(live) })
	parts.Go(func() { failed <- n.play.Run(live) })
	parts.Go(func() { n.deleted.run(live) })
	parts.Go(func() { failed <- n.events.Run(live) })
	if n.push != nil {
		parts.Go(func() { failed <- n.push.Run(live) })
	}
	if n.webhooks != nil {
		parts.Go(func() { failed <- n.webhooks.Run(live) })
	}
	if n.workers > 0 {
		parts.Go(func() { failed <- n.machines.work(live, n.bus, n.workers, n.log, n.working, n.tracer) })
	}
	var err error
	select {
	case <-ctx.Done():
		n.log.InfoContext(ctx, "the server is shutting down")
	case err = <-failed:
		n.log.ErrorContext(ctx, "the server failed", "why", err)
	}
	within, cancel := context.WithTimeout(context.Background(), n.drain)
	defer cancel()
	servers[0].SetKeepAlivesEnabled(false) // without keep-alive, the client opens a new connection, which can lead to another node
	err = errors.Join(err, n.web.Drain(within), servers[0].Shutdown(within), n.play.Drain(within))
	stop()
	wait(within, &parts)
	for _, s := range servers[1:] {
		err = errors.Join(err, s.Shutdown(within))
	}
	defer n.tracer.close(within)
	return errors.Join(err, n.bus.Drain(within), n.store.Close())
}

// wait waits until all components of the given wait group have stopped, or until ctx ends.
func wait(ctx context.Context, parts *sync.WaitGroup) {
	ended := make(chan struct{})
	go func() { parts.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

// server creates an HTTP server with time limits for reading a request.
func (n *node) server(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: shortly, IdleTimeout: idle, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(n.log.Handler(), slog.LevelDebug),
	}
}

func serveHTTP(s *http.Server, l net.Listener, failed chan<- error) {
	serve := s.Serve
	if s.TLSConfig != nil {
		serve = func(l net.Listener) error { return s.ServeTLS(l, "", "") }
	}
	if err := serve(l); !errors.Is(err, http.ErrServerClosed) {
		failed <- err
	}
}

// openWeb creates the HTTP handler for the API and the web pages.
func (n *node) openWeb(ctx context.Context, s *serving, keys [][]byte) (err error) {
	pictures, err := picture.New(looks.Looks)
	if err != nil {
		return err
	}
	notices := n.notices()
	if n.push, err = n.openPush(ctx, s, notices); err != nil {
		return err
	}
	n.webhooks = n.openWebhooks(s)
	n.events = n.openEvents()
	n.classes = classes.New(classes.Options{
		Store: n.store, People: n.people, Random: rand.Reader, Rules: games.Find, Texts: looks.Texts, Play: web.ClassPlay{Service: n.play}, Events: n.events, Bus: n.bus,
	})
	n.clubs = n.openClubs(keys[0])
	o := web.Options{
		Pictures: pictures, Films: s.filmFolder(), Play: n.play, People: n.people, Talk: n.talk(), Ties: n.ties, Notices: notices, Push: n.push, Webhooks: n.webhooks, OAuth: n.apps(), Studies: n.studies(), Events: n.events, Classes: n.classes, Clubs: n.clubs, Operator: operator.New(operator.Options{Store: n.store, Rules: games.Find, Scale: scaleOf}),
		Key: keys[0], OldKeys: keys[1:], Hosts: s.hosts, AdminOpen: s.adminOpen, SecurityContact: s.contact, Proxies: s.proxies, Log: n.log,
		Registry: n.registry, Tracer: n.tracer.on(), Levels: levelsOf, Limits: s.limits(),
		OwnAuthority: s.https.local, UI: page.Handler(n.pages(s.pages())), Spread: s.drainSpread, Workers: n.working,
	}
	if o.Room, err = n.roomPages(s); err != nil {
		return err
	}
	if n.web, err = web.New(o); err != nil {
		return err
	}
	n.registry.MustRegister(storeMetrics(n.store), workerMetrics(n.working), certificateMetrics(n.certs))
	if n.push != nil {
		n.registry.MustRegister(pushMetrics(n.push))
	}
	if n.webhooks != nil {
		n.registry.MustRegister(webhookMetrics(n.webhooks))
	}
	n.admin = n.web.Admin()
	return nil
}

// tellNamed publishes that the name of a player has changed, so that all nodes reload the name.
func (n *node) tellNamed(player string) {
	if err := n.bus.Publish(play.NamedSubject, []byte(player)); err != nil {
		n.log.Warn("other nodes were not told of a changed name; they look when the bus is back", "err", err)
	}
}

// talk creates the service for the preset phrases that players send to each other during matches.
func (n *node) talk() *talk.Service {
	registered := func(ctx context.Context, player string) (bool, error) {
		_, err := n.store.Account(ctx, player)
		if errors.Is(err, people.ErrNoAccount) {
			return false, nil
		}
		return err == nil, err
	}
	return talk.New(talk.Options{Store: n.store, Matches: n.play, Bus: n.bus, Log: n.log, Registered: registered, Pupil: n.people.IsPupil, Blocks: n.ties.HasBlocked})
}

// notices creates the service for the notifications that the pages of the site show to a player.
func (n *node) notices() *notice.Service {
	s := notice.New(notice.Options{Store: n.store, Bus: n.bus, Offer: n.play.Lobby().Offer, Log: n.log})
	n.store.OnNotice(s.Tell)
	return s
}

// studies creates the service that stores the studies which players share by a link.
func (n *node) studies() *study.Service {
	known := func(name string) bool { _, ok := games.Find(name); return ok }
	return study.New(study.Options{Store: n.store, Random: rand.Reader, Known: known})
}

// openPush creates the service that sends push notifications to devices. It returns nil if the
// operator has switched push notifications off.
func (n *node) openPush(ctx context.Context, s *serving, notices *notice.Service) (*push.Service, error) {
	if !s.push {
		return nil, nil //nolint:nilnil // push notifications are off: no service and no error
	}
	return push.New(ctx, push.Options{Store: n.store, Hear: notices.Hear, Contact: s.pushContact(), Log: n.log})
}

// apps creates the OAuth service, through which players authorise other apps.
func (n *node) apps() *oauth.Service {
	return oauth.New(oauth.Options{Store: n.store, Mint: web.MintToken, Hash: web.TokenHash, Ended: n.play.Tokens().Tell, Now: n.play.Now})
}

// openWebhooks creates the service that sends webhooks. It returns nil if the operator has switched
// webhooks off.
func (n *node) openWebhooks(s *serving) *webhook.Service {
	if !s.webhooks {
		return nil
	}
	return webhook.New(webhook.Options{Store: n.store, Policy: dial.Policy{Also: s.hookNets}, Node: rand.Text(), Now: n.play.Now, Log: n.log})
}

// filmFolder returns the folder in which animated pictures are cached, or "" to cache them in
// memory. A cluster node has no data folder, so it uses a folder only if a flag gives one.
func (s *serving) filmFolder() string {
	if s.films != "" || s.database != "" {
		return s.films
	}
	return filepath.Join(s.data, "films")
}

// pages returns the configuration of the web pages.
func (s *serving) pages() page.Options {
	return page.Options{Version: version.Get().String(), Online: true, Origin: s.publicURL, Pictures: true, Gallery: s.gallery}
}

// levelsOf returns the number of engine levels of a game.
func levelsOf(gameName string) int {
	if _, ok := engines.Find(gameName); ok {
		return match.Levels
	}
	return 0
}

// scaleOf returns the score with which a player wins three games of four, in the engine's score
// units. It returns 0 if the game has no engine.
func scaleOf(name string) float64 {
	e, _ := engines.Find(name)
	return e.Scale
}
