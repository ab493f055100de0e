package load_test

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kydai/engine"
	"kydai/engine/engines"
	"kydai/games"
	"kydai/internal/bus"
	"kydai/internal/load"
	"kydai/internal/store"
	"kydai/internal/web"
	"kydai/match"
	"kydai/play"
)

// unlimited lifts what keeps one address from taking all.
var unlimited = web.Limits{
	Moves: web.Rate{Second: 1e6, Burst: 1e6}, Asks: web.Rate{Second: 1e6, Burst: 1e6}, Connections: 1e6,
	Requests: web.Rate{Second: 1e6, Burst: 1e6}, Creates: web.Rate{Second: 1e6, Burst: 1e6},
}

// place is a database and a bus for several nodes of one process.
type place struct {
	t     *testing.T
	file  string
	store *store.Store
	bus   *bus.Bus
}

func newPlace(t *testing.T) *place {
	t.Helper()
	file := filepath.Join(t.TempDir(), "kydai.db")
	s, err := store.OpenSQLite(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	b, err := bus.Embedded(bus.ServerOptions{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return &place{t: t, file: file, store: s, bus: b}
}

// worker thinks for all nodes until the test ends.
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

// node starts a server. wrap may change what it works with.
func (p *place) node(wrap func(*play.Options)) string {
	p.t.Helper()
	o := play.Options{Store: p.store, Bus: p.bus, Rules: games.Find, Games: games.All}
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
	server := httptest.NewServer(w)
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

// TestRun plays everything there is through two nodes.
func TestRun(t *testing.T) {
	p := newPlace(t)
	p.worker()
	report := run(t, load.Options{
		URLs: []string{p.node(nil), p.node(nil)}, Matches: 12, Twins: 4, Machines: 2, Sleepers: 2,
		For: 5 * time.Second, Pace: 20, Longest: 60, Seed: 1, History: true, Frames: true,
	})
	if !report.OK() {
		t.Error("a promise is broken")
	}
	if report.Moves < 200 || report.Over < 4 || report.Checked != report.Matches || len(report.Turns) < 5 || len(report.Flags) == 0 || len(report.Frames) == 0 {
		t.Errorf("%+v shows that little was played", report)
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
