package play

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestBudget checks that one address gets at most 20 s of engine time per minute, however long its
// jobs are, and that the jobs of another address do not wait for it.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &budgets{clock: time.Now, share: 1}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var mu sync.Mutex
		var spent time.Duration
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				for {
					r, err := b.take(ctx, "a", time.Second)
					if err != nil {
						return
					}
					time.Sleep(900 * time.Millisecond)
					r.spend(900 * time.Millisecond)
					mu.Lock()
					spent += 900 * time.Millisecond
					mu.Unlock()
				}
			})
		}
		time.Sleep(30 * time.Second)
		began := time.Now()
		r, err := b.take(ctx, "b", time.Second)
		if err != nil || time.Since(began) > 0 || r.rank > 1 {
			t.Errorf("another address waits %v, rank %d, %v", time.Since(began), r.rank, err)
		}
		if _, err := b.takeNow("a", time.Second, 5*time.Second); codeOf(err) != TooMany {
			t.Errorf("an address without budget is given more: %v", err)
		}
		wg.Wait()
		if spent > 20*time.Second || spent < 15*time.Second {
			t.Errorf("%v were spent in a minute", spent)
		}
	})
}

// TestBudgetForClass checks that an address shared by 30 people has 30 times the budget.
func TestBudgetForClass(t *testing.T) {
	b := &budgets{clock: func() time.Time { return now }, share: 30}
	for i := range 60 {
		if _, err := b.takeNow("school", time.Second, time.Second); err != nil {
			t.Fatalf("job %d: %v", i, err)
		}
	}
	if _, err := b.takeNow("school", time.Second, time.Second); codeOf(err) != TooMany {
		t.Errorf("more than two jobs for each are in flight: %v", err)
	}
	free := &budgets{clock: time.Now, share: -1}
	for range 1000 {
		if _, err := free.takeNow("load test", time.Second, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
}

// TestQueueOfAddress checks that a job leaves the queue when its caller gives up, and that the
// length of the queue is limited.
func TestQueueOfAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &budgets{clock: time.Now, share: 1}
		for range jobsAtOnce {
			if _, err := b.take(t.Context(), "a", time.Second); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for range maxQueue {
			wg.Go(func() { _, _ = b.take(ctx, "a", time.Second) })
		}
		synctest.Wait()
		if _, err := b.take(ctx, "a", time.Second); codeOf(err) != TooMany {
			t.Errorf("%d wait, and one more may: %v", maxQueue, err)
		}
		cancel()
		wg.Wait()
		if n := len(b.all["a"].queue); n != 0 || b.stats.Waiting != 0 {
			t.Errorf("%d are left in the queue", n)
		}
	})
}
