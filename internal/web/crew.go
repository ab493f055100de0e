package web

import "sync/atomic"

// maxIdle is how many goroutines wait for more to do.
const maxIdle = 256

// crew runs functions at the same time, as go does. Goroutines that are done
// wait for the next function: their stacks have grown to what it needs, and
// growing them costs more than most of what is done here.
type crew struct {
	jobs chan func()
	idle atomic.Int32
	end  <-chan struct{} // closed when nobody has to wait any more
}

func newCrew(end <-chan struct{}) *crew { return &crew{jobs: make(chan func()), end: end} }

// do has f run. It waits for nothing, before the end and after it.
func (c *crew) do(f func()) {
	select {
	case c.jobs <- f:
	default:
		go c.run(f)
	}
}

func (c *crew) run(f func()) {
	for {
		f()
		if c.idle.Add(1) > maxIdle {
			c.idle.Add(-1)
			return
		}
		select {
		case f = <-c.jobs:
			c.idle.Add(-1)
		case <-c.end:
			c.idle.Add(-1)
			return
		}
	}
}
