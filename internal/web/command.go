package web

import (
	"context"
	"sync"
	"time"

	"kydai/internal/trace"
)

// command is the context of one message of a client. It contains the id of the request and ends at
// a deadline. Its timer is created only when some code first waits for the end of the context. Most
// commands never do.
type command struct {
	context.Context // contains the id of the request

	until time.Time

	mu    sync.Mutex
	timed context.Context //nolint:containedctx // the context with the timer; nil until some code waits
	stop  context.CancelFunc
	ended bool
}

func newCommand(id trace.ID) *command {
	c := &command{Context: trace.With(context.Background(), id)}
	c.extend()
	return c
}

// extend sets a new deadline. It is called when the command has waited in the queue and its
// execution begins, before any code waits for the end of the context.
func (c *command) extend() { c.until = time.Now().Add(askWithin) }

// arm creates the timer if necessary and returns the context with the timer. The caller holds c.mu.
func (c *command) arm() context.Context {
	if c.timed == nil {
		c.timed, c.stop = context.WithDeadline(c.Context, c.until)
		if c.ended {
			c.stop()
		}
	}
	return c.timed
}

// end stops the timer and cancels the context.
func (c *command) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	if c.stop != nil {
		c.stop()
	}
}

// Deadline implements context.Context.
func (c *command) Deadline() (time.Time, bool) { return c.until, true }

// Done implements context.Context.
func (c *command) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.arm().Done()
}

// Err implements context.Context.
func (c *command) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timed == nil && !c.ended && time.Now().Before(c.until) {
		return nil
	}
	return c.arm().Err()
}

// Value implements context.Context. If the command has a timer, Value looks in the context of the
// timer. So a context derived from the command finds this context and ends with it.
func (c *command) Value(key any) any {
	c.mu.Lock()
	of := c.timed
	c.mu.Unlock()
	if of == nil {
		of = c.Context
	}
	return of.Value(key)
}
