package store

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"kydai/internal/events"
)

// TestEventSize measures an event with KYDAI_TEST_ENTRANTS entrants on two nodes: simultaneous
// entries and check-ins, a pairing, all results, and the time in which a newly started node reads
// the event.
func TestEventSize(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("KYDAI_TEST_ENTRANTS"))
	if n == 0 {
		t.Skip("KYDAI_TEST_ENTRANTS is not set to a number of entrants")
	}
	everywhere(t, func(t *testing.T, p place) {
		a, b, ctx := p.open(t), p.open(t), t.Context()
		nodes := []*events.Service{eventNode(a), eventNode(b)}
		boss := events.Caller{ID: "boss", Account: true}
		e := must(nodes[0].Create(ctx, boss, eventSettings()))(t)
		must(nodes[0].OpenEntries(ctx, boss, e.ID))(t)
		who := func(i int) events.Caller { return events.Caller{ID: fmt.Sprint("p", i), Name: "Guest", Account: true} }
		timed := func(what string, count int, f func(i int) error) {
			t.Helper()
			began := time.Now()
			var wg sync.WaitGroup
			slots := make(chan struct{}, 16)
			for i := range count {
				slots <- struct{}{}
				wg.Go(func() {
					defer func() { <-slots }()
					if err := f(i); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			t.Logf("%s: %d in %v", what, count, time.Since(began).Round(time.Millisecond))
		}
		timed("entries", n, func(i int) error { _, err := nodes[i%2].Enter(ctx, who(i), e.ID); return err })
		must(nodes[0].Start(ctx, boss, e.ID))(t)
		timed("check-ins", n, func(i int) error {
			state, err := nodes[i%2].Event(ctx, boss, e.ID)
			if err == nil {
				_, err = nodes[i%2].CheckIn(ctx, who(i), e.ID, state.EntrantOf(who(i)).ID, 1, true)
			}
			return err
		})
		timed("pairing", 1, func(int) error { _, err := nodes[0].Pair(ctx, boss, e.ID, 1); return err })
		timed("results", n/2, func(i int) error {
			_, err := nodes[i%2].Decide(ctx, boss, e.ID, 1, i+1, 0, events.Result{Result: events.Drawn, Reason: "seen"})
			return err
		})
		timed("a first look", 1, func(int) error { _, err := eventNode(a).Event(ctx, boss, e.ID); return err })
	})
}
