package web

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"kydai/internal/trace"
)

// TestCommand checks that the context of a message, and contexts derived from it, end at its
// deadline or when end is called. It also checks that no timer is created before some code waits.
func TestCommand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		id := trace.NewID()
		c := newCommand(id)
		if trace.Of(c) != id || c.Err() != nil || c.timed != nil {
			t.Fatalf("a new command has the id %v, the error %v and the timer %v", trace.Of(c), c.Err(), c.timed)
		}
		child, cancel := context.WithCancel(c)
		defer cancel()
		if trace.Of(child) != id {
			t.Error("the child has lost the id")
		}
		time.Sleep(askWithin - time.Millisecond)
		if c.Err() != nil || child.Err() != nil {
			t.Error("it ended before its deadline")
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		if !errors.Is(c.Err(), context.DeadlineExceeded) || !errors.Is(child.Err(), context.DeadlineExceeded) {
			t.Errorf("after the deadline: %v, %v", c.Err(), child.Err())
		}

		late := newCommand(id)
		time.Sleep(2 * askWithin)
		if !errors.Is(late.Err(), context.DeadlineExceeded) {
			t.Errorf("nobody waited, and after the deadline it says %v", late.Err())
		}
		<-late.Done()

		ended := newCommand(id)
		waits := ended.Done()
		ended.end()
		<-waits
		if !errors.Is(ended.Err(), context.Canceled) {
			t.Errorf("ended: %v", ended.Err())
		}
		unused := newCommand(id)
		unused.end()
		if <-unused.Done(); !errors.Is(unused.Err(), context.Canceled) {
			t.Errorf("ended before somebody waited: %v", unused.Err())
		}
	})
}
