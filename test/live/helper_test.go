package live

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/game/clock"
	"kydai/games"
	"kydai/games/engines"
	"kydai/internal/bus"
	"kydai/internal/bus/natsbus"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/match"
	"kydai/test/servers"
)

var (
	anna = play.Player{ID: "anna", Name: "Anna", Account: true}
	bao  = play.Player{ID: "bao", Name: "Bảo", Account: true}
	chi  = play.Player{ID: "chi", Name: "Chi", Account: true}
)

// site is a database and a bus on which nodes can be started.
type site struct {
	openStore func(t testing.TB) *store.Store
	openBus   func(t testing.TB) bus.Bus
	exec      func(text string, args ...any) // executes SQL in the schema of the test; nil with SQLite
}

// everywhere runs a test twice: on a SQLite file with an embedded bus, and on a cluster
// with PostgreSQL and NATS.
func everywhere(t *testing.T, f func(t *testing.T, s site)) {
	t.Helper()
	t.Run("laptop", func(t *testing.T) { t.Parallel(); f(t, laptop(t)) })
	t.Run("cluster", func(t *testing.T) { t.Parallel(); f(t, cluster(t)) })
}

func laptop(t testing.TB) site {
	t.Helper()
	file := filepath.Join(t.TempDir(), "kydai.db")
	const token = "a-token-of-nodes"
	own, err := natsbus.Embedded(natsbus.ServerOptions{Name: "test", Listen: "127.0.0.1:0", WorkerToken: "a-token-of-workers", NodeToken: token})
	check(t, err)
	t.Cleanup(own.Close)
	return site{
		openStore: func(t testing.TB) *store.Store {
			s, err := store.OpenSQLite(context.Background(), file)
			check(t, err)
			t.Cleanup(func() { check(t, s.Close()) })
			return s
		},
		openBus: func(t testing.TB) bus.Bus {
			return connect(t, natsbus.Options{URLs: []string{"nats://" + own.Addr().String()}, User: natsbus.NodeUser, Password: token})
		},
	}
}

func connect(t testing.TB, o natsbus.Options) bus.Bus {
	t.Helper()
	b, err := natsbus.Connect(o)
	check(t, err)
	t.Cleanup(b.Close)
	eventually(t, 5*time.Second, b.Connected)
	return b
}

// cluster returns a site on PostgreSQL, with a new schema, and a NATS server. If the
// servers are not available, the test is skipped; in CI it fails.
func cluster(t testing.TB) site {
	t.Helper()
	nats := setting("KYDAI_TEST_NATS", "nats://127.0.0.1:4222")
	if u, err := url.Parse(nats); err == nil {
		c, err := net.DialTimeout("tcp", u.Host, time.Second)
		if err != nil && os.Getenv("CI") == "" {
			t.Skip(err)
		}
		check(t, err)
		_ = c.Close()
	}
	address := servers.PostgresAddress()
	at, schema := servers.Schema(t, address)
	// the schema comes first in the search path, so a test can replace the clock function
	at = servers.With(t, at, "search_path", schema+",pg_catalog")
	db, err := sql.Open("pgx", address)
	check(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return site{
		openStore: func(t testing.TB) *store.Store {
			s, err := store.OpenServer(context.Background(), at, store.Options{Connections: 8}) // few connections, because other tests share the server
			check(t, err)
			t.Cleanup(func() { check(t, s.Close()) })
			return s
		},
		openBus: func(t testing.TB) bus.Bus {
			return corner{connect(t, natsbus.Options{URLs: []string{nats}}), schema + "."}
		},
		exec: func(text string, args ...any) {
			_, err := db.Exec(strings.ReplaceAll(text, "@SCHEMA", schema), args...)
			check(t, err)
		},
	}
}

// corner is a bus that adds a prefix to all subjects, so that tests that share a bus server do not
// receive each other's messages.
type corner struct {
	bus.Bus
	prefix string
}

func (c corner) Publish(subject string, data []byte) error {
	return c.Bus.Publish(c.prefix+subject, data)
}

func (c corner) Subscribe(pattern string, h bus.Handler) (bus.Subscription, error) {
	told := h.Message
	h.Message = func(subject string, data []byte) { told(strings.TrimPrefix(subject, c.prefix), data) }
	return c.Bus.Subscribe(c.prefix+pattern, h)
}

func (c corner) Request(ctx context.Context, subject string, data []byte) ([]byte, error) {
	return c.Bus.Request(ctx, c.prefix+subject, data)
}

func (c corner) Serve(pattern, group string, n int, s bus.Server) (bus.Subscription, error) {
	return c.Bus.Serve(c.prefix+pattern, group, n, s)
}

func setting(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

// node starts a node of a site. The node stops when the test ends.
func (s site) node(t testing.TB, with ...func(*play.Options)) *play.Service {
	t.Helper()
	o := play.Options{Store: s.openStore(t), Bus: s.openBus(t), Rules: rules, Games: games.All}
	for _, w := range with {
		w(&o)
	}
	n, err := play.New(o)
	check(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- n.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		check(t, <-done)
	})
	return n
}

func rules(name string) (game.Rules, bool) { return games.Find(name) }

// worker starts a worker. The returned function kills it.
func (s site) worker(t testing.TB, maker func(string, match.Seat, uint64) (engine.Engine, error)) (kill func()) {
	t.Helper()
	b := s.openBus(t)
	ctx, stop := context.WithCancel(context.Background())
	done := goDone(func() {
		if err := play.Serve(ctx, b, play.WorkerOptions{Concurrency: 4, Rules: rules, Make: maker}); err != nil && !errors.Is(err, bus.ErrClosed) {
			t.Error(err)
		}
	})
	t.Cleanup(func() { stop(); <-done })
	return b.Close
}

func goDone(f func()) <-chan struct{} {
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	return done
}

// level creates an engine for a seat: the built-in engine at the level of the seat.
func level(name string, seat match.Seat, seed uint64) (engine.Engine, error) {
	e, err := engines.New(name)
	if err != nil || seat.Kind != match.Level {
		return e, err
	}
	return engines.AtLevel(e, name, seat.Level, seed)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func code(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// eventually waits for a condition. The parameter within is the time in which the condition should
// hold on an idle machine. The test fails only after ten times this duration, because the machine
// may be busy.
func eventually(t testing.TB, within time.Duration, f func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * within); !f(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within ten times %v", within)
		}
	}
}

// watching is a client that records the states and events that it receives.
type watching struct {
	player string
	mu     sync.Mutex
	news   []match.Notice
	last   *play.Snapshot
	calls  int
	woken  chan struct{}
}

func (w *watching) Changed(s *play.Snapshot) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls++
	if w.last != nil && s.Seq <= w.last.Seq {
		panic("a watcher was shown an earlier state")
	}
	w.news = append(w.news, s.Notices(w.side(s), len(w.news))...)
	w.last = s
	select {
	case w.woken <- struct{}{}:
	default:
	}
}

