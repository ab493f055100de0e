//go:build !linux

package store

// readClock reads the clocks of this process, because this system has no clock that all processes
// share and that cannot be changed.
func readClock() reading { return readProcess() }
