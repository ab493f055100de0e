package luck

import "math"

// Handicap is a start that would have made two players even.
type Handicap struct {
	Chance float64 // to win, that the weaker side has to have at the start
	Points int     // the advantage that gives that chance
}

// The most that is suggested: nobody learns from a start that is all but won.
const mostChance = 0.95

// Suggest returns the handicap for a side that gave away so much more than the
// other, in games on average. Over many games luck is nothing, so a start that
// is better by what one gives away makes the result even.
func Suggest(more, scale float64) Handicap {
	c := min(0.5+max(more, 0), mostChance)
	return Handicap{Chance: c, Points: int(math.Round(scale * math.Log(c/(1-c)) / math.Log(3)))}
}
