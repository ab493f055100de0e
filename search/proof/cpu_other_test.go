//go:build !unix

package proof_test

import "time"

var processStart = time.Now()

// cpu is the time since the start of the test: the system does not tell more.
func cpu() time.Duration { return time.Since(processStart) }
