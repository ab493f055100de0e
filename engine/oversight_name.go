//go:build !js

package engine

var oversightNames = [Oversights]string{
	"far from the last move", "backwards", "along a long line", "a leap", "through the square just left", "discovered",
	"pinned", "takes nothing", "face down", "on a diagonal", "with a gap",
}

// String returns the name of the reason for people who read measurements.
func (o Oversight) String() string { return oversightNames[o] }
