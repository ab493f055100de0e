//go:build !linux

package main

// lowPriority does nothing on this system.
func lowPriority() {}
