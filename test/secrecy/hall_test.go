package secrecy

import (
	"bytes"
	"context"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kydai/game"
	"kydai/games"
	"kydai/games/jieqi"
	"kydai/internal/bus"
	"kydai/internal/bus/natsbus"
	"kydai/internal/notice"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/web"
	"kydai/internal/web/webtest"
)

// The possible readers of a message.
const (
	toFirst  = "first"
	toSecond = "second"
	toAll    = "all" // everyone: spectators, other nodes on the bus, readers of the log
	toWorker = "worker"
)

// heard is a message that left a node.
type heard struct {
	to    string // who can read the message: one of the constants above
	what  string
	stamp int // number of moves, including the one being played, when the message was sent
	data  []byte
}

// hall is a test site with two nodes on one database, a worker, two players and a spectator. It
// records all data that leaves the nodes.
type hall struct {
	t     *testing.T
	db    *store.Store
	deck  *deck
	robot *robot

	anna, bao, chi *client

	mu    sync.Mutex
	annas string // side that Anna plays: "first" or "second"
	stamp int    // number of moves so far, stored with each message; if negative, messages are not stored
	all   []heard
	leak  func(h heard) []byte // adds an injected leak to a message, to check that the test finds it; may be nil
}

// deck is a source of deals for the rules: it deals the pieces that a test has set, or random
// pieces if none are set.
type deck struct {
	mu   sync.Mutex
	next []byte
}

func (d *deck) put(deal []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.next = deal
}

func (d *deck) deal(usual func() game.Secret) game.Secret {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.next != nil {
		return game.NewSecret(d.next)
	}
	return usual()
}

// stacked maps each game with hidden pieces to a version of its rules whose deals a test can set.
var stacked = map[string]func(d *deck) game.Rules{
	"jieqi": func(d *deck) game.Rules { return stackedJieqi{deck: d} },
}

type stackedJieqi struct {
	jieqi.Rules
	deck *deck
}

// Deal returns a deal from the deck.
func (s stackedJieqi) Deal(intn func(n int) int) game.Secret {
	return s.deck.deal(func() game.Secret { return s.Rules.Deal(intn) })
}

func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{t: t, deck: &deck{}, stamp: -1, robot: newRobot()}
	file := filepath.Join(t.TempDir(), "kydai.db")
	const token = "a-token-of-the-test"
	own, err := natsbus.Embedded(natsbus.ServerOptions{Name: "test", Listen: "127.0.0.1:0", WorkerToken: token + "-worker", NodeToken: token})
	check(t, err)
	t.Cleanup(own.Close)
	// A connection does not receive its own messages, so each node needs a connection of its own.
	other, err := natsbus.Connect(natsbus.Options{URLs: []string{"nats://" + own.Addr().String()}, User: natsbus.NodeUser, Password: token})
	check(t, err)
	t.Cleanup(other.Close)
	ears := map[string]tap{"one": {own, h}, "two": {other, h}}
	log := slog.New(slog.NewTextHandler(logs{h}, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	var addresses []string
	for _, name := range []string{"one", "two"} {
		db, err := store.OpenSQLite(t.Context(), file)
		check(t, err)
		t.Cleanup(func() { check(t, db.Close()) })
		h.db = db
		addresses = append(addresses, h.node(name, play.Options{
			Store: db, Bus: ears[name], Node: name, Log: log, Tracer: tracer{h}, Key: bytes.Repeat([]byte{9}, 32), Tunables: play.Tunables{MaxOffers: 1 << 20, Share: -1, Slack: patience},
		}))
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- play.Serve(ctx, ears["one"], play.WorkerOptions{Concurrency: 4, Rules: games.Find, Make: h.robot.make, Log: log, Tracer: tracer{h}})
	}()
	t.Cleanup(func() { stop(); check(t, <-done) })
	h.anna = newClient(t, "anna", addresses[0], func(what string, data []byte) { h.hear("", what, data) })
	h.bao = newClient(t, "bao", addresses[1], func(what string, data []byte) { h.hear(toSecond, what, data) })
	h.chi = newClient(t, "chi", addresses[0], func(what string, data []byte) { h.hear(toAll, what, data) })
	return h
}

// node starts a node and returns its URL.
func (h *hall) node(name string, o play.Options) string {
	o.Games = games.All
	o.Rules = func(name string) (game.Rules, bool) {
		if f, ok := stacked[name]; ok {
			return f(h.deck), true
		}
		return games.Find(name)
	}
	service, err := play.New(o)
	check(h.t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- service.Run(ctx) }()
	fast := web.Rate{Second: 1e9, Burst: 1e6}
	server, err := web.New(web.Options{
		Play: service, Tracer: tracer{h}, Key: bytes.Repeat([]byte{7}, 32), Log: o.Log.With("web", name), Spread: time.Millisecond,
		Notices: notice.New(notice.Options{Store: h.db, Bus: o.Bus}),
		Limits:  web.Limits{Moves: fast, Asks: fast, Requests: fast, Creates: fast, Hints: fast, Connections: 1000},
	})
	check(h.t, err)
	site := httptest.NewServer(webtest.Checked(h.t, server))
	h.t.Cleanup(func() {
		drain, end := context.WithTimeout(context.Background(), 5*time.Second)
		defer end()
		_ = server.Drain(drain)
		stop()
		check(h.t, <-done)
		site.Close()
	})
	return site.URL
}

// hear records a message that left a node.
func (h *hall) hear(to, what string, data []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stamp < 0 {
		return
	}
	if to == "" {
		to = h.annas
	}
	one := heard{to: to, what: what, stamp: h.stamp, data: bytes.Clone(data)}
	if to == toWorker {
		// An engine's move may be requested before all clients have received the move before it.
		// The current number of moves may therefore be too small, so the stamp is the ply in the
		// job.
		if of, ply := readJob(data); of != 0 {
			one.stamp = ply
		}
	}
	if h.leak != nil {
		one.data = h.leak(one)
	}
	h.all = append(h.all, one)
}

// sit sets the side that Anna plays.
func (h *hall) sit(s game.Side) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.annas = s.String()
}

// at starts or continues the recording and sets the number of moves that is stored with each
// message. With a negative number it stops the recording and returns all recorded messages.
func (h *hall) at(stamp int) []heard {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stamp = stamp
	if stamp >= 0 {
		return nil
	}
	all := h.all
	h.all = nil
	return all
}

// tap is a bus connection that records all messages.
type tap struct {
	bus.Bus
	h *hall
}

func (b tap) Publish(subject string, data []byte) error {
	b.h.hear(toAll, "bus "+subject, data)
	return b.Bus.Publish(subject, data)
}

func (b tap) Request(ctx context.Context, subject string, data []byte) ([]byte, error) {
	b.h.hear(toWorker, "job "+subject, data)
	if of, ply := readJob(data); of != 0 {
		b.h.robot.asked(of)
		b.h.robot.wait(ctx, of, ply)
	}
	return b.Bus.Request(ctx, subject, data)
}

func (b tap) Serve(pattern, group string, n int, serve bus.Server) (bus.Subscription, error) {
	return b.Bus.Serve(pattern, group, n, func(ctx context.Context, subject string, data []byte) ([]byte, error) {
		of, _ := readJob(data)
		return serve(context.WithValue(ctx, seed(0), of), subject, data)
	})
}

// logs is a writer that records log output.
type logs struct{ h *hall }

func (l logs) Write(p []byte) (int, error) {
	l.h.hear(toAll, "log", p)
	return len(p), nil
}
