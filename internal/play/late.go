package play

import "context"

type lateKey struct{}

// Late returns a context for reads whose data may be some seconds old, so that the store may query
// a replica of the database. Use it for lists shown to people and for exports, but never as the
// basis of a decision.
func Late(ctx context.Context) context.Context { return context.WithValue(ctx, lateKey{}, true) }

// MayBeLate reports whether a context was marked by Late.
func MayBeLate(ctx context.Context) bool { return ctx.Value(lateKey{}) != nil }
