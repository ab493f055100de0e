package luck

import "math"

// Handicap is an advantage at the start that gives two players of different strength equal
// chances.
type Handicap struct {
	Chance float64 // winning chance that the weaker side needs at the start
	Points int     // advantage in points that gives this chance
}

// mostChance is the largest suggested chance: players learn nothing from a start that is
// nearly won.
const mostChance = 0.95

// Suggest returns the handicap for a side whose mistakes cost more expected points per game
// than its opponent's; more is the difference. Luck averages to zero over many games, so an
// advantage of the same size makes the results equal.
func Suggest(more, scale float64) Handicap {
	c := min(0.5+max(more, 0), mostChance)
	return Handicap{Chance: c, Points: int(math.Round(scale * math.Log(c/(1-c)) / math.Log(3)))}
}
