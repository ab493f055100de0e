package events

import (
	"context"
	"slices"

	"kydai/game"
)

// Enter enters the caller in an event. An entrant who has left may enter again.
func (s *Service) Enter(ctx context.Context, who Caller, id string) (*State, error) {
	e, err := s.Event(ctx, who, id)
	if err != nil {
		return nil, err
	}
	rating, err := s.opts.Rating(ctx, who.ID, e.Settings.Game, e.Settings.Clock)
	if err != nil {
		return nil, err
	}
	return s.change(ctx, who, id, func(e *State) (Change, error) {
		if e.Settings.Rated && !who.Account {
			return Change{}, errAccount
		}
		if old := e.EntrantOf(who); old != nil {
			if old.Leaves == 0 {
				return Change{}, nil
			}
			return s.admit(e, *old, false)
		}
		c, err := s.admit(e, Entrant{Player: who.ID, Account: who.Account, Rating: rating}, false)
		if !who.Account {
			c.Called = []Named{{who.ID, who.Name}}
		}
		return c, err
	})
}

// EnterName lets an arbiter enter a person without a device. number is the id of the new entrant.
func (s *Service) EnterName(ctx context.Context, who Caller, id string, entry Entrant) (number int, e *State, err error) {
	entry.ID, entry.Player, entry.Account, entry.Leaves = 0, "", false, 0
	if err := entry.check(); err != nil {
		return 0, nil, err
	}
	e, err = s.asArbiter(ctx, who, id, func(e *State) (Change, error) {
		if e.Settings.Boards == Screen {
			return Change{}, game.Err(Bad, "the boards of this event are on screen, so every entrant needs a device")
		}
		if e.Settings.Rated {
			return Change{}, errAccount
		}
		c, err := s.admit(e, entry, true)
		if err == nil {
			number = c.Facts[0].Entry.ID
		}
		return c, err
	})
	return number, e, err
}

// check validates the data that an arbiter enters about an entrant.
func (e *Entrant) check() error {
	switch {
	case e.Player == "" && !isText(e.Name, MaxName):
		return game.Err(Bad, "the name of an entrant has 1 to 80 characters")
	case e.Rating < 0 || e.Rating > maxRating:
		return game.Err(Bad, "a rating is a number from 0 to 9999")
	case e.Team != "" && !isText(e.Team, MaxName) || e.Board < 0 || e.Board > MaxEntrants:
		return game.Err(Bad, "the name of a team has at most 80 characters, and its boards have numbers")
	case len(e.Categories) > MaxCategories || slices.ContainsFunc(e.Categories, func(c string) bool { return !isText(c, MaxName) }):
		return game.Err(Bad, "an entrant has at most 8 categories of 1 to 80 characters")
	}
	return nil
}

// admit adds an entrant to an event. If entry has an id, it is an earlier entrant who had left and
// returns now.
func (s *Service) admit(e *State, entry Entrant, arbiter bool) (Change, error) {
	switch {
	case e.Phase == Over:
		return Change{}, errOver
	case e.Phase == Draft && !arbiter:
		return Change{}, errDraft
	case e.Phase == Running && (e.Settings.Format != Swiss && !e.Settings.Format.open() || e.Settings.TeamBoards > 0):
		return Change{}, errFixed
	case e.Phase == Running && e.Settings.Format == Swiss && (e.next() > e.Settings.Rounds || !arbiter && e.next() > e.Settings.LateUntil):
		return Change{}, errLate
	case e.entered() >= MaxEntrants || entry.ID == 0 && len(e.Entrants) >= MaxNumber:
		return Change{}, errFull
	}
	if entry.ID == 0 {
		entry.ID = len(e.Entrants) + 1
	}
	if entry.Leaves == 0 || entry.never() { // a new entrant, or one who left before the first possible round, gets a new first round
		entry.Enters = 0
		if e.Phase == Running {
			entry.Enters = e.next()
		}
	}
	entry.Leaves = 0
	return one(Fact{Kind: Entered, Entry: &entry})
}

// Describe lets an arbiter set the rating, categories and team of an entrant, and the name of a
// person without a device. The rating cannot be changed once the entrant has been paired, because
// pairings depend on it. Teams cannot be changed once teams have been paired.
func (s *Service) Describe(ctx context.Context, who Caller, id string, entry Entrant) (*State, error) {
	return s.asArbiter(ctx, who, id, func(e *State) (Change, error) {
		old := e.Entrant(entry.ID)
		if old == nil {
			return Change{}, errNoEntrant
		}
		next := *old
		next.Rating, next.Categories, next.Team, next.Board = entry.Rating, entry.Categories, entry.Team, entry.Board
		if old.Player == "" {
			next.Name = entry.Name
		}
		if err := next.check(); err != nil {
			return Change{}, err
		}
		switch {
		case e.Phase == Over:
			return Change{}, errOver
		case e.Phase == Running && next.Rating != old.Rating && len(e.Rounds) >= max(old.Enters, 1):
			return Change{}, game.Err(WrongState, "the entrant has been paired already, so the rating is fixed")
		case e.Phase == Running && e.Settings.TeamBoards > 0 && next.Team != old.Team:
			return Change{}, game.Err(WrongState, "the teams have been paired already, so their members are fixed")
		}
		return one(Fact{Kind: Entered, Entry: &next})
	})
}

