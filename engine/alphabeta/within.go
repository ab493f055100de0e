//go:build !js

package alphabeta

import (
	"context"
	"time"
)

// within returns a context that ends after d.
func within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d)
}
