// Package sleep waits for a duration or for the end of a context, whichever is first.
package sleep

import (
	"context"
	"time"
)

// For waits for the duration d. If ctx ends first, it returns the error of ctx.
func For(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
