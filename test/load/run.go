package load

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"kydai/internal/wire"
)

// lookEvery is the interval at which connections are checked.
const lookEvery = 500 * time.Millisecond

// checkWithin is the time limit for reading and checking all records at the end.
const checkWithin = 5 * time.Minute

// run is a running load test.
type run struct {
	opts  Options
	http  *http.Client
	games []wire.Game
	began time.Time
	skew  atomic.Int64 // how far the servers' clock is ahead, in ms: largest value observed so far

	quiet     atomic.Bool // true at the end of the test: clients send no new moves
	deaf      atomic.Bool // true while records are checked: clients ignore messages, which could be new events
	measuring atomic.Bool
	beginning chan struct{}

	ack, other, overpaid Histogram

	moves    atomic.Int64 // total of acknowledged moves
	measured atomic.Int64 // number of moves acknowledged during the measurement

	seeds   sync.Mutex
	seedOf  *rand.Rand
	mu      sync.Mutex
	clients []*client
	bouts   []*bout
	errors  map[string]int
	report  *Report
}

// Run plays the matches of the load test and returns a report. An error means that the test could
// not start; violated guarantees are in the report instead.
func Run(ctx context.Context, o Options) (*Report, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	r := &run{
		opts: o, began: time.Now(), beginning: make(chan struct{}, beginAtOnce), errors: map[string]int{},
		seedOf: rand.New(rand.NewPCG(o.Seed, 0)), report: &Report{}, //nolint:gosec // the random numbers need not be secure
		http: &http.Client{Transport: &http.Transport{MaxIdleConns: 512, MaxIdleConnsPerHost: 128, MaxConnsPerHost: 256}},
	}
	r.skew.Store(-1 << 62)
	defer r.http.CloseIdleConnections()
	if err := r.findGames(ctx); err != nil {
		return nil, err
	}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	connected, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	defer hangUp()
	var clients, tables sync.WaitGroup
	defer clients.Wait()
	defer hangUp()
	if err := r.open(playing, connected, &clients, &tables); err != nil {
		return nil, err
	}
	if o.Begun != nil {
		o.Begun()
	}
	r.report.Began = time.Now()
	r.measuring.Store(true)
	sleep(ctx, o.For)
	r.measuring.Store(false)
	r.report.Took = time.Since(r.report.Began)
	if o.Ended != nil {
		o.Ended()
	}
	r.quiet.Store(true)
	stop()
	tables.Wait()
	r.finish()
	r.check(context.WithoutCancel(ctx))
	hangUp()
	clients.Wait()
	return r.done(), nil
}

func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// findGames requests the list of games.
func (r *run) findGames(ctx context.Context) error {
	v := &visitor{run: r}
	var all []wire.Game
	if err := v.call(ctx, r.opts.URLs[0], http.MethodGet, "/api/games", nil, &all); err != nil {
		return err
	}
	for _, g := range all {
		if len(r.opts.Games) == 0 || contains(r.opts.Games, g.Name) {
			r.games = append(r.games, g)
		}
	}
	if len(r.games) == 0 {
		return errNoGame
	}
	return nil
}

// open starts all tables: pairs of players who play match after match. It returns when the first
// match of each table has started.
func (r *run) open(playing, connected context.Context, clients, tables *sync.WaitGroup) error {
	var begun sync.WaitGroup
	kinds := r.kinds()
	made := make(chan error, len(kinds))
	for n, k := range kinds {
		begun.Add(1)
		tables.Go(func() {
			t, err := r.newTable(playing, n, k)
			made <- err
			if err != nil {
				begun.Done()
				return
			}
			for _, s := range t.seats {
				for _, c := range s.clients {
					clients.Go(func() { c.live(connected) })
				}
			}
			once := sync.OnceFunc(begun.Done)
			defer once()
			t.play(playing, once)
		})
	}
	for range kinds {
		if err := <-made; err != nil {
			return err
		}
	}
	clients.Go(func() {
		for connected.Err() == nil {
			sleep(connected, lookEvery)
			now := time.Now()
			for _, c := range r.all() {
				c.look(now)
			}
		}
	})
	begun.Wait()
	return playing.Err()
}

// kinds returns the kind of matches of each table.
func (r *run) kinds() []kind {
	var list []kind
	for range r.opts.Twins {
		list = append(list, twins)
	}
	for range r.opts.Matches - r.opts.Twins {
		list = append(list, people)
	}
	for range r.opts.Machines {
		list = append(list, machine)
	}
	for range r.opts.Sleepers {
		list = append(list, sleeper)
	}
	return list
}

// finish ends the test: it waits until all requests are answered, but at most for the time
// Options.Finish. After that it waits for the time Options.Settle, so that clients receive all
// events.
func (r *run) finish() {
	open := func() int {
		n := 0
		for _, c := range r.all() {
			c.mu.Lock()
			if c.op != nil {
				n++
			}
			c.mu.Unlock()
		}
		return n
	}
	for until := time.Now().Add(r.opts.Finish); open() > 0 && time.Now().Before(until); {
		time.Sleep(20 * time.Millisecond)
	}
	time.Sleep(r.opts.Settle)
	r.deaf.Store(true)
	now := time.Now()
	for _, c := range r.all() {
		c.mu.Lock()
		if c.op != nil {
			r.count("unanswered")
			r.record(c, c.op, Unknown, now)
			c.op = nil
		}
		c.mu.Unlock()
	}
}

func (r *run) all() []*client {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.clients[:len(r.clients):len(r.clients)]
}

// rand returns a new random source derived from the seed of the run.
func (r *run) rand() *rand.Rand {
	r.seeds.Lock()
	defer r.seeds.Unlock()
	return rand.New(rand.NewPCG(r.seedOf.Uint64(), r.seedOf.Uint64())) //nolint:gosec // the random numbers need not be secure
}

func (r *run) add(b *bout) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bouts = append(r.bouts, b)
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}
