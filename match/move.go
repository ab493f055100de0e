package match

import (
	"time"

	"kydai/game"
)

// Move plays a move of any player: a person, a bot or an engine. ply is the ply for which the move
// was meant, code is the move as the player sent it, and the last parameter is the time when the
// move was received.
//
// A move received before the deadline counts, even if it is processed later. If the same player's
// move was already accepted at the same ply, Move returns ErrRepeated. A different move for a past
// ply returns Stale.
func (m *Match) Move(by game.Side, ply int, code string, now time.Time) error {
	return m.MoveWithLag(by, ply, code, 0, now)
}

// MoveWithLag is like Move, but the player also gets back the network lag that the server measured,
// as far as the side's quota allows. The deadline for the move is later by the time that the player
// gets back, unless the game was already ended because of the time.
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

// late returns the error for a move that was meant for a past ply: ErrRepeated if the same move
// was played at that ply, otherwise Stale.
func (m *Match) late(by game.Side, ply int, code string) error {
	// The parameter by is the side that is to move when the command arrives. If one player has both
	// seats, another side may have made the move at this ply.
	if ply < m.base || m.movers[ply-m.base] != by && !m.terms.samePlayer() {
		return errStale
	}
	then := m.line.Clone()
	then.Undo(then.Ply() - ply)
	if then.Play(code) != nil || then.Move(ply) != m.line.Move(ply) {
		return errStale
	}
	return ErrRepeated
}

// compensation returns the part of the lag that a move gets back. It is at most the quota of the
// given side, and at most the time used in this turn. It is zero if the clock of this side is not
// running.
func (m *Match) compensation(by game.Side, lag time.Duration, at time.Time) time.Duration {
	if m.clock.Running() != by {
		return 0
	}
	return min(lag, m.quota[by.Index()].Truncate(time.Millisecond), max(at.Sub(m.since), 0))
}

// finish ends the match if the last move ended the game by the rules.
func (m *Match) finish(at time.Time) {
	if out := m.line.Outcome(); out.Over() {
		m.end(out, game.NoSide, at)
	}
}

func (m *Match) end(out game.Outcome, by game.Side, at time.Time) {
	m.add(Event{Kind: Ended, By: by, Side: out.Winner, Text: string(out.Why), At: at})
}
