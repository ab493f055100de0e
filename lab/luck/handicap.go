package luck

import "math"

// Handicap is an advantage at the start of a game. It gives two players of different strength equal
// chances.
type Handicap struct {
	Chance float64 // winning chance that the weaker player needs at the start
	Points int     // advantage in points that gives the winning chance Chance
}

// mostChance is the largest winning chance that a handicap may give. Players learn nothing from a
// start that is nearly won.
const mostChance = 0.95

// Suggest returns the handicap for the player whose mistakes cost more. The parameter more is the
// number of points per game that this player loses by mistakes, minus the same number of the
// opponent. Luck averages to zero over many games, so an advantage of the size more makes the
// results equal.
func Suggest(more, scale float64) Handicap {
	c := min(0.5+max(more, 0), mostChance)
	return Handicap{Chance: c, Points: int(math.Round(scale * math.Log(c/(1-c)) / math.Log(3)))}
}
