//go:build !linux

package search

// hugePages does nothing on systems other than Linux.
func hugePages[T any]([]T) {}