func (w *watching) side(s *play.Snapshot) game.Side {
	switch {
	case s.Plays(w.player, game.First):
		return game.First
	case s.Plays(w.player, game.Second):
		return game.Second
	}
	return game.NoSide
}

func (w *watching) now() *play.Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// copy returns the states and events that the client has received so far.
func (w *watching) copy() *watching {
	w.mu.Lock()
	defer w.mu.Unlock()
	return &watching{player: w.player, news: slices.Clone(w.news), last: w.last}
}

func watch(t testing.TB, n *play.Service, by play.Player, id string) *watching {
	t.Helper()
	w := &watching{player: by.ID, woken: make(chan struct{}, 1)}
	x, err := n.Watch(t.Context(), by, id, w)
	check(t, err)
	t.Cleanup(x.Close)
	return w
}

// until waits until the client has received a state for which f returns true. It returns this
// state.
func (w *watching) until(t testing.TB, within time.Duration, f func(*play.Snapshot) bool) *play.Snapshot {
	t.Helper()
	end := time.After(10 * within)
	for {
		if s := w.now(); f(s) {
			return s
		}
		select {
		case <-w.woken:
		case <-end:
			t.Fatalf("not within ten times %v", within)
		}
	}
}

// isPrefix fails the test unless the moves and events that the client received are the beginning of
// the record, in the client's view. If whole is true, the client must have received the complete
// record.
func (w *watching) isPrefix(t testing.TB, record *play.Snapshot, whole bool) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	all := record.Notices(w.side(record), 0)
	if len(w.news) > len(all) || whole && len(w.news) != len(all) {
		t.Fatalf("%s was told of %d events of %d", w.player, len(w.news), len(all))
	}
	for i, n := range w.news {
		if n != all[i] {
			t.Fatalf("%s was told %+v; the record has %+v", w.player, n, all[i])
		}
	}
}

func control(text string) clock.Control {
	c, err := clock.Parse(text)
	if err != nil {
		panic(err)
	}
	return c
}

// between starts a match between Anna, who moves first, and Bảo, and returns its id.
func between(t testing.TB, a, b *play.Service, d play.Deal) string {
	t.Helper()
	seek, err := a.Lobby().Propose(t.Context(), anna, play.Proposal{Deal: d, Side: game.First})
	check(t, err)
	id, err := b.Lobby().Accept(t.Context(), bao, seek.ID)
	check(t, err)
	return id
}

// anyMove returns a random legal move of a view.
func anyMove(v match.View) string {
	legal := v.Line.Legal()
	n, err := rand.Int(rand.Reader, big.NewInt(int64(len(legal))))
	if err != nil {
		panic(err)
	}
	return v.Line.Position().Encode(legal[n.Int64()])
}

// codesOf returns the moves of a match as a spectator sees them.
func codesOf(s *play.Snapshot) []string { return slices.Clone(s.View(game.NoSide).Line.Codes()) }
