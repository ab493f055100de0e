package store

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"
)

// lane is a stream of batches of moves that one goroutine writes. It holds the moves acknowledged
// so far and the measurements.
type lane struct {
	name              string
	ids               []string
	acked             map[string]int
	during, faults    int
	longest, recovery time.Duration
	hidden            time.Duration // how long after the restart of the server an acknowledged move could not be read
}

// kill kills a server for three seconds while three streams of batches are written: with matches on
// this server, with matches on another server, and with both. It checks that all streams continue
// and that no acknowledged move is lost. Citus checks undecided transactions only once a minute, so
// the recovery may take that long.
func (w *way) kill(t *testing.T) {
	const down, after, within = 3 * time.Second, 5 * time.Second, 100 * time.Second
	here, there := &lane{name: "on the killed server"}, &lane{name: "on another server"}
	both := &lane{name: "on both, in one batch"}
	for i, id := range w.matches(t, "kill", 64) {
		to := there
		if i >= 32 {
			to = both
		} else if w.onVictim(t, id) {
			to = here
		}
		to.ids = append(to.ids, id)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var killed, back time.Time
	var mu sync.Mutex
	var wg sync.WaitGroup
	lanes := slices.DeleteFunc([]*lane{here, there, both}, func(l *lane) bool { return len(l.ids) == 0 })
	for _, l := range lanes {
		wg.Go(func() {
			l.run(ctx, w, func(now time.Time, ok, hidden bool) {
				mu.Lock()
				defer mu.Unlock()
				if hidden && !back.IsZero() {
					l.hidden = now.Sub(back)
				}
				switch {
				case killed.IsZero():
				case !ok:
					l.faults++
				case back.IsZero():
					l.during++
				case l.recovery == 0:
					l.recovery = now.Sub(back)
				}
			})
		})
	}
	time.Sleep(time.Second)
	w.victim.Kill()
	mu.Lock()
	killed = time.Now()
	mu.Unlock()
	time.Sleep(down)
	mu.Lock()
	back = time.Now()
	mu.Unlock()
	w.victim.Start()
	time.Sleep(after)
	for until := time.Now().Add(within); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		mu.Lock()
		waits := slices.ContainsFunc(lanes, func(l *lane) bool { return l.recovery == 0 })
		mu.Unlock()
		if !waits {
			break
		}
	}
	cancel()
	wg.Wait()
	for _, l := range lanes {
		lost := 0
		stored, err := w.seqs(t.Context(), l.ids)
		if err != nil {
			t.Fatal(err)
		}
		for id, acked := range l.acked {
			if stored[id] < acked {
				lost++
			}
		}
		t.Logf("%-28s %-22s: %4d batches while it was down, %3d faults, first batch %5.2f s after it was started, longest pause %5.2f s, acknowledged moves unreadable until %5.2f s, %d matches with lost moves",
			w.name, l.name, l.during, l.faults, l.recovery.Seconds(), l.longest.Seconds(), l.hidden.Seconds(), lost)
		if lost > 0 || l.recovery == 0 {
			t.Errorf("%s, %s: acknowledged moves of %d matches are lost, or no move was stored again", w.name, l.name, lost)
		}
	}
}

// run writes batches of moves until ctx ends. After each batch it calls the function tell. The
// argument ok is true if the batch was stored completely. The argument hidden is true if an
// acknowledged move could not be read after a failed batch.
func (l *lane) run(ctx context.Context, w *way, tell func(now time.Time, ok, hidden bool)) {
	l.acked = map[string]int{}
	seqs := map[string]int{}
	last := time.Now()
	for ctx.Err() == nil {
		batch := make([]*submission, len(l.ids))
		for i, id := range l.ids {
			batch[i] = submissionOf(id, seqs[id])
		}
		within, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		n, err := w.apply(within, batch)
		ok, hidden := err == nil && n == len(batch), false
		if now := time.Now(); ok {
			l.longest = max(l.longest, now.Sub(last))
			last = now
			for _, id := range l.ids {
				seqs[id]++
				l.acked[id] = seqs[id]
			}
		} else if stored, err := w.seqs(within, l.ids); err == nil {
			seqs = stored // the batch failed, so continue from the moves that the servers have stored
			for id, acked := range l.acked {
				hidden = hidden || stored[id] < acked
			}
		}
		tell(time.Now(), ok, hidden)
		cancel()
		time.Sleep(5 * time.Millisecond)
	}
	l.longest = max(l.longest, time.Since(last))
}
