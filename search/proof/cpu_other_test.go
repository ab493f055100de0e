//go:build !unix

package proof_test

import "time"

var processStart = time.Now()

// cpu returns the time since the start of the test, because this system does not provide the
// CPU time.
func cpu() time.Duration { return time.Since(processStart) }