// asEntrant runs a command for an entrant. The caller is the entrant or an arbiter. The parameter
// self of decide is true if the caller is the entrant.
func (s *Service) asEntrant(ctx context.Context, who Caller, id string, entrant int, decide func(e *State, x *Entrant, self bool) (Change, error)) (*State, error) {
	return s.change(ctx, who, id, func(e *State) (Change, error) {
		x := e.Entrant(entrant)
		switch {
		case x == nil:
			return Change{}, errNoEntrant
		case !who.is(x.Player) && !e.Arbiter(who):
			return Change{}, errNotEntrant
		case e.Phase == Over:
			return Change{}, errOver
		}
		return decide(e, x, who.is(x.Player))
	})
}

// Leave withdraws an entrant, beginning with the next round. Boards that are already paired are
// not changed.
func (s *Service) Leave(ctx context.Context, who Caller, id string, entrant int) (*State, error) {
	return s.asEntrant(ctx, who, id, entrant, func(e *State, x *Entrant, _ bool) (Change, error) {
		if x.Leaves > 0 {
			return Change{}, nil
		}
		return one(Fact{Kind: Left, Entrant: entrant, Round: e.next()})
	})
}

// CheckIn checks an entrant in for the next round if the parameter in is true; otherwise it cancels
// the check-in. Entrants who check themselves in agree to play a game on screen. A check-in by an
// arbiter means only that the entrant is present.
func (s *Service) CheckIn(ctx context.Context, who Caller, id string, entrant, round int, in bool) (*State, error) {
	return s.asEntrant(ctx, who, id, entrant, func(e *State, x *Entrant, self bool) (Change, error) {
		switch {
		case e.Phase == Draft:
			return Change{}, errDraft
		case round != e.next():
			return Change{}, game.Err(WrongState, "one checks in for the round that is paired next")
		case e.total() > 0 && round > e.total():
			return Change{}, errAllPaired
		case !x.in(round):
			return Change{}, game.Err(WrongState, "the entrant does not play in this round")
		case in && e.CheckedIn(round, entrant) && (e.agreed(round, entrant) || !self):
			return Change{}, nil
		case !in && !e.CheckedIn(round, entrant):
			return Change{}, nil
		case in:
			return one(Fact{Kind: CheckedIn, Entrant: entrant, Round: round, Self: self})
		}
		return one(Fact{Kind: CheckedUp, Entrant: entrant, Round: round})
	})
}

// AskBye requests a bye for a round that is not paired yet. With kind "" it cancels the request.
// Only an arbiter can grant a full-point bye.
func (s *Service) AskBye(ctx context.Context, who Caller, id string, entrant, round int, kind string) (*State, error) {
	return s.asEntrant(ctx, who, id, entrant, func(e *State, _ *Entrant, _ bool) (Change, error) {
		switch {
		case kind != "" && kind != HalfBye && kind != ZeroBye && kind != FullBye:
			return Change{}, game.Err(Bad, "a bye is half, zero or full")
		case kind == FullBye && !e.Arbiter(who):
			return Change{}, errNotArbiter
		case e.Settings.Format != Swiss:
			return Change{}, game.Err(WrongState, "only a Swiss event has byes on request")
		case round < e.next() || round > e.Settings.Rounds:
			return Change{}, game.Err(WrongState, "a bye is for a round that is not paired yet")
		}
		return one(Fact{Kind: Asked, Entrant: entrant, Round: round, Bye: kind})
	})
}

// Forbid prevents two entrants of a Swiss event from being paired, or allows it again.
func (s *Service) Forbid(ctx context.Context, who Caller, id string, a, b int, forbidden bool) (*State, error) {
	return s.asArbiter(ctx, who, id, func(e *State) (Change, error) {
		pair := [2]int{a, b}
		was := slices.ContainsFunc(e.Forbidden, func(p [2]int) bool { return samePair(p, pair) })
		switch {
		case e.Entrant(a) == nil || e.Entrant(b) == nil || a == b:
			return Change{}, errNoEntrant
		case e.Phase == Over:
			return Change{}, errOver
		case e.Settings.Format != Swiss || e.Settings.TeamBoards > 0:
			return Change{}, game.Err(WrongState, "only a Swiss event has forbidden pairings")
		case was == forbidden:
			return Change{}, nil
		case forbidden:
			return one(Fact{Kind: Forbade, Pair: pair})
		}
		return one(Fact{Kind: Allowed, Pair: pair})
	})
}
