package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kydai/engine/engines"
	"kydai/games"
	"kydai/internal/bus"
	"kydai/internal/store"
	"kydai/internal/web"
	"kydai/match"
	"kydai/play"
	"kydai/ui"
)

// shortly is how long the end of a part may take that has nothing to wait for.
const shortly = 5 * time.Second

// node is a server and all it is made of. Laptop or cluster differs in
// openBus and place.open and nowhere else.
type node struct {
	log      *slog.Logger
	store    *store.Store
	bus      *bus.Bus
	machines *machines
	play     *play.Service
	web      *web.Server
	admin    http.Handler
	workers  int
	drain    time.Duration
}

// openNode makes the parts and puts them together.
func openNode(ctx context.Context, s *serving, log *slog.Logger) (*node, error) {
	n := &node{log: log, workers: s.workers, drain: s.drain}
	if err := n.open(ctx, s); err != nil {
		return nil, errors.Join(err, n.close())
	}
	return n, nil
}

func (n *node) open(ctx context.Context, s *serving) (err error) {
	if n.machines, err = newMachines(s.programs); err != nil {
		return err
	}
	if n.store, err = s.place.open(ctx); err != nil {
		return err
	}
	key, err := s.key()
	if err != nil {
		return err
	}
	if n.bus, err = s.openBus(n.log); err != nil {
		return err
	}
	n.play, err = play.New(withFaults(play.Options{
		Store: n.store, Bus: n.bus, Node: s.node, Log: n.log, Key: key,
		Rules: games.Find, Games: games.All, Seat: n.machines.check,
	}))
	if err != nil {
		return err
	}
	return n.openWeb(s, key)
}

// openBus starts the message bus of a server that stands alone, or connects to
// that of a cluster.
func (s *serving) openBus(log *slog.Logger) (*bus.Bus, error) {
	if len(s.nats) == 0 {
		return bus.Embedded(bus.ServerOptions{
			Name: "kydai", Listen: s.natsListen, WorkerToken: s.token, NodeToken: s.nodeToken, Log: log,
		})
	}
	return bus.Connect(bus.Options{URLs: s.nats, Name: "kydai serve", User: s.natsUser, Password: s.natsPass, Log: log})
}

// close lets go of what was opened.
func (n *node) close() error {
	if n.bus != nil {
		n.bus.Close()
	}
	if n.store != nil {
		return n.store.Close()
	}
	return nil
}

// work thinks for machines until ctx ends.
func (m *machines) work(ctx context.Context, b *bus.Bus, concurrency int, log *slog.Logger) error {
	return play.Serve(ctx, b, play.WorkerOptions{Concurrency: concurrency, Rules: games.Find, Make: m.engine, Log: log})
}

// run serves until ctx ends or a part fails. At the end new visitors are
// turned away first, then what is under way is finished, then the parts close
// in the order in which they need each other.
func (n *node) run(ctx context.Context, site, admin net.Listener) error {
	live, stop := context.WithCancel(context.Background())
	defer stop()
	failed := make(chan error, 4)
	servers := []*http.Server{n.server(n.web)}
	go serveHTTP(servers[0], site, failed)
	if admin != nil {
		servers = append(servers, n.server(n.admin))
		go serveHTTP(servers[1], admin, failed)
	}
	var parts sync.WaitGroup
	parts.Go(func() { failed <- n.play.Run(live) })
	if n.workers > 0 {
		parts.Go(func() { failed <- n.machines.work(live, n.bus, n.workers, n.log) })
	}
	var err error
	select {
	case <-ctx.Done():
		n.log.Info("the server is going down")
	case err = <-failed:
		n.log.Error("the server failed", "why", err)
	}
	within, cancel := context.WithTimeout(context.Background(), n.drain)
	defer cancel()
	err = errors.Join(err, n.play.Drain(within), n.web.Drain(within))
	stop()
	wait(within, &parts)
	for _, s := range servers {
		err = errors.Join(err, s.Shutdown(within))
	}
	return errors.Join(err, n.bus.Drain(within), n.store.Close())
}

// wait waits for the parts to end, but no longer than ctx lasts.
func wait(ctx context.Context, parts *sync.WaitGroup) {
	ended := make(chan struct{})
	go func() { parts.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

// server gives a visitor no more time than a visitor needs.
func (n *node) server(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: shortly, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(n.log.Handler(), slog.LevelDebug),
	}
}

func serveHTTP(s *http.Server, l net.Listener, failed chan<- error) {
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		failed <- err
	}
}

// openWeb puts the site on top.
func (n *node) openWeb(s *serving, key []byte) (err error) {
	o := web.Options{
		Play: n.play, Key: key, Origins: s.origins, Proxies: s.proxies, Log: n.log,
		Registry: prometheus.NewRegistry(), Levels: levelsOf, Limits: s.limits(),
		UI: ui.Handler(s.pages()),
	}
	if n.web, err = web.New(o); err != nil {
		return err
	}
	n.admin = web.Admin(o)
	return nil
}

// pages says what the site shows.
func (s *serving) pages() ui.Options {
	return ui.Options{Version: programVersion(), Online: true, Gallery: s.gallery}
}

// levelsOf is how many levels the machine of a game has.
func levelsOf(gameName string) int {
	if _, ok := engines.Find(gameName); ok {
		return match.Levels
	}
	return 0
}
