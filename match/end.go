package match

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// Abandoned is the reason of a game without a clock in which nothing happened
// for too long. It counts for nobody.
const Abandoned game.Reason = "abandoned"

const (
	maxPause = 24 * time.Hour     // after which a clock goes on by itself
	maxGift  = 7 * 24 * time.Hour // that can be given back at once
)

// underWay refuses commands of nobody and those after the end.
func (m *Match) underWay(by game.Side) error {
	if !isSide(by) {
		return errNotAPlayer
	}
	if m.Over() {
		return errOver
	}
	return nil
}

// Resign gives the game to the other side.
func (m *Match) Resign(by game.Side, now time.Time) error {
	if err := m.underWay(by); err != nil {
		return err
	}
	m.end(game.Win(by.Other(), game.ByResignation), by, moment(now))
	return nil
}

// Abort ends the game without a result. Either player may do so until both
// have moved.
func (m *Match) Abort(by game.Side, now time.Time) error {
	if err := m.underWay(by); err != nil {
		return err
	}
	if m.bothMoved() {
		return game.Err(TooLate, "both sides have moved; the game can be resigned but not aborted")
	}
	m.end(game.Draw(game.ByAbort), by, moment(now))
	return nil
}

// Claim ends the game by a draw that the rules allow the side to move to
// claim. The reason is the rules' own; that it was claimed shows in who ended
// the game.
func (m *Match) Claim(by game.Side, now time.Time) error {
	if err := m.underWay(by); err != nil {
		return err
	}
	if m.isPaused() {
		return errPaused
	}
	if m.Turn() != by {
		return errTurn
	}
	out := game.ClaimOf(m.line)
	if !out.Over() {
		return game.Err(NoClaim, "there is no draw to claim here")
	}
	m.end(out, by, moment(now))
	return nil
}

// Adjudicate ends the game by decision of the server or an arbiter: a player
// has left, an engine fails, somebody cheated.
func (m *Match) Adjudicate(out game.Outcome, now time.Time) error {
	if m.Over() {
		return errOver
	}
	if !isReason(string(out.Why)) || out.Winner > game.Second {
		return game.Err(BadArgument, "an outcome needs a reason")
	}
	m.end(out, game.NoSide, moment(now))
	return nil
}

// Give gives time back to a side that the server took, or for any other
// reason, which is a code such as "failover".
func (m *Match) Give(to game.Side, d time.Duration, why string, now time.Time) error {
	d = d.Truncate(time.Millisecond)
	if err := m.underWay(to); err != nil {
		return err
	}
	switch {
	case m.isPaused():
		return errPaused
	case d <= 0 || d > maxGift || !isReason(why):
		return game.Err(BadArgument, "time is given in milliseconds, up to a week, for a reason")
	case m.terms.Clock.Kind == clock.Unlimited:
		return game.Err(NotAllowed, "there is no clock in this game")
	case m.Turn() != to && !hasBase(m.terms.Clock):
		return game.Err(NotAllowed, "time for a move can be given only in the turn")
	}
	m.add(Event{Kind: Given, Side: to, Gave: d, Text: why, At: moment(now)})
	return nil
}

// Deadline is when the side to move must have moved: when its flag falls, or
// when its time for the first move is up. It is false while there is none.
func (m *Match) Deadline() (time.Time, bool) {
	if m.Over() || m.isPaused() {
		return time.Time{}, false
	}
	if m.clock.Running() == game.NoSide && m.terms.Clock.Kind != clock.Unlimited {
		return m.since.Add(m.terms.FirstMove - m.used), true
	}
	return m.clock.Deadline()
}

// Flag ends the game if the deadline of the side to move has passed. Before
// both have moved, that is an abort.
func (m *Match) Flag(now time.Time) error {
	at := moment(now)
	if m.Over() {
		return errOver
	}
	deadline, ok := m.Deadline()
	if !ok || at.Before(deadline) {
		return errNotDue
	}
	late := m.Turn()
	out := game.Win(late.Other(), game.ByTime)
	if !m.bothMoved() {
		out = game.Draw(game.ByAbort)
	}
	m.end(out, late, at)
	return nil
}

// Check does what time alone brings about, if anything is due: the fall of a
// flag, the end of an abandoned game, the end of a pause that lasted too long.
func (m *Match) Check(now time.Time) error {
	at := moment(now)
	if m.Over() {
		return errOver
	}
	due, ok := m.idleUntil()
	if !ok {
		return m.Flag(now)
	}
	switch {
	case at.Before(due):
		return errNotDue
	case m.terms.Clock.Kind != clock.Unlimited:
		m.add(Event{Kind: Resumed, At: at})
	case m.bothMoved():
		m.end(game.Draw(Abandoned), game.NoSide, at)
	default:
		m.end(game.Draw(game.ByAbort), game.NoSide, at)
	}
	return nil
}

// idleUntil is how long nothing may happen where no clock runs.
func (m *Match) idleUntil() (time.Time, bool) {
	if m.terms.Clock.Kind != clock.Unlimited {
		return m.paused.Add(maxPause), m.isPaused()
	}
	return m.last.Add(m.terms.Idle), m.terms.Idle > 0
}

// NextCheck is when somebody should look at the match again, if ever: to call
// Check, or to ask once more for the answer of a machine that has had its turn
// for patience, and again each time that much has passed. A deadline may lie
// in the past; for a machine the moment is always after now.
func (m *Match) NextCheck(now time.Time, patience time.Duration) (time.Time, bool) {
	if m.Over() {
		return time.Time{}, false
	}
	next, ok := m.idleUntil()
	if !ok {
		next, ok = m.Deadline()
	}
	if ask, waits := m.NextAsk(now, patience); waits && (!ok || ask.Before(next)) {
		next, ok = ask, true
	}
	return next, ok
}

// NextAsk is when to ask once more for the answer of a machine that has had its
// turn for patience: always after now. It is false while no machine is to move.
func (m *Match) NextAsk(now time.Time, patience time.Duration) (time.Time, bool) {
	if _, waits := m.Job(); !waits || patience <= 0 {
		return time.Time{}, false
	}
	turns := max(now.Sub(m.since), 0)/patience + 1
	return m.since.Add(turns * patience), true
}
