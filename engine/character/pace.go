package character

import (
	"math"
	"time"
)

// Turn is what the time of an answer depends on.
type Turn struct {
	Ply     int
	Choices int           // number of legal moves
	Obvious bool          // the move takes back, or is the only good one
	Left    time.Duration // on the clock; 0 without a clock
	Inc     time.Duration // per move
	Timed   bool
}

// Longest is the longest time that an answer is held back.
const Longest = 4 * time.Second

// Pace returns how long a person would take for a move of a quick game, from
// when its turn began. luck is a number from 0 to 1 and draws the time: half of
// the moves are quicker than the middle, some take twice as long. It never asks
// for more than a fortieth of the time left, so that no game is lost by it.
func Pace(t Turn, luck float64) time.Duration {
	middle := 1500.0
	switch {
	case t.Ply < 8:
		middle = 700
	case t.Ply < 16:
		middle = 1100
	}
	middle *= 0.5 + float64(min(t.Choices, 40))/60
	if t.Obvious || t.Choices < 2 {
		middle *= 0.45
	}
	// A logistic distribution of the logarithm, cut at its tails.
	u := min(max(luck, 0.02), 0.98)
	ms := middle * math.Exp(0.35*math.Log(u/(1-u)))
	d := min(time.Duration(ms)*time.Millisecond, Longest)
	if t.Timed {
		d = min(d, t.Left/40+t.Inc/2)
	}
	return max(d, 0)
}
