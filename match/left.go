package match

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// Left is the reason for a game that a player ended because the opponent had left. The
// player wins, or the game is a draw.
const Left game.Reason = "left"

// slowTurn is a limit for the time per move. If a game has at least this time per move, its players
// need not stay connected.
const slowTurn = time.Hour

// ClaimLeft ends the game because the opponent has left: with a win for the given side or, if the
// parameter draw is true, with a draw. Only the server knows whether the opponent has left; it must
// check this before the call.
func (m *Match) ClaimLeft(by game.Side, draw bool, now time.Time) error {
	if err := m.underWay(by); err != nil {
		return err
	}
	switch {
	case !m.terms.attended():
		return game.Err(NotAllowed, "the opponent may leave in a game without a clock, over days, against a program or against oneself")
	case m.isPaused():
		return errPaused
	case !m.bothMoved():
		return errTooEarly
	}
	out := game.Win(by, Left)
	if draw {
		out = game.Draw(Left)
	}
	m.end(out, by, moment(now))
	return nil
}

// MayLeave reports whether ClaimLeft may end the match now if a player leaves: the match is in
// progress, and both players are expected to be connected.
func (m *Match) MayLeave() bool {
	return !m.Over() && !m.isPaused() && m.bothMoved() && m.terms.attended()
}

// LeftOf returns the time left on a side's clock; false if the game has no clock.
func (m *Match) LeftOf(side game.Side, now time.Time) (time.Duration, bool) {
	if !isSide(side) || m.terms.Clock.Kind == clock.Unlimited {
		return 0, false
	}
	return m.clock.Left(side, moment(now)), true
}

// attended reports whether both players are people who are expected to stay connected
// until the end: the game has a clock, and a turn does not last for hours.
func (t *Terms) attended() bool {
	c := t.Clock
	return c.Kind != clock.Unlimited && (c.Kind != clock.PerMove || c.Period < slowTurn) &&
		t.Seats[0].Kind == Human && t.Seats[1].Kind == Human && !t.samePlayer()
}
