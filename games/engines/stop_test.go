//go:build unix

package engines_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"kydai/engine"
	"kydai/games/engines"
)

// computed returns the CPU time that this process has used so far.
func computed(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestStopsWithinFiveMilliseconds checks that a search stops within 5 ms after its context ends. It
// measures CPU time, because on a busy machine the engine may have to wait for the processor. Five
// of fifty stops may exceed the limit, because other goroutines also use CPU time. Measured by the
// clock, only one stop in four must meet the limit.
func TestStopsWithinFiveMilliseconds(t *testing.T) {
	const most, stops, strays = 5 * time.Millisecond, 50, 5
	for _, e := range engines.All() {
		thinker := e.New()
		rng := rand.New(rand.NewPCG(5, 1))
		// The first search builds tables. Run it before the measurement.
		if _, err := thinker.Think(context.Background(), somewhere(t, e.Game, rng), engine.Limits{Depth: 1}, nil); err != nil {
			t.Fatal(err)
		}
		var byClock, byProcessor []time.Duration
		for try := 0; len(byClock) < stops; try++ {
			if try == 10*stops {
				t.Fatalf("%s: it was seldom thinking when it was told to stop", e.Game)
			}
			late, used, thinking := stopOnce(t, thinker, e.Game, rng)
			if thinking {
				byClock, byProcessor = append(byClock, late), append(byProcessor, used)
			}
		}
		slices.Sort(byClock)
		slices.Sort(byProcessor)
		t.Logf("%s: by the clock after %v, %v, %v (a quarter, half, all), by the processor after %v, %v, %v (half, all but five, all)", e.Game,
			byClock[stops/4], byClock[stops/2], byClock[stops-1], byProcessor[stops/2], byProcessor[stops-1-strays], byProcessor[stops-1])
		if byProcessor[stops-1-strays] > most || byClock[stops/4] > most {
			t.Errorf("%s stops too late", e.Game)
		}
	}
}

// held is the longest time that the cancelling goroutine may take; after a longer time, the
// measurement does not count.
const held = time.Millisecond

// stopOnce stops a search at a random time and returns how long the search took to stop. thinking
// is false if the measurement does not count: the search had already ended, or the cancellation was
// delayed.
func stopOnce(t *testing.T, e engine.Engine, name string, rng *rand.Rand) (late, used time.Duration, thinking bool) {
	t.Helper()
	line := somewhere(t, name, rng)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	type moment struct {
		at   time.Time
		used time.Duration
	}
	type order struct {
		moment
		took time.Duration
	}
	told := make(chan order, 1)
	time.AfterFunc(time.Duration(3+rng.IntN(25))*time.Millisecond, func() {
		m := moment{time.Now(), computed(t)}
		cancel()
		told <- order{m, time.Since(m.at)}
	})
	// Use a depth that no search reaches, because some engines have a default depth.
	info, err := e.Think(ctx, line, engine.Limits{Depth: 99}, nil)
	at, now := time.Now(), computed(t)
	if err != nil || info.Best() == "" {
		t.Fatalf("%s: no move at hand, %v", name, err)
	}
	thinking = ctx.Err() != nil
	stop := <-told
	if stop.took > held {
		thinking = false // the cancelling goroutine was delayed, so the measured time is wrong
	}
	return at.Sub(stop.at), now - stop.used, thinking
}
