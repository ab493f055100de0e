package match

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// manners limits how often a side may make offers of one kind.
type manners struct {
	gap  int // minimum number of moves, of both sides, between two offers
	most int // maximum number of offers without an acceptance
}

var mannersOf = [whats]manners{
	Draw:     {gap: 20, most: 10},
	Takeback: {gap: 1, most: 5},
	Pause:    {gap: 20, most: 3},
	Resume:   {most: 20},
	Rematch:  {most: 3},
}

// maxTalk is the maximum number of events other than moves in a match. After that, offers,
// takebacks and pauses are refused.
const maxTalk = 2000

// Offer makes an offer to the other side, or accepts the other side's open offer of the same kind.
// For a takeback, n is the number of own moves to take back; for other offers n is zero.
//
// Some actions happen at once, without consent: a takeback if the opponent is an engine or the same
// player; a pause in such a game or in a game without a clock; and the end of such a pause. An
// offer stays open until it is answered or withdrawn. A move declines the opponent's offers.
func (m *Match) Offer(by game.Side, what What, n int, now time.Time) error {
	at := moment(now)
	if err := m.mayOffer(by, what, n); err != nil {
		return err
	}
	theirs := &m.offers[what][by.Other().Index()]
	switch what {
	case Takeback:
		plies, err := m.undoable(by, n)
		if err != nil {
			return err
		}
		if m.consents(by.Other()) {
			m.add(Event{Kind: Undone, By: by, Count: plies, At: at})
			return nil
		}
	case Pause, Resume:
		if theirs.stands || m.terms.Clock.Kind == clock.Unlimited || m.consents(by.Other()) {
			m.pause(by, what, at)
			return nil
		}
	case Draw:
		if theirs.stands {
			m.end(game.Draw(game.ByAgreement), by, at)
			return nil
		}
	case Rematch:
		if theirs.stands {
			return game.Err(AlreadyOffered, "the other side has offered a rematch; accept it")
		}
	}
	if err := m.patient(by, what); err != nil {
		return err
	}
	m.add(Event{Kind: Offered, By: by, What: what, Count: n, At: at})
	return nil
}

// mayOffer returns an error if the terms or the state of the game do not allow
// the offer.
func (m *Match) mayOffer(by game.Side, what What, n int) error {
	switch {
	case !isSide(by):
		return errNotAPlayer
	case what == 0 || what >= whats || (what == Takeback) != (n > 0) || n < 0:
		return game.Err(BadArgument, "there is no such offer")
	case what == Rematch && !m.Over():
		return game.Err(NotOver, "a rematch can be offered only after the end")
	case what == Rematch && m.next != "":
		return game.Err(TooLate, "the rematch has already started")
	case what == Rematch:
		return nil
	case m.Over():
		return errOver
	case m.talk >= maxTalk && what != Resume:
		return errTooOften
	case (what == Takeback || what == Pause) && m.isPaused():
		return errPaused
	case what == Resume && !m.isPaused():
		return game.Err(NotPaused, "the game is not paused")
	case what == Pause && m.terms.Rated:
		return game.Err(NotAllowed, "a rated game cannot be paused")
	case what == Draw && !m.bothMoved(), what == Pause && !m.bothMoved() && m.terms.Clock.Kind != clock.Unlimited:
		return errTooEarly
	}
	return nil
}

// patient returns an error if the side must wait before it repeats an offer of this kind, or has
// made too many offers of this kind.
func (m *Match) patient(by game.Side, what What) error {
	mine := m.offers[what][by.Index()]
	limit := mannersOf[what]
	switch {
	case mine.stands:
		return errOffered
	case mine.times >= limit.most, mine.times > 0 && m.movedInAll() < mine.moves+limit.gap:
		return errTooOften
	}
	return nil
}

// consents reports whether a side accepts every offer automatically: in an unrated game, an engine
// does, and so does a player who has both seats.
func (m *Match) consents(side game.Side) bool {
	return !m.terms.Rated && (m.terms.Seat(side).Machine() || m.terms.samePlayer())
}

// pause starts or ends a pause.
func (m *Match) pause(by game.Side, what What, at time.Time) {
	kind := Paused
	if what == Resume {
		kind = Resumed
	}
	m.add(Event{Kind: kind, By: by, At: at})
}

// Accept accepts the other side's offer. For a rematch, the caller gives the id of the new match,
// and NextTerms returns its terms. For other offers this id is "".
func (m *Match) Accept(by game.Side, what What, next string, now time.Time) error {
	at := moment(now)
	if err := m.standing(by.Other(), what); err != nil {
		return err
	}
	if (what == Rematch) != (next != "") || next != "" && !isID(next) {
		return game.Err(BadArgument, "only a rematch has the id of a next match, and it must have one")
	}
	switch what {
	case Draw:
		m.end(game.Draw(game.ByAgreement), by, at)
	case Takeback:
		plies, err := m.undoable(by.Other(), m.offers[what][by.Other().Index()].count)
		if err != nil {
			return err
		}
		m.add(Event{Kind: Undone, By: by.Other(), Count: plies, At: at})
	case Pause, Resume:
		m.pause(by, what, at)
	case Rematch:
		m.add(Event{Kind: Rematched, By: by, Text: next, At: at})
	}
	return nil
}

// Decline declines the other side's offer.
func (m *Match) Decline(by game.Side, what What, now time.Time) error {
	if err := m.standing(by.Other(), what); err != nil {
		return err
	}
	m.add(Event{Kind: Declined, By: by, What: what, At: moment(now)})
	return nil
}

// Withdraw withdraws the side's own offer.
func (m *Match) Withdraw(by game.Side, what What, now time.Time) error {
	if err := m.standing(by, what); err != nil {
		return err
	}
	m.add(Event{Kind: Withdrawn, By: by, What: what, At: moment(now)})
	return nil
}

// standing returns an error if side has no open offer of this kind.
func (m *Match) standing(side game.Side, what What) error {
	if !isSide(side) {
		return errNotAPlayer
	}
	if what == 0 || what >= whats || !m.offers[what][side.Index()].stands {
		return errNoOffer
	}
	return nil
}

// Offered reports whether side has an open offer of this kind.
func (m *Match) Offered(side game.Side, what What) bool { return m.standing(side, what) == nil }
