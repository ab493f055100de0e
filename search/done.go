//go:build !js

package search

import "context"

// whenDone arranges that f is called when ctx ends. It returns the function that ends this.
func whenDone(ctx context.Context, f func()) (stop func() bool) { return context.AfterFunc(ctx, f) }
