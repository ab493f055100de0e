package rating

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// Speed is a class of time controls with a rating of its own.
type Speed uint8

// The speeds, fastest first. NoSpeed is a game without a clock.
const (
	NoSpeed Speed = iota
	Ultra
	Bullet
	Blitz
	Rapid
	Classical
	Days
)

var speedNames = [...]string{"", "ultra", "bullet", "blitz", "rapid", "classical", "days"}

// String is the name of the speed, "" for none.
func (s Speed) String() string {
	if int(s) < len(speedNames) {
		return speedNames[s]
	}
	return ""
}

// Speeds lists all speeds, fastest first.
func Speeds() []Speed { return []Speed{Ultra, Bullet, Blitz, Rapid, Classical, Days} }

// ParseSpeed reads the name of a speed.
func ParseSpeed(name string) (Speed, error) {
	for _, s := range Speeds() {
		if s.String() == name {
			return s, nil
		}
	}
	return NoSpeed, game.Err("bad-speed", "there is no speed called ", name)
}

// slowest has the first time for a move that is too slow for each speed. In a
// game of 40 moves they are the bounds that players know from other sites: half
// a minute, three, eight and twenty-five minutes for the game.
var slowest = []struct {
	speed Speed
	move  time.Duration
}{
	{Ultra, 750 * time.Millisecond},
	{Bullet, 4500 * time.Millisecond},
	{Blitz, 12 * time.Second},
	{Rapid, 37500 * time.Millisecond},
}

// day is the time per move from which a game counts as correspondence.
const day = 24 * time.Hour

// SpeedOf is the speed of a time control in a game in which half of all games
// end before each side has made this number of moves: Info.Moves.
//
// What makes a game fast is the time for one move: the base time divided by the
// moves of a usual game, and the increment. So five minutes are blitz in a game
// of 40 moves, and rapid in one of 20. Of a byo-yomi period, and of a limit for
// each move, half counts: players rarely use all of it.
func SpeedOf(c clock.Control, moves int) Speed {
	n := time.Duration(max(moves, 1))
	total := c.Base // for n moves
	switch c.Kind {
	case clock.Unlimited:
		return NoSpeed
	case clock.Fischer:
		total += n * c.Increment
	case clock.ByoYomi:
		total += n * (c.Period / 2)
	case clock.PerMove:
		if c.Period >= day {
			return Days
		}
		total = n * (c.Period / 2)
	}
	for _, b := range slowest {
		if total < n*b.move {
			return b.speed
		}
	}
	return Classical
}
