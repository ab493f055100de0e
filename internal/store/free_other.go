//go:build !linux && !darwin && !windows

package store

import "errors"

// FreeBytes is not known on this system.
func FreeBytes(string) (uint64, error) { return 0, errors.ErrUnsupported }
