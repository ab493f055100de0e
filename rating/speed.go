package rating

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// Speed is a class of time controls. Each speed has its own ratings.
type Speed uint8

// The speeds, fastest first. NoSpeed stands for a game without a clock.
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

// String returns the name of the speed; "" for NoSpeed.
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

// slowest holds the upper limit of the time per move for each speed; a game with at least this time
// per move is slower. In a game of 40 moves these limits are half a minute, three, eight and
// twenty-five minutes for the whole game, as players know them from other sites.
var slowest = []struct {
	speed Speed
	move  time.Duration
}{
	{Ultra, 750 * time.Millisecond},
	{Bullet, 4500 * time.Millisecond},
	{Blitz, 12 * time.Second},
	{Rapid, 37500 * time.Millisecond},
}

// day is the minimum time per move of correspondence games.
const day = 24 * time.Hour

// SpeedOf returns the speed of a time control. moves is Info.Moves: half of all games end before
// each side has made this number of moves.
//
// The speed depends on the time for one move: the base time divided by the moves of a typical game,
// plus the increment. So five minutes are blitz in a game of 40 moves and rapid in a game of 20.
// Byo-yomi periods and limits per move count only half, because players rarely use all of such a
// time.
func SpeedOf(c clock.Control, moves int) Speed {
	n := time.Duration(max(moves, 1))
	total := c.Base // total time of a side for n moves
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
