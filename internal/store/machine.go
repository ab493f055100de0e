package store

import (
	"crypto/rand"
	"time"
)

var (
	processStart = time.Now()
	processName  = rand.Text()
)

// wall returns the time of day of the machine's clock. Builds for test/chaos replace this function
// to shift the time.
var wall = func() time.Time { return time.Now().Round(0) }

// readProcess is like readClock, but measures the time since the start of this process instead of
// the time since the machine was booted.
func readProcess() reading {
	return reading{day: wall(), passed: time.Since(processStart), start: processName}
}
