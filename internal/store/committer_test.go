package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kydai/internal/play"
)

// faulty is an applier for tests. It passes batches on to the database, but can lose a batch before
// the database gets it, or lose the result of a batch.
type faulty struct {
	applier
	mu     sync.Mutex
	calls  int
	sizes  []int
	before func(call int, batch []*submission) error // returns an error to lose the batch before it reaches the database
	after  func(call int) error                      // returns an error to lose the result of the batch
}

var errLost = errors.New("connection lost")

func (f *faulty) apply(ctx context.Context, batch []*submission) (map[string]time.Time, error) {
	f.mu.Lock()
	f.calls++
	call := f.calls
	f.sizes = append(f.sizes, len(batch))
	f.mu.Unlock()
	if f.before != nil {
		if err := f.before(call, batch); err != nil {
			return nil, err
		}
	}
	began, err := f.applier.apply(ctx, batch)
	if f.after != nil {
		if lost := f.after(call); lost != nil {
			return nil, lost
		}
	}
	return began, err
}

func (f *faulty) into(s *Store) *faulty {
	f.applier = s.applier
	s.applier = f
	return f
}

func firstCall(call int) error {
	if call == 1 {
		return errLost
	}
	return nil
}

// TestLostAnswers checks that events are stored exactly once if the connection breaks. If the
// result is lost after the commit, the store finds the stored events. If the batch is lost before
// the commit, the store sends it again.
func TestLostAnswers(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		oneDatabase(t)
		for name, f := range map[string]*faulty{
			"after the commit":  {after: firstCall},
			"before the commit": {before: func(call int, _ []*submission) error { return firstCall(call) }},
		} {
			for _, over := range []bool{false, true} {
				t.Run(fmt.Sprint(name, ", over ", over), func(t *testing.T) {
					s, ctx := p.open(t), t.Context()
					id := fmt.Sprint(name, over)
					newMatch(t, s, id)
					f := &faulty{before: f.before, after: f.after}
					f.into(s)
					c := move(id, 0)
					c.Over = over
					began := must(insist(ctx, s, c))(t)
					r := must(s.Load(ctx, id))(t)
					equalBodies(t, r.Events, body(id, 0))
					if r.Events[0].Began != began || r.Over != over {
						t.Errorf("stored: began %v, over %v; answered %v", r.Events[0].Began, r.Over, began)
					}
				})
			}
		}
	})
}

// TestLostAnswerOfARival checks that equal event bodies stored by another node
// are not taken for the store's own events.
func TestLostAnswerOfARival(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		oneDatabase(t)
		s, rival, ctx := p.open(t), p.open(t), t.Context()
		newMatch(t, s, "m")
		f := &faulty{before: func(call int, _ []*submission) error {
			if call > 1 {
				return nil
			}
			_, err := insist(ctx, rival, move("m", 0))
			return errors.Join(errLost, err)
		}}
		f.into(s)
		_, err := s.Commit(ctx, move("m", 0))
		want(t, err, play.ErrConflict)
	})
}

// TestLateAttempt checks a first attempt that is lost and that the database completes only after
// the second attempt was sent. The second attempt then conflicts with the first, and the store must
// recognise the first attempt as its own.
func TestLateAttempt(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		oneDatabase(t)
		s, ctx := p.open(t), t.Context()
		newMatch(t, s, "m")
		f := &faulty{}
		inner := s.applier
		f.before = func(call int, batch []*submission) error {
			switch call {
			case 1:
				return errLost
			case 2: // the database completes the lost first attempt
				_, err := inner.apply(ctx, batch)
				return err
			}
			return nil
		}
		f.into(s)
		must(s.Commit(ctx, move("m", 0)))(t)
		equalBodies(t, must(s.Load(ctx, "m"))(t).Events, body("m", 0))
	})
}

// TestRefused checks that a change which the database refuses fails alone, and
// that the other changes of its batch succeed.
func TestRefused(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		oneDatabase(t)
		s, ctx := p.open(t), t.Context()
		refusal := errors.New("refused")
		s.dialect.refused = func(err error) bool { return errors.Is(err, refusal) }
		f := &faulty{before: func(_ int, batch []*submission) error {
			for _, sub := range batch {
				if sub.change.ID == "m7" {
					return refusal
				}
			}
			return nil
		}}
		f.into(s)
		var subs []*submission
		since := time.Now() // common submission time, so that no change counts as waiting too long
		for i := range 20 {
			id := fmt.Sprint("m", i)
			newMatch(t, s, id)
			subs = append(subs, &submission{change: move(id, 0), nonce: int64(i), since: since, answer: make(chan answer, 1)})
		}
		s.moves.gathering <- struct{}{} // blocks the workers until all changes are queued
		for _, sub := range subs {
			want(t, s.moves.submit(sub), nil)
		}
		<-s.moves.gathering
		for i, sub := range subs {
			if a := <-sub.answer; (a.err != nil) != (i == 7) {
				t.Errorf("%s: %v", sub.change.ID, a.err)
			}
		}
		if f.sizes[0] != len(subs) {
			t.Errorf("they came in a batch of %d", f.sizes[0])
		}
		equalBodies(t, must(s.Load(ctx, "m8"))(t).Events, body("m8", 0))
	})
}

