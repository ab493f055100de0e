//go:build !linux

package search

// hugePages does nothing here.
func hugePages[T any]([]T) {}
