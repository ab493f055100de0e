package store

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"kydai/internal/play"
)

// TestConsumerFails checks that a consumer that fails gets the same rows again and reports the
// error, that the other consumers continue, and that a panic counts as a failure.
func TestConsumerFails(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		var broken atomic.Bool
		var applied atomic.Int64
		broken.Store(true)
		bad := Consumer{Name: "bad", Apply: func(ctx context.Context, tx *Tx, rows []play.Ended) error {
			if broken.Load() {
				if applied.Add(1)%2 == 0 {
					panic("at the disco")
				}
				return errors.New("not today")
			}
			return tx.Exec(ctx, `INSERT INTO settings (name, value) VALUES ('bad', $1)`, rows[0].ID)
		}}
		s, err := openWith(p.address, Options{Consumers: []Consumer{bad}, pause: time.Millisecond})
		want(t, err, nil)
		defer func() { want(t, s.Close(), nil) }()
		endMatch(t, s, "m", "anna", "bao")
		state := func(name string) play.ConsumerState { return consumerOf(t, s, name) }
		eventually(t, "the consumer has failed three times, and the other is done", func() bool {
			return state("bad").Failures >= 3 && state(Statistics.Name).Done == 1
		})
		if is := state("bad"); !is.Failing || is.Lag != 1 || is.Done != 0 || is.LastError == "" || is.FailedAt.IsZero() {
			t.Errorf("%+v", is)
		}
		if is := state(Statistics.Name); is.Failing || is.Lag != 0 || is.Failures != 0 {
			t.Errorf("%+v", is)
		}
		broken.Store(false)
		eventually(t, "the consumer is done", func() bool { return state("bad").Done == 1 })
		if is := state("bad"); is.Failing || is.Lag != 0 {
			t.Errorf("%+v", is)
		}
		var id string
		want(t, s.reads.QueryRowContext(t.Context(), `SELECT value FROM settings WHERE name = 'bad'`).Scan(&id), nil)
		if id != "m" {
			t.Errorf("it was told of %q", id)
		}
	})
}

// consumerOf returns the state of a consumer by its name.
func consumerOf(t *testing.T, s *Store, name string) play.ConsumerState {
	t.Helper()
	all := s.Ends().Consumers
	i := slices.IndexFunc(all, func(c play.ConsumerState) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("there is no consumer %q", name)
	}
	return all[i]
}

func TestPausesGrow(t *testing.T) {
	o := Options{pause: leastPause}
	last := time.Duration(0)
	for n := 1; n <= 6; n++ {
		pause := o.pauseAfter(n)
		if pause <= last || pause > mostPause {
			t.Errorf("after %d failures the pause is %v, before it was %v", n, pause, last)
		}
		last = pause
	}
	if o.pauseAfter(1000) != mostPause {
		t.Errorf("after 1000 failures the pause is %v", o.pauseAfter(1000))
	}
}

// TestGapIsRefused checks that a gap in the numbers is an error, and that no
// row after the gap is applied.
func TestGapIsRefused(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		p = quiet(p)
		s, ctx := p.open(t), t.Context()
		for _, id := range []string{"m1", "m2", "m3"} {
			endMatch(t, s, id, "anna", "bao")
		}
		must(s.Number(ctx))(t)
		must(s.exec(ctx, `DELETE FROM ended WHERE number = 2`))(t)
		_, err := s.Consume(ctx, Statistics)
		want(t, err, errGap)
		if n := count(t, s, "statistics"); n != 0 {
			t.Errorf("%d rows were counted", n)
		}
	})
}
