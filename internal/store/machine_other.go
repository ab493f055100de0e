//go:build !linux

package store

// readClock reads the clocks of this process: this system has no clock that is
// shared by processes and cannot be changed.
func readClock() reading { return readProcess() }
