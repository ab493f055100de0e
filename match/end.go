package match

import (
	"cmp"
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// Abandoned is the reason for the end of a game without a clock in which both sides have moved, but
// then no event happened for the time Terms.Idle. Such a game has no result.
const Abandoned game.Reason = "abandoned"

const (
	maxPause = 24 * time.Hour     // a paused game resumes by itself after this time
	maxGift  = 7 * 24 * time.Hour // maximum time that one gift may add
)

// underWay returns an error if the parameter by is not a side, or if the game is over.
func (m *Match) underWay(by game.Side) error {
	if !isSide(by) {
		return errNotAPlayer
	}
	if m.Over() {
		return errOver
	}
	return nil
}

// Resign ends the game. The other side wins.
func (m *Match) Resign(by game.Side, now time.Time) error {
	if err := m.underWay(by); err != nil {
		return err
	}
	m.end(game.Win(by.Other(), game.ByResignation), by, moment(now))
	return nil
}

// Abort ends the game without a result. Either player may abort until both have moved. A rated game
// with hidden pieces cannot be aborted after the first move, because a move reveals a piece and a
// player must not see the piece and then leave.
func (m *Match) Abort(by game.Side, now time.Time) error {
	if err := m.underWay(by); err != nil {
		return err
	}
	switch {
	case m.bothMoved():
		return game.Err(TooLate, "both sides have moved, so the game can be resigned but not aborted")
	case m.counts():
		return game.Err(TooLate, "a hidden piece was revealed in a rated game, so it can be resigned but not aborted")
	}
	m.end(game.Draw(game.ByAbort), by, moment(now))
	return nil
}

// Claim ends the game with a draw that the side to move may claim by the rules. The outcome has
// the reason that the rules give; EndedBy shows that a player claimed the draw.
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
		return game.Err(NoClaim, "a draw cannot be claimed in this position")
	}
	m.end(out, by, moment(now))
	return nil
}

// Adjudicate ends the game by decision of the server or an arbiter, for example because a
// player has left, an engine fails or a player cheated.
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

// Give adds time for a side, usually time lost by the server's fault. The reason is a
// code such as "failover".
func (m *Match) Give(to game.Side, d time.Duration, why string, now time.Time) error {
	d = d.Truncate(time.Millisecond)
	if err := m.underWay(to); err != nil {
		return err
	}
	switch {
	case m.isPaused():
		return errPaused
	case d <= 0 || d > maxGift || !isReason(why):
		return game.Err(BadArgument, "added time needs a reason, and must be whole milliseconds of at most a week")
	case m.terms.Clock.Kind == clock.Unlimited:
		return game.Err(NotAllowed, "this game has no clock")
	case m.Turn() != to && !hasBase(m.terms.Clock):
		return game.Err(NotAllowed, "time per move can be added only to the player to move")
	}
	m.add(Event{Kind: Given, Side: to, Gave: d, Text: why, At: moment(now)})
	return nil
}

// Deadline returns the time by which the side to move must move: the time when its flag falls, or
// when its time for the first move ends. It returns false if there is no time limit.
func (m *Match) Deadline() (time.Time, bool) {
	if m.Over() || m.isPaused() {
		return time.Time{}, false
	}
	if m.clock.Running() == game.NoSide && m.terms.Clock.Kind != clock.Unlimited {
		return m.since.Add(m.terms.FirstMove - m.used), true
	}
	return m.clock.Deadline()
}

// counts reports whether the game can no longer be aborted: both sides have moved, or the first
// move of a rated game with hidden pieces is made.
func (m *Match) counts() bool {
	return m.bothMoved() || m.terms.Rated && m.Hidden() && m.movedInAll() > 0
}

// Flag ends the game if the deadline of the side to move has passed: with a loss for that
// side, or without a result if the game could still be aborted.
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
	if !m.counts() {
		out = game.Draw(game.ByAbort)
	}
	m.end(out, late, at)
	return nil
}

// Check applies the effects of elapsed time: a fallen flag, an abandoned game, or the end of a
// pause that lasted too long. It returns NotDue if nothing is due.
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

// idleUntil returns the time when a game without a clock counts as abandoned, or when a pause ends.
// It returns false if neither applies.
func (m *Match) idleUntil() (time.Time, bool) {
	if m.terms.Clock.Kind != clock.Unlimited {
		return m.paused.Add(maxPause), m.isPaused()
	}
	idle := m.terms.Idle
	if !m.bothMoved() {
		idle = min(idle, cmp.Or(m.terms.Unmoved, unmoved))
	}
	return m.last.Add(idle), idle > 0
}

// unmoved is the default value of Terms.Unmoved.
const unmoved = 3 * 24 * time.Hour

// NextCheck returns the next time at which the caller must act; false if there is none. At this
// time the caller must call Check or, if an engine is to move, request the engine's move again (see
// NextAsk). The time of a deadline may be in the past. The time for an engine is always after the
// parameter now.
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

// NextAsk returns the next time at which the request to an engine must be repeated: the request is
// repeated whenever the engine's turn has lasted for another interval of the length patience. The
// returned time is always after the given current time. NextAsk returns false if no engine is to
// move.
func (m *Match) NextAsk(now time.Time, patience time.Duration) (time.Time, bool) {
	if _, waits := m.Job(); !waits || patience <= 0 {
		return time.Time{}, false
	}
	turns := max(now.Sub(m.since), 0)/patience + 1
	return m.since.Add(turns * patience), true
}
