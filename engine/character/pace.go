package character

import (
	"math"
	"time"
)

// Turn holds the facts about a turn that determine how long a person would think.
type Turn struct {
	Ply     int
	Choices int           // number of legal moves
	Obvious bool          // an answer is easy to find: the move takes back a piece, or there is only one good move
	Left    time.Duration // time left on the clock; only used if Timed is set
	Inc     time.Duration // increment per move; only used if Timed is set
	Timed   bool
}

// Longest is the upper limit of the delay that Pace returns.
const Longest = 4 * time.Second

// Pace returns how long an engine waits before its move, so that it seems to think like a person in
// a fast game. The time counts from the start of the turn. The parameter luck is a random number
// from 0 to 1: at 0.5 the result is the typical time for the turn, and a higher number gives a
// longer time. In a timed game, the result is at most 1/40 of the time left plus half of the
// increment, so that the engine does not lose on time.
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
	// The random times have a log-logistic distribution with the median middle. Very short and very
	// long times are cut off.
	u := min(max(luck, 0.02), 0.98)
	ms := middle * math.Exp(0.35*math.Log(u/(1-u)))
	d := min(time.Duration(ms)*time.Millisecond, Longest)
	if t.Timed {
		d = min(d, t.Left/40+t.Inc/2)
	}
	return max(d, 0)
}
