// Package rating maintains the ratings of people, per game and speed, and estimates the
// strength of engine levels on the same scale. It is pure: times are arguments, and the
// package does no input or output.
//
// One game is one rating period. The deviation grows with the real time between two games, in
// fractions of a period of four days: the new rating is available right after each game, and a
// player who returns after a year is uncertain again. With periods of whole days, as in the
// paper, people would wait for the effect of a result that they already know, and every node
// would need a task that closes periods.
//
// The arithmetic is in package glicko, which gives the same bits on every processor.
package rating

import (
	"time"

	"kydai/game"
	"kydai/rating/glicko"
)

// Rating is a player's rating in one game and speed, as of the last game.
type Rating struct {
	glicko.Player
	Games int       // number of rated games that counted
	At    time.Time // time of the last counted game; zero if there is none
}

// The possible scores of a game.
const (
	Won   = 1.0
	Drawn = 0.5
	Lost  = 0.0
)

const (
	// middle is the mean rating of a new player about whom nothing is known.
	middle = 1500
	// If the first rating is derived from a win against an engine level, it stays within these
	// bounds. So one lucky win does not put a new player at the top of a list.
	lowestStart, highestStart = 800, 2200
	// provisional is the deviation above which a rating is provisional: it is shown with a question
	// mark and excluded from lists.
	provisional = 110
)

// New returns the rating of a player before the first rated game.
func New() Rating { return Rating{Player: glicko.Standard().New(middle)} }

// From returns the rating of a new player who has beaten an engine level of this strength. The
// deviation is the deviation of any new player, so the first games quickly correct a wrong start.
func From(beaten glicko.Estimate) Rating {
	mean := max(lowestStart, min(highestStart, beaten.Mean))
	return Rating{Player: glicko.Standard().New(mean)}
}

// On returns the rating at the given time. The mean is the mean after the last game; the deviation
// has grown since then. For a time before the last game, On returns the rating after that game.
func (r Rating) On(now time.Time) Rating {
	if !r.At.IsZero() && now.After(r.At) {
		r.Player = glicko.Standard().Wait(r.Player, now.Sub(r.At).Seconds())
	}
	return r
}

// Provisional reports whether the rating is too uncertain for comparisons. Call it on the
// result of On.
func (r Rating) Provisional() bool { return r.Deviation > provisional }

// SureUntil returns the time until which the rating stays not provisional if the player plays no
// more games. It returns false if the rating is provisional already or if no game was played yet.
func (r Rating) SureUntil() (time.Time, bool) {
	if r.Provisional() || r.At.IsZero() {
		return time.Time{}, false
	}
	seconds := min(glicko.Standard().Until(r.Player, provisional), longest)
	return r.At.Add(time.Duration(seconds) * time.Second), true
}

// longest is the upper limit for SureUntil, in seconds: a hundred years.
const longest = 100 * 365 * 24 * 3600

// Moved returns the rating with points added to its mean, within the bounds of the system.
// Moderators use it to correct ratings.
func (r Rating) Moved(points float64) Rating {
	s := glicko.Standard()
	r.Mean = max(s.MinMean, min(s.MaxMean, r.Mean+points))
	return r
}

// Play returns the new ratings of the players a and b after a game that ended at the given time.
// The parameter score is the score of a. Both new ratings are computed from the ratings before the
// game.
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

// ScoreOf returns the score of the first side, given the winner.
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
