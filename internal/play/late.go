package play

import "context"

type lateKey struct{}

// Late marks a context: what is read with it may be some seconds old, so that a
// replica of the database may answer. It is for lists that people look at and for
// exports; nothing is decided by them.
func Late(ctx context.Context) context.Context { return context.WithValue(ctx, lateKey{}, true) }

// MayBeLate reports whether a context is marked by Late.
func MayBeLate(ctx context.Context) bool { return ctx.Value(lateKey{}) != nil }
