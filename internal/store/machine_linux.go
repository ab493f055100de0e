package store

import (
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// machineStart identifies the last boot of this machine.
var machineStart = func() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
}()

// readClock reads the clocks of this machine. The elapsed time is the same in all processes of the
// machine, and Go measures durations with the same clock.
func readClock() reading {
	var ts unix.Timespec
	if machineStart == "" || unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts) != nil {
		return readProcess()
	}
	return reading{day: wall(), passed: time.Duration(ts.Nano()), start: machineStart}
}
