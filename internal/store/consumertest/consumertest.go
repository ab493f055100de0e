// Package consumertest checks that a consumer of ended matches counts each match exactly once, on
// both databases, even if nodes, connections and transactions fail. Every consumer has a test that
// calls Run.
//
// The same matches end in several ways: one by one, in another order, in a transaction that commits
// late, with several nodes that lose their leases, with connections that break, and with processes
// that are killed between the consumer's writes and the commit. The consumer's final state must be
// the same each time.
package consumertest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/store"
)

// Subject is the consumer under test.
type Subject struct {
	// New creates the consumer. It is called once per node, as in a starting node.
	New func() store.Consumer
	// Setup is SQL that creates tables and rows that the consumer needs in addition to the schema;
	// it may be "".
	Setup string
	// State is a query for everything that the consumer has written. It returns the rows in a fixed
	// order, without values that may differ from run to run.
	State string
}

// Run checks a consumer on SQLite and on PostgreSQL. It may run the calling
// test again in a child process, which kills itself.
func Run(t *testing.T, subject Subject) {
	t.Helper()
	if child() {
		runChild(subject)
		return
	}
	for _, kind := range []string{sqlite, postgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			all := matches()
			wanted := reference(t, kind, subject, all)
			for _, s := range scenarios {
				t.Run(s.name, func(t *testing.T) {
					t.Parallel()
					w := newWorld(t, kind, subject)
					if err := s.run(w, all); err != nil {
						t.Fatal(err)
					}
					for _, problem := range w.problems(all, wanted) {
						t.Error(problem)
					}
				})
			}
		})
	}
}

// reference returns the consumer's state after a run without failures.
func reference(t *testing.T, kind string, subject Subject, all []play.Ended) string {
	t.Helper()
	w := newWorld(t, kind, subject)
	if err := w.end(all...); err != nil {
		t.Fatal(err)
	}
	if err := w.pass(); err != nil {
		t.Fatal(err)
	}
	state, err := w.state()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(state, "\n") == 0 {
		t.Fatal("the consumer writes nothing, so nothing can be compared")
	}
	return state
}

// matches returns the ended matches of the test: some players have several
// matches on the same day, and some seats have no player.
func matches() []play.Ended {
	winners := []string{"first", "second", "none", "none"}
	reasons := []string{"mate", "time", "agreed", "abort"}
	var all []play.Ended
	began := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	for i := range 90 {
		e := play.Ended{
			ID: fmt.Sprintf("m%02d", i), Game: fmt.Sprint("game", i%3), Winner: winners[i%4], Reason: reasons[i%4], Rated: i%5 != 0,
			Players: [2]string{fmt.Sprint("p", i%7), fmt.Sprint("p", (i*3+1)%11+7)}, At: began.Add(time.Duration(i) * 17 * time.Minute),
		}
		e.Facts = play.Facts{Speed: []string{"blitz", "rapid"}[i%2], Known: true, Kinds: [2]string{"human", "human"}, Moves: [2]int{20, 20}}
		switch {
		case i%9 == 0:
			e.Players[1], e.Facts.Kinds[1], e.Facts.Uncounted, e.Rated = "", "level 4", "unrated", false
		case e.Reason == "abort":
			e.Facts.Uncounted = "aborted"
		case i%13 == 0:
			e.Facts = play.Facts{} // as in a row of an earlier release
		}
		all = append(all, e)
	}
	return all
}

// problems lists the differences between the consumer's state and the state `wanted`. It also lists
// the players whose matches are not numbered in the order of their end times.
func (w *world) problems(all []play.Ended, wanted string) (list []string) {
	state, err := w.state()
	switch {
	case err != nil:
		list = append(list, err.Error())
	case state != wanted:
		list = append(list, fmt.Sprintf("the consumer has written\n%swanted\n%s", state, wanted))
	}
	numbers, err := w.numbers()
	if err != nil {
		return append(list, err.Error())
	}
	last := map[string]play.Ended{}
	for i, e := range numbers {
		if e.Number != int64(i+1) {
			list = append(list, fmt.Sprintf("%s has the number %d, and it is the row %d", e.ID, e.Number, i+1))
		}
		for _, p := range e.Players {
			if before := last[p]; p != "" && before.At.After(e.At) {
				list = append(list, fmt.Sprintf("of %s, %s is numbered before %s and ended after it", p, before.ID, e.ID))
			}
			last[p] = e
		}
	}
	if len(numbers) != len(all) {
		list = append(list, fmt.Sprintf("%d rows are numbered, want %d", len(numbers), len(all)))
	}
	return list
}

// Environment variables of the child process.
const (
	childEnv = "KYDAI_TEST_CONSUMER"      // address of the database
	whenEnv  = "KYDAI_TEST_CONSUMER_WHEN" // the point at which the process kills itself
)

const (
	whenApplied   = "applied"   // after the consumer's writes and before the commit
	whenCommitted = "committed" // after the commit and before Consume has returned
)

func child() bool { return os.Getenv(childEnv) != "" }

// runChild runs a node that kills itself at the point that whenEnv names.
func runChild(subject Subject) {
	ctx := context.Background()
	s, err := open(os.Getenv(childEnv))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	c := subject.New()
	if os.Getenv(whenEnv) == whenApplied {
		c = after(c, func(context.Context, *store.Tx) error { return die() })
	}
	_, err = s.Number(ctx)
	if err == nil {
		_, err = s.Consume(ctx, c)
	}
	if err == nil {
		err = die()
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(3)
}

func die() error {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	time.Sleep(time.Minute) // the signal kills the process before this ends
	return err
}

// after returns a copy of the consumer c that also calls the function do after each successful call
// of Apply, in the same transaction.
func after(c store.Consumer, do func(context.Context, *store.Tx) error) store.Consumer {
	apply := c.Apply
	c.Apply = func(ctx context.Context, tx *store.Tx, rows []play.Ended) error {
		if err := apply(ctx, tx, rows); err != nil {
			return err
		}
		return do(ctx, tx)
	}
	return c
}
