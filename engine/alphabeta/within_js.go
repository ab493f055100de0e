package alphabeta

import (
	"context"
	"time"
)

// within returns ctx. In a browser no timer interrupts a search, which looks at the clock itself (see
// search.Limits.Hard). The timers of package context would add 7 kB to a module.
func within(ctx context.Context, _ time.Duration) (context.Context, context.CancelFunc) {
	return ctx, func() {}
}
