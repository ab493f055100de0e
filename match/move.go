package match

import (
	"time"

	"kydai/game"
)

// Move is the one door for moves, whoever makes them. ply is the ply the move
// was meant for, code the move as a player sends it, now when it was received.
//
// A move received before the deadline counts, whenever it is handled. A move
// that was accepted before, by the same side at the same ply, gives
// ErrRepeated; another one for a ply that is past is stale.
func (m *Match) Move(by game.Side, ply int, code string, now time.Time) error {
	return m.MoveWithLag(by, ply, code, 0, now)
}

// MoveWithLag is Move for a sender whose connection took lag, as the server
// measured it. It is given back as far as the side's quota goes; so a move
// that was made in time may come in late by so much, if the flag has not been
// called yet.
func (m *Match) MoveWithLag(by game.Side, ply int, code string, lag time.Duration, now time.Time) error {
	at := moment(now)
	switch {
	case !isSide(by):
		return errNotAPlayer
	case ply < m.Ply():
		return m.late(by, ply, code)
	case ply > m.Ply():
		return errAhead
	case m.Over():
		return errOver
	case m.isPaused():
		return errPaused
	case m.Turn() != by:
		return errTurn
	}
	e := Event{Kind: Moved, By: by, At: at, Lag: min(max(lag.Truncate(time.Millisecond), 0), maxLag)}
	e.Gave = m.compensation(by, e.Lag, at)
	if deadline, ok := m.Deadline(); ok && !at.Add(-e.Gave).Before(deadline) {
		return errTime
	}
	before := m.line.Position()
	if err := m.line.Play(code); err != nil {
		return err
	}
	m.before = before
	e.Text = before.Encode(m.line.Move(ply))
	m.add(e)
	m.finish(at)
	return nil
}

// late answers a move for a ply that is past.
func (m *Match) late(by game.Side, ply int, code string) error {
	if ply < m.base || m.movers[ply-m.base] != by {
		return errStale
	}
	then := m.line.Clone()
	then.Undo(then.Ply() - ply)
	if then.Play(code) != nil || then.Move(ply) != m.line.Move(ply) {
		return errStale
	}
	return ErrRepeated
}

// compensation is what a move with such a lag gets back: no more than the
// turn has taken, and nothing while no clock runs.
func (m *Match) compensation(by game.Side, lag time.Duration, at time.Time) time.Duration {
	if m.clock.Running() != by {
		return 0
	}
	return min(lag, m.quota[by.Index()].Truncate(time.Millisecond), max(at.Sub(m.since), 0))
}

// finish ends the match if the line has come to its end.
func (m *Match) finish(at time.Time) {
	if out := m.line.Outcome(); out.Over() {
		m.end(out, game.NoSide, at)
	}
}

func (m *Match) end(out game.Outcome, by game.Side, at time.Time) {
	m.add(Event{Kind: Ended, By: by, Side: out.Winner, Text: string(out.Why), At: at})
}
