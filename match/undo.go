package match

import (
	"time"

	"kydai/game"
)

// undoable returns the number of plies to take back so that the last n moves of a side are undone
// and this side is to move. It returns an error if this takeback is not allowed.
func (m *Match) undoable(side game.Side, n int) (plies int, err error) {
	limit := m.terms.Takebacks
	if limit != Unlimited && n > limit-m.taken[side.Index()] {
		return 0, game.Err(NoTakebacks, "this game does not allow so many takebacks")
	}
	for i := len(m.movers) - 1; i >= 0; i-- {
		if m.movers[i] == side {
			n--
		}
		if n == 0 {
			plies = len(m.movers) - i
			return plies, m.line.MayUndo(plies)
		}
	}
	return 0, game.Err(NothingToUndo, "you have not made so many moves")
}

// Redo plays again the last n undone moves of a side and the replies to these moves. It is allowed
// only in games in which a takeback needs no consent.
func (m *Match) Redo(by game.Side, n int, now time.Time) error {
	if err := m.underWay(by); err != nil {
		return err
	}
	switch {
	case n <= 0:
		return game.Err(BadArgument, "the number of moves to redo must be at least 1")
	case m.isPaused():
		return errPaused
	case !m.consents(by.Other()):
		return game.Err(NotAllowed, "moves can be redone only alone or against an engine")
	case m.talk >= maxTalk:
		return errTooOften
	}
	plies := m.redoable(by, n)
	if plies == 0 {
		return game.Err(NothingToUndo, "nothing was taken back")
	}
	at := moment(now)
	m.add(Event{Kind: Redone, By: by, Count: plies, At: at})
	m.finish(at)
	return nil
}

// redoable returns the number of plies to play again so that the given side has made n undone moves
// again and is to move. If there are fewer undone plies, it returns the number of these plies.
func (m *Match) redoable(side game.Side, n int) (plies int) {
	ahead := m.line.Clone()
	for n > 0 || ahead.Position().Turn() != side {
		if ahead.Position().Turn() == side {
			n--
		}
		if ahead.Redo(1) == 0 {
			break
		}
		plies++
	}
	return plies
}