// TestGivingUp checks that a caller who cancels while the change is queued learns that the change
// was not made. A caller who cancels later learns that the result is unknown.
func TestGivingUp(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		oneDatabase(t)
		s, ctx := p.open(t), t.Context()
		newMatch(t, s, "m")
		hold, entered := make(chan struct{}), make(chan struct{}, 99)
		f := &faulty{before: func(int, []*submission) error { entered <- struct{}{}; <-hold; return nil }}
		f.into(s)
		give, cancel := context.WithCancel(ctx)
		results := make(chan error, 2)
		go func() { _, err := s.Commit(give, move("m", 0)); results <- err }()
		<-entered
		for range s.dialect.writers - 1 { // keep the other writers busy, so that the next change stays in the queue
			go func() { _, _ = s.Commit(ctx, move("nobody", 0)) }()
			<-entered
		}
		queued, cancelQueued := context.WithCancel(ctx)
		go func() { _, err := s.Commit(queued, move("m", 1)); results <- err }()
		for n := 0; n == 0; time.Sleep(time.Millisecond) {
			s.moves.mu.Lock()
			n = len(s.moves.pending)
			s.moves.mu.Unlock()
		}
		cancelQueued()
		if err := <-results; !errors.Is(err, context.Canceled) || errors.Is(err, play.ErrUnknown) {
			t.Errorf("in the queue: %v", err)
		}
		cancel()
		if err := <-results; !errors.Is(err, context.Canceled) || !errors.Is(err, play.ErrUnknown) {
			t.Errorf("under way: %v", err)
		}
		close(hold)
		want(t, s.Close(), nil)
		_, err := s.Commit(ctx, move("m", 1))
		want(t, err, errClosed)
		again := p.open(t)
		equalBodies(t, must(again.Load(ctx, "m"))(t).Events, body("m", 0))
	})
}

// TestGroups checks that changes which arrive at about the same time share commits, that no change
// is lost, and that no change is confirmed before it is stored.
func TestGroups(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		oneDatabase(t)
		s, ctx := p.open(t), t.Context()
		f := (&faulty{}).into(s)
		const matches, plies = 100, 10
		var early atomic.Int32
		var wg sync.WaitGroup
		for i := range matches {
			newMatch(t, s, fmt.Sprint("m", i))
		}
		for i := range matches {
			id := fmt.Sprint("m", i)
			wg.Go(func() {
				for seq := range plies {
					if _, err := insist(ctx, s, move(id, seq)); err != nil {
						t.Error(err)
						return
					}
					if seq%5 == 0 {
						if got, err := s.Seqs(ctx, []string{id}); err != nil || got[id] != seq+1 {
							early.Add(1)
						}
					}
				}
			})
		}
		wg.Wait()
		for i := range matches {
			id := fmt.Sprint("m", i)
			r := must(s.Load(ctx, id))(t)
			if r.Seq != plies || r.Ply != plies || len(r.Events) != plies {
				t.Fatalf("%s is at %d", id, r.Seq)
			}
			for seq, e := range r.Events {
				if !bytes.Equal(e.Body, body(id, seq)) {
					t.Fatalf("%s: event %d is %q", id, seq, e.Body)
				}
			}
		}
		if early.Load() > 0 {
			t.Errorf("%d answers came before the commit", early.Load())
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		t.Logf("%d changes in %d batches", matches*plies, len(f.sizes))
		if len(f.sizes) > matches*plies/4 {
			t.Errorf("%d batches for %d changes: nothing is gathered", len(f.sizes), matches*plies)
		}
		for _, n := range f.sizes {
			if n > maxBatch {
				t.Errorf("a batch of %d", n)
			}
		}
	})
}

const applyTime = 1500 * time.Microsecond

// instant is a fake database in which every batch takes the same time, however large the batch is.
type instant struct {
	mu    sync.Mutex
	sizes []int
}

func (f *instant) apply(_ context.Context, batch []*submission) (map[string]time.Time, error) {
	time.Sleep(applyTime)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sizes = append(f.sizes, len(batch))
	began := make(map[string]time.Time, len(batch))
	for _, sub := range batch {
		began[sub.change.ID] = time.Now()
	}
	return began, nil
}

// TestLinger checks the number of batches and the duration of a change at different rates of
// changes. A change that arrives alone must not wait for others.
func TestLinger(t *testing.T) {
	for _, c := range []struct {
		every   time.Duration
		n       int
		batches int           // maximum number of batches
		took    time.Duration // maximum duration of one change
	}{
		{20 * time.Millisecond, 100, 100, applyTime},                          // the changes arrive so rarely that each is a batch of its own
		{time.Millisecond, 1000, 500, maxLinger + applyTime},                  // several changes share a batch
		{20 * time.Microsecond, 3200, 3200/enough + 2, maxLinger + applyTime}, // the queue fills a batch before the wait ends
	} {
		t.Run(c.every.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				db := &instant{}
				s := &Store{dialect: dialect{writers: 2}, applier: db}
				s.moves = newCommitter(s, 0, 2)
				var slowest atomic.Int64
				var wg sync.WaitGroup
				for i := range c.n {
					wg.Go(func() {
						began := time.Now()
						if _, err := insist(t.Context(), s, move(fmt.Sprint("m", i), 0)); err != nil {
							t.Error(err)
						}
						for took := int64(time.Since(began)); took > slowest.Load(); {
							slowest.Store(took)
						}
					})
					time.Sleep(c.every)
				}
				wg.Wait()
				s.moves.close()
				if len(db.sizes) > c.batches {
					t.Errorf("%d changes came in %d batches", c.n, len(db.sizes))
				}
				if took := time.Duration(slowest.Load()); took > c.took {
					t.Errorf("one took %v", took)
				}
			})
		})
	}
}
