package live

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
)

// randomGame returns a long random game.
func randomGame(tb testing.TB, name string, rng *rand.Rand) []string {
	tb.Helper()
	for {
		r, _ := rules(name)
		line, err := game.NewLine(r, game.Setup{})
		check(tb, err)
		for !line.Outcome().Over() && line.Ply() < 120 {
			legal := line.Legal()
			check(tb, line.Push(legal[rng.IntN(len(legal))]))
		}
		if codes := line.Codes(); len(codes) >= 100 {
			return codes
		}
	}
}

// BenchmarkMove measures acknowledged moves on one node with many matches in flight.
func BenchmarkMove(b *testing.B) {
	for _, inFlight := range []int{1, 64, 500} {
		b.Run(fmt.Sprint("sqlite-", inFlight), func(b *testing.B) { benchmarkMove(b, laptop(b), inFlight) })
		b.Run(fmt.Sprint("postgres-", inFlight), func(b *testing.B) { benchmarkMove(b, cluster(b), inFlight) })
	}
}

func benchmarkMove(b *testing.B, s site, inFlight int) {
	n := s.node(b)
	rng := rand.New(rand.NewPCG(1, 2))
	codes := make([][]string, 8)
	for i := range codes {
		codes[i] = randomGame(b, "xiangqi", rng)
	}
	start := func(i int) string {
		id, err := n.Start(b.Context(), play.Player{ID: fmt.Sprint("p", i)}, play.NewMatch{
			Deal: play.Deal{Game: "xiangqi", Clock: control("60+10")}, Seats: [2]match.Seat{person, person},
		})
		check(b, err)
		return id
	}
	ids := make([]string, inFlight)
	for i := range ids {
		ids[i] = start(i)
	}
	var left atomic.Int64
	left.Store(int64(b.N))
	var mu sync.Mutex
	var slowest time.Duration
	b.ReportAllocs()
	b.ResetTimer()
	var wg sync.WaitGroup
	for i := range inFlight {
		wg.Go(func() {
			by := play.Player{ID: fmt.Sprint("p", i)}
			whole := codes[i%len(codes)]
			for ply := 0; left.Add(-1) >= 0; ply++ {
				if ply == len(whole) {
					if _, err := n.Do(b.Context(), by, ids[i], play.Command{Kind: play.Resign}); err != nil {
						b.Error(err)
						return
					}
					ids[i], ply = start(i), 0
				}
				began := time.Now()
				_, err := n.Move(b.Context(), by, ids[i], play.Move{Ply: ply, Code: whole[ply]})
				if err != nil {
					b.Error(err)
					return
				}
				if took := time.Since(began); took > slowest {
					mu.Lock()
					slowest = max(slowest, took)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(slowest.Milliseconds()), "slowest-ms")
}

type counter struct {
	n     atomic.Int64
	order *atomic.Int64
	at    int64
}

func (c *counter) Changed(*play.Snapshot) {
	c.n.Add(1)
	if c.order != nil {
		c.at = c.order.Add(1)
	}
}

// TestCrowd lets thousands of clients watch one match. It checks that the players are notified
// first and do not wait for the spectators, and that each spectator needs little CPU time.
func TestCrowd(t *testing.T) {
	s := laptop(t)
	n := s.node(t)
	id := between(t, n, n, play.Deal{Game: "chess"})
	const many = 5_000
	var order atomic.Int64
	crowd := make([]counter, many)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	watches := make([]*play.Watch, many)
	for i := range crowd {
		crowd[i].order = &order
		var err error
		watches[i], err = n.Watch(t.Context(), play.Player{}, id, &crowd[i])
		check(t, err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if each := (after.HeapAlloc - before.HeapAlloc) / many; each > 400 {
		t.Errorf("a watch takes %d bytes", each)
	}
	player := &counter{order: &order}
	w, err := n.Watch(t.Context(), bao, id, player)
	check(t, err)
	defer w.Close()
	order.Store(0)
	_, err = n.Move(t.Context(), anna, id, play.Move{Ply: 0, Code: "e2e4"})
	check(t, err)
	if player.at != 1 {
		t.Errorf("the player was told as number %d", player.at)
	}
	eventually(t, 5*time.Second, func() bool { return order.Load() == many+1 })
	for i, w := range watches {
		w.Close()
		if got := crowd[i].n.Load(); got != 2 {
			t.Fatalf("a watcher was called %d times", got)
		}
	}
	_, err = n.Move(t.Context(), bao, id, play.Move{Ply: 1, Code: "e7e5"})
	check(t, err)
	if order.Load() != many+2 {
		t.Error("somebody is told who has left")
	}
}
