package play

import "context"

type lateKey struct{}

// Late marks a context: data read with it may be some seconds old, so a replica of the database may
// be queried. Use it for lists shown to people and for exports, but never as the basis of a
// decision.
func Late(ctx context.Context) context.Context { return context.WithValue(ctx, lateKey{}, true) }

// MayBeLate reports whether a context was marked by Late.
func MayBeLate(ctx context.Context) bool { return ctx.Value(lateKey{}) != nil }
