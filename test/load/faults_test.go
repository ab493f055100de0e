package load_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kydai/internal/bus"
	"kydai/internal/play"
	"kydai/match"
	"kydai/test/load"
)

// forgetful is a store that confirms some changes without storing them.
type forgetful struct {
	play.Store
	mu  sync.Mutex
	rnd *rand.Rand
}

func (f *forgetful) Commit(ctx context.Context, c play.Change) (time.Time, error) {
	f.mu.Lock()
	forget := f.rnd.IntN(20) == 0
	f.mu.Unlock()
	if forget {
		return time.Now(), nil
	}
	return f.Store.Commit(ctx, c)
}

// careless is a store that reports success although another change was stored first (a version
// conflict).
type careless struct{ play.Store }

func (f careless) Commit(ctx context.Context, c play.Change) (time.Time, error) {
	began, err := f.Store.Commit(ctx, c)
	if errors.Is(err, play.ErrConflict) {
		return time.Now(), nil
	}
	return began, err
}

// behind is a store that returns an old state of matches.
type behind struct{ play.Store }

func (f behind) Load(ctx context.Context, id string) (play.Row, error) {
	row, err := f.Store.Load(ctx, id)
	for i, e := range row.Events {
		if ev, err := match.Decode(e.Body); err == nil && ev.Kind == match.Moved && i%7 == 6 {
			row.Events = row.Events[:i]
			row.Seq = i
			break
		}
	}
	return row, err
}

// mute is a bus that publishes nothing.
type mute struct{ bus.Bus }

func (mute) Publish(string, []byte) error { return nil }

// TestFindsFaults runs the load test on servers with injected faults. The load test must detect
// each fault.
func TestFindsFaults(t *testing.T) {
	for _, f := range []struct {
		name  string
		wrap  func(*play.Options)
		finds []string
	}{
		{"acknowledged and forgotten", func(o *play.Options) {
			o.Store = &forgetful{Store: o.Store, rnd: rand.New(rand.NewPCG(1, 1))}
		}, []string{"I1", "I4", "I9"}},
		{"no compare-and-set", func(o *play.Options) { o.Store = careless{o.Store} }, []string{"I1", "I2", "I4"}},
		{"nobody reconciles", func(o *play.Options) {
			o.Bus = mute{o.Bus}
			o.Reconcile = -1
		}, []string{"I4"}},
		{"old reads", func(o *play.Options) { o.Store = behind{o.Store} }, []string{"I1", "I9"}},
	} {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			p.broken = true
			urls := []string{p.node(f.wrap), p.node(f.wrap)}
			for try := 1; try <= 4; try++ { // repeat with more time, because a busy machine may play too few moves at first
				report := run(t, load.Options{
					URLs: urls, Matches: 4, Twins: 2, For: time.Duration(try) * time.Second, Pace: 20, Seed: uint64(try),
					Silence: 2 * time.Second, Settle: time.Second, Finish: time.Second,
				})
				for _, i := range f.finds {
					if report.Counts[i] > 0 && !report.OK() {
						return
					}
				}
			}
			t.Errorf("none of %v was found broken", f.finds)
		})
	}
}

// shedding is a store that refuses one change in five.
type shedding struct {
	play.Store
	n *atomic.Int64
}

func (f shedding) Commit(ctx context.Context, c play.Change) (time.Time, error) {
	if f.n.Add(1)%5 == 0 {
		return time.Time{}, play.ErrBusy
	}
	return f.Store.Commit(ctx, c)
}

// TestBusy checks that changes refused by an overloaded server are counted and sent again, and that
// every guarantee holds.
func TestBusy(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	var n atomic.Int64
	wrap := func(o *play.Options) { o.Store = shedding{o.Store, &n} }
	report := run(t, load.Options{
		URLs: []string{p.node(wrap), p.node(wrap)}, Matches: 4, For: 3 * time.Second, Pace: 10, Seed: 1,
		Settle: time.Second, Finish: 10 * time.Second,
	})
	if report.Errors[play.Busy] == 0 || report.Moves == 0 {
		t.Errorf("%d moves, %v", report.Moves, report.Errors)
	}
	if !report.OK() {
		t.Errorf("broken: %v", report.Broken)
	}
}
