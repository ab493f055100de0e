package match

import (
	"slices"
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// Unlimited is the value of Terms.Takebacks for no limit.
const Unlimited = -1

// Terms are the agreed conditions of a match. They never change. EncodeTerms
// stores them without the secret in Setup.
type Terms struct {
	Game  string
	Setup game.Setup // start of the game; Setup.Start can define piece odds or another side that moves first

	Clock clock.Control
	Extra [2]time.Duration // time odds: added to a side's base time; may be negative
	// FirstMove is the time limit for each side's first move, during which the side's
	// clock does not run; zero starts the clock at once.
	FirstMove time.Duration
	// Idle is how long a game without a clock may have no activity before it is abandoned; zero
	// means no limit.
	Idle time.Duration
	// Unmoved is how long a game without a clock waits for each side's first move; zero
	// means three days. If Idle is shorter, Idle applies.
	Unmoved time.Duration

	Seats     [2]Seat  // the two players, the first side first; the first side makes the first move
	Opening   []string // moves on the board before the game starts: move odds, or an agreed opening
	Rated     bool
	Takebacks int  // maximum number of takebacks per side; 0 for none, or Unlimited
	KeepSides bool // a rematch does not swap sides, for example in odds games
	Series    Series
}

// Upper limits for the fields of valid terms.
const (
	maxTakebacks = 10_000
	maxOpening   = 400
	maxStart     = 2000
	maxFirstMove = 7 * 24 * time.Hour
	maxIdle      = 366 * 24 * time.Hour
	maxExtra     = 24 * time.Hour
)

// Seat returns the player of a side.
func (t *Terms) Seat(s game.Side) Seat { return t.Seats[s.Index()] }

// Players returns the ids of the players, first side first; "" for an engine.
func (t *Terms) Players() [2]string { return [2]string{t.Seats[0].Player, t.Seats[1].Player} }

// Check returns an error if the terms are invalid, as far as this can be checked without the rules
// of the game. New calls Check.
func (t *Terms) Check() error {
	for _, s := range t.Seats {
		if err := s.check(); err != nil {
			return err
		}
	}
	if c, err := clock.Parse(t.Clock.String()); err != nil || c != t.Clock {
		return badTerms("the time control is not valid")
	}
	switch {
	case t.Game == "":
		return badTerms("the terms have no game")
	case t.Takebacks < Unlimited || t.Takebacks > maxTakebacks:
		return badTerms("the number of takebacks is out of range")
	case outside(t.FirstMove, 0, maxFirstMove) || outside(t.Idle, 0, maxIdle) || outside(t.Unmoved, 0, maxIdle):
		return badTerms("a time is out of range or finer than a millisecond")
	case len(t.Opening) > maxOpening || slices.ContainsFunc(t.Opening, func(code string) bool { return !isCode(code) }):
		return badTerms("the opening is too long or contains an invalid move")
	case !plain(t.Game, maxName) || !plain(t.Setup.Start, maxStart):
		return badTerms("the game or its start is too long or cannot be printed")
	case t.Setup.Options[game.ViewOption] != "":
		return badTerms("a match cannot be played on a view")
	}
	for name, value := range t.Setup.Options {
		if !plain(name, maxName) || !plain(value, maxStart) {
			return badTerms("an option is too long or cannot be printed")
		}
	}
	if err := t.checkExtra(); err != nil {
		return err
	}
	if err := t.Series.check(); err != nil {
		return err
	}
	return t.checkRated()
}

func outside(d, low, high time.Duration) bool {
	return d < low || d > high || d%time.Millisecond != 0
}

func (t *Terms) checkExtra() error {
	for _, d := range t.Extra {
		switch {
		case d == 0:
		case t.Clock.Kind != clock.Fischer && t.Clock.Kind != clock.ByoYomi:
			return badTerms("odds in time need a clock with a base")
		case outside(d, -maxExtra, maxExtra) || t.Clock.Base+d < 0:
			return badTerms("the odds in time are out of range")
		}
	}
	return nil
}

// checkRated returns an error if a rated game has conditions that would distort the ratings.
func (t *Terms) checkRated() error {
	if !t.Rated {
		return nil
	}
	switch {
	case t.Clock.Kind == clock.Unlimited:
		return badTerms("a rated game needs a clock")
	case t.Takebacks != 0:
		return badTerms("a rated game has no takebacks")
	case t.Extra != [2]time.Duration{}:
		return badTerms("a rated game has no odds")
	case t.samePlayer():
		return badTerms("a rated game needs two different players")
	}
	return nil
}

// samePlayer reports whether one player has both seats.
func (t *Terms) samePlayer() bool {
	return t.Seats[0].Player != "" && t.Seats[0].Player == t.Seats[1].Player
}

// Next returns the terms of a rematch: the same terms with the sides swapped, unless
// KeepSides is set. If the game has hidden pieces, the caller must add a new deal.
func (t Terms) Next() Terms {
	t.Setup.Secret = game.Secret{}
	t.Opening = slices.Clone(t.Opening)
	if !t.KeepSides {
		t.Seats[0], t.Seats[1] = t.Seats[1], t.Seats[0]
		t.Extra[0], t.Extra[1] = t.Extra[1], t.Extra[0]
		t.Series.Points[0], t.Series.Points[1] = t.Series.Points[1], t.Series.Points[0]
	}
	return t
}

// clock returns the clock at the start of the match. If a side has no base time, it gets
// the increment for its first move.
func (t *Terms) clock() clock.Clock {
	c := clock.New(t.Clock)
	for i, s := range []game.Side{game.First, game.Second} {
		c = c.Give(s, t.Extra[i])
		if t.Clock.Kind == clock.Fischer && t.Clock.Base+t.Extra[i] == 0 {
			c = c.Give(s, t.Clock.Increment)
		}
	}
	return c
}
