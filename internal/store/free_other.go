//go:build !linux && !darwin && !windows

package store

import "errors"

// FreeBytes returns errors.ErrUnsupported: this system does not report free disk space.
func FreeBytes(string) (uint64, error) { return 0, errors.ErrUnsupported }
