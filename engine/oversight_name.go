//go:build !js

package engine

import "slices"

var oversightNames = [Oversights]string{
	"far from the last move", "backwards", "along a long line", "a leap", "through the square just left", "discovered",
	"pinned", "takes nothing", "face down", "on a diagonal", "with a gap",
}

// String returns the name of the reason for people who read measurements.
func (o Oversight) String() string { return oversightNames[o] }

// oversightKeys are the names of the reasons in data files.
var oversightKeys = [Oversights]string{
	"far", "backward", "long", "leap", "opened", "discovered", "pinned", "quiet", "covered", "slanted", "gapped",
}

// Key is the name of the reason in data files.
func (o Oversight) Key() string { return oversightKeys[o] }

// OversightOf returns the oversight that has the given key. It returns false if there is none.
func OversightOf(key string) (Oversight, bool) {
	i := slices.Index(oversightKeys[:], key)
	return Oversight(max(i, 0)), i >= 0 //nolint:gosec // there are fewer than 256 reasons
}
