//go:build !unix

package main

import "time"

// processorTime reports false: CPU time cannot be measured on this system.
func processorTime() (time.Duration, bool) { return 0, false }
