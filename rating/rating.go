// Package rating keeps the ratings of people, per game and speed, and estimates
// the strength of engine levels on the same scale. It is pure: the time is an
// argument, and nothing is read or written.
//
// One game is one rating period. The deviation grows with the real time between
// two games, in fractions of a period of four days: a rating is there right
// after each game, and a player who comes back after a year is uncertain again.
// Periods of whole days, as in the paper, would make people wait for a result
// that they have seen, and would need a task that closes them on every node.
//
// The arithmetic is in package glicko, which gives the same bits on every
// processor.
package rating

import (
	"time"

	"kydai/game"
	"kydai/rating/glicko"
)

// Rating is a player's rating in one game and speed, as of the last game.
type Rating struct {
	glicko.Player
	Games int       // rated games that counted
	At    time.Time // of the last one; zero if there is none
}

// Scores of a game.
const (
	Won   = 1.0
	Drawn = 0.5
	Lost  = 0.0
)

const (
	// middle is the rating of a new player about whom nothing is known.
	middle = 1500
	// A first rating that follows from a beaten level stays within these bounds,
	// so that one lucky win does not open the top of a list.
	lowestStart, highestStart = 800, 2200
	// provisional is the deviation above which a rating is shown with a question
	// mark and is listed nowhere.
	provisional = 110
)

// New is the rating of a player before the first rated game.
func New() Rating { return Rating{Player: glicko.Standard().New(middle)} }

// From is the rating of a new player who has beaten an engine level of this
// strength. The deviation is as wide as that of any new player: the first games
// correct a wrong start quickly.
func From(beaten glicko.Estimate) Rating {
	mean := max(lowestStart, min(highestStart, beaten.Mean))
	return Rating{Player: glicko.Standard().New(mean)}
}

// On returns the rating at a time: as after the last game, with a deviation
// that has grown since. A time before the last game gives the rating as it was
// after that game.
func (r Rating) On(now time.Time) Rating {
	if !r.At.IsZero() && now.After(r.At) {
		r.Player = glicko.Standard().Wait(r.Player, now.Sub(r.At).Seconds())
	}
	return r
}

// Provisional reports whether the rating is too uncertain to be compared.
// Call it on the rating of that time: see On.
func (r Rating) Provisional() bool { return r.Deviation > provisional }

// SureUntil returns the time until which the rating is not provisional if no
// game is played. It is false if the rating is provisional already.
func (r Rating) SureUntil() (time.Time, bool) {
	if r.Provisional() || r.At.IsZero() {
		return time.Time{}, false
	}
	seconds := min(glicko.Standard().Until(r.Player, provisional), longest)
	return r.At.Add(time.Duration(seconds) * time.Second), true
}

// longest bounds SureUntil, in seconds: a hundred years.
const longest = 100 * 365 * 24 * 3600

// Moved returns the rating with points added to its mean, within the bounds of
// the system, for corrections.
func (r Rating) Moved(points float64) Rating {
	s := glicko.Standard()
	r.Mean = max(s.MinMean, min(s.MaxMean, r.Mean+points))
	return r
}

// Play returns both ratings after a game that ended at a time; score is that of
// a. Both change from what they were before the game.
func Play(a, b Rating, score float64, at time.Time) (Rating, Rating) {
	a, b = a.On(at), b.On(at)
	a.Player, b.Player = glicko.Standard().Played(a.Player, b.Player, score)
	for _, r := range []*Rating{&a, &b} {
		r.Games++
		if at.After(r.At) {
			r.At = at
		}
	}
	return a, b
}

// ScoreOf is the score of the first side.
func ScoreOf(winner game.Side) float64 {
	switch winner {
	case game.First:
		return Won
	case game.Second:
		return Lost
	default:
		return Drawn
	}
}
