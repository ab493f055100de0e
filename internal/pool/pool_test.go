package pool_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"kydai/internal/pool"
)

// TestPool checks that many functions that wait for each other all run, although there are fewer
// idle goroutines. It checks this before and after the channel end is closed. It also checks that
// all goroutines exit in the end.
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
