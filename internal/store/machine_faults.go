//go:build chaos_faults

package store

import (
	"os"
	"strings"
	"time"
)

// Builds for test/chaos shift the time of day by an offset that they read from a file.
func init() {
	file := os.Getenv("KYDAI_TEST_FAULT_CLOCK")
	if file == "" {
		return
	}
	wall = func() time.Time {
		text, _ := os.ReadFile(file)
		by, _ := time.ParseDuration(strings.TrimSpace(string(text)))
		return time.Now().Round(0).Add(by)
	}
}
