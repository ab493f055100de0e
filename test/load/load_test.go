package load_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kydai/engine"
	"kydai/games"
	"kydai/games/engines"
	"kydai/internal/bus/natsbus"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/web"
	"kydai/internal/web/webtest"
	"kydai/match"
	"kydai/test/load"
)

// unlimited are limits so high that no client reaches them.
var unlimited = web.Limits{
	Moves: web.Rate{Second: 1e6, Burst: 1e6}, Asks: web.Rate{Second: 1e6, Burst: 1e6}, Connections: 1e6,
	Requests: web.Rate{Second: 1e6, Burst: 1e6}, Creates: web.Rate{Second: 1e6, Burst: 1e6},
}

// token authenticates a test node on the bus.
const token = "a-token-of-the-test"

// place is a database and a bus shared by several nodes in one process.
type place struct {
	t     *testing.T
	file  string
	store *store.Store
	bus   *natsbus.Bus
	// broken is true if the test has injected a fault. The servers may then return any error, and
	// the test does not check error responses.
	broken bool
}

func newPlace(t *testing.T) *place {
	t.Helper()
	file := filepath.Join(t.TempDir(), "kydai.db")
	s, err := store.OpenSQLite(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	b, err := natsbus.Embedded(natsbus.ServerOptions{Name: "test", Listen: "127.0.0.1:0", WorkerToken: token + "-worker", NodeToken: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return &place{t: t, file: file, store: s, bus: b}
}

// worker runs engine searches for all nodes until the test ends.
func (p *place) worker() {
	p.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = play.Serve(ctx, p.bus, play.WorkerOptions{
			Concurrency: 2, Rules: games.Find,
			Make: func(name string, seat match.Seat, seed uint64) (engine.Engine, error) {
				e, err := engines.New(name)
				if err != nil {
					return nil, err
				}
				return engines.AtLevel(e, name, seat.Level, seed)
			},
		})
	})
	p.t.Cleanup(func() { cancel(); wg.Wait() })
}

// node starts a server and returns its URL. wrap may change the server's options.
func (p *place) node(wrap func(*play.Options)) string {
	p.t.Helper()
	// A connection does not receive its own messages, so each node needs a connection of its own.
	own, err := natsbus.Connect(natsbus.Options{URLs: []string{"nats://" + p.bus.Addr().String()}, User: natsbus.NodeUser, Password: token})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(own.Close)
	o := play.Options{Store: p.store, Bus: own, Rules: games.Find, Games: games.All}
	if wrap != nil {
		wrap(&o)
	}
	service, err := play.New(o)
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { _ = service.Run(ctx) })
	w, err := web.New(web.Options{Play: service, Key: []byte("0123456789abcdef0123456789abcdef"), Limits: unlimited})
	if err != nil {
		p.t.Fatal(err)
	}
	var handler http.Handler = w
	if !p.broken {
		handler = webtest.Checked(p.t, w)
	}
	server := httptest.NewServer(handler)
	p.t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		cancel()
		wg.Wait()
	})
	return server.URL
}

func run(t *testing.T, o load.Options) *load.Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	report, err := load.Run(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	report.Write(t.Output())
	return report
}

// TestRun plays all kinds of matches through two nodes and checks the report.
func TestRun(t *testing.T) {
	p := newPlace(t)
	p.worker()
	urls := []string{p.node(nil), p.node(nil)}
	var report *load.Report
	// A busy machine plays fewer moves in the same time. If a run has too few moves, repeat it with
	// twice the duration.
	for length := 5 * time.Second; length <= 20*time.Second; length *= 2 {
		report = run(t, load.Options{
			URLs: urls, Matches: 12, Twins: 4, Machines: 2, Sleepers: 2,
			For: length, Pace: 20, Longest: 60, Seed: 1, History: true, Frames: true,
		})
		if !report.OK() {
			t.Error("a promise is broken")
		}
		if report.Moves >= 200 && report.Over >= 4 && len(report.Turns) >= 5 {
			break
		}
	}
	if report.Moves < 200 || report.Over < 4 || report.Checked != report.Matches || len(report.Turns) < 5 || len(report.Flags) == 0 || len(report.Frames) == 0 {
		t.Errorf("little was played: %d moves, %d of %d matches ended, %d checked, %d turns of machines, %d flags, %d frames",
			report.Moves, report.Over, report.Matches, report.Checked, len(report.Turns), len(report.Flags), len(report.Frames))
	}
	refused, reads := 0, 0
	for _, op := range report.History {
		if op.Outcome == load.Refused {
			refused++
		}
		if op.Kind == "read" {
			reads++
		}
	}
	if refused == 0 || reads == 0 {
		t.Errorf("%d of the twins' moves were refused, %d reads: nobody competed", refused, reads)
	}
}
