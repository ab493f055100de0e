//go:build !chaos_faults

package main

import "kydai/play"

// withFaults changes nothing. Programs built to be tested by test/chaos break a
// promise here, so that the test can show that it would notice.
func withFaults(o play.Options) play.Options { return o }
