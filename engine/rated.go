package engine

import (
	"math"
	"math/rand/v2"
)

// firstRating is the rating of level 1. The rating scale is our own; its numbers cannot be compared
// with ratings of other programs or sites.
const firstRating = 1000

// Ratings returns the rating of each level. steps contains, for each level from 2 on, its score
// against the level below, in percent.
func Ratings(steps []float64) []float64 {
	ratings := []float64{firstRating}
	for i, s := range steps {
		ratings = append(ratings, ratings[i]+400*math.Log10(s/(100-s)))
	}
	return ratings
}

// RatingRange returns the lowest and the highest rating that AtRating accepts. The highest is that
// of the strongest level with a node limit.
func RatingRange(e Entry, steps []float64) (least, most int) {
	known := rated(e, Ratings(steps))
	return firstRating, int(known[len(known)-1])
}

// rated returns the ratings of the levels that are limited by nodes.
func rated(e Entry, ratings []float64) []float64 {
	n := 1
	for n < len(ratings) && e.Levels[n].Nodes > 0 {
		n++
	}
	return ratings[:n]
}

// AtRating makes an engine play at a given rating. Between the ratings of two levels, it mixes the
// settings of these levels: it interpolates the logarithm of the node limit and the odds of
// overlooking a move. The parameter seed determines which of several good moves the engine plays.
func AtRating(e Entry, inner Engine, steps []float64, rating int, seed uint64) Engine {
	known := rated(e, Ratings(steps))
	r := min(max(float64(rating), known[0]), known[len(known)-1])
	i := 0
	for i+2 < len(known) && known[i+1] <= r {
		i++
	}
	level := between(e.Levels[i], e.Levels[i+1], (r-known[i])/(known[i+1]-known[i]))
	return NewHandicapped(inner, level, e, rand.New(rand.NewPCG(seed, uint64(r))))
}

// between returns a mixture of two levels: share 0 is level a, share 1 is level b.
func between(a, b Level, share float64) Level {
	mix := func(x, y float64) float64 { return math.Exp((1-share)*math.Log(x) + share*math.Log(y)) }
	a.Ease = mix(a.Ease, b.Ease)
	a.Slack += share * (b.Slack - a.Slack)
	a.Heat += share * (b.Heat - a.Heat)
	if share > 0.5 {
		a.Lines = b.Lines
	}
	a.Nodes = uint64(math.Round(mix(float64(a.Nodes), float64(b.Nodes))))
	return a
}

// Outlook holds the probabilities of a win, a draw and a loss, in thousandths.
type Outlook struct{ Win, Draw, Loss int }

// OutlookOf splits the winning probability of a score, in which a draw counts as half a win, into
// win, draw and loss. The parameter drawn is the share of drawn games in an even position.
func OutlookOf(s Score, scale, drawn float64) Outlook {
	p := WinChance(s, scale)
	draw := int(math.Round(1000 * 4 * p * (1 - p) * drawn))
	win := int(math.Round(1000*p - float64(draw)/2))
	return Outlook{Win: win, Draw: draw, Loss: 1000 - win - draw}
}
