package pool_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"kydai/internal/pool"
)

// TestPool: functions that wait for each other all run, even if there are more
// of them than idle goroutines, before and after the end of the pool. After the
// end no goroutine is left.
func TestPool(t *testing.T) {
	before := runtime.NumGoroutine()
	end := make(chan struct{})
	p := pool.New(end)
	const many = 1000
	together := func() {
		var all, done sync.WaitGroup
		all.Add(many)
		done.Add(many)
		for range many {
			p.Go(func() {
				all.Done()
				all.Wait()
				done.Done()
			})
		}
		done.Wait()
	}
	together()
	together()
	close(end)
	together()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left", runtime.NumGoroutine()-before)
		}
	}
}
