package events

import (
	"context"
	"slices"

	"kydai/game"
)

var (
	errNoLadder = game.Err(WrongState, "only a ladder has challenges")
	errTooFar   = game.Err(WrongState, "one may challenge somebody who stands above, and not too far")
	errBusyNow  = game.Err(WrongState, "one of the two is playing already")
	errAway     = game.Err(WrongState, "the other is not ready for challenges now")
	errJustMet  = game.Err(WrongState, "you have just met; please play somebody else first")
)

// step is what moves a ladder: somebody joins or leaves, or a board has its first
// result. Boards are named so that a correction changes the order from there on.
type step struct{ joins, leaves, board int }

// step notes a step of a ladder that is running.
func (s *State) step(x step) {
	if s.Settings.Format == Ladder && s.Phase == Running {
		s.steps = append(slices.Clip(s.steps), x)
	}
}

// Rungs are the entrants of a ladder from its top down. Who joins stands last. Who
// beats somebody above takes the place, and all between move down by one; nothing
// else changes the order.
func (s *State) Rungs() (order []int) {
	for _, x := range s.steps {
		switch {
		case x.joins > 0 && !slices.Contains(order, x.joins):
			order = append(order, x.joins)
		case x.leaves > 0:
			order = slices.DeleteFunc(order, func(id int) bool { return id == x.leaves })
		case x.board > 0:
			order = climb(order, &s.boards()[x.board-1])
		}
	}
	return order
}

// climb moves the winner of a board to the place of the loser, if that is higher.
func climb(order []int, b *Board) []int {
	winner, loser := b.First, b.Second
	switch b.Result.Result {
	case FirstWins:
	case SecondWins:
		winner, loser = loser, winner
	default:
		return order
	}
	from, to := slices.Index(order, winner), slices.Index(order, loser)
	if from < 0 || to < 0 || from < to {
		return order
	}
	return slices.Insert(slices.Delete(order, from, from+1), to, winner)
}

// Challenge seats the caller against somebody at most so many places above as the
// settings say. Who has checked in has agreed to be challenged; the challenge is
// the agreement of the caller.
func (s *Service) Challenge(ctx context.Context, who Caller, id string, opponent int) (*State, error) {
	return s.change(ctx, who, id, func(e *State) (Change, error) {
		me := e.EntrantOf(who)
		switch {
		case e.Settings.Format != Ladder:
			return Change{}, errNoLadder
		case e.Phase != Running:
			return Change{}, errNotRunning
		case me == nil:
			return Change{}, errNotEntrant
		case e.Entrant(opponent) == nil:
			return Change{}, errNoEntrant
		}
		if err := e.mayChallenge(me.ID, opponent); err != nil {
			return Change{}, err
		}
		c := Change{}
		b := Board{First: opponent, Second: me.ID}
		if firsts := e.firsts(); firsts[me.ID] < firsts[opponent] {
			b.First, b.Second = b.Second, b.First
		}
		f := Fact{Kind: Paired, Round: 1}
		if e.last() != nil {
			f.Kind = Added
		}
		if e.Settings.Boards == Screen || e.Settings.Boards == Both && e.agreed(1, opponent) {
			if err := s.onScreen(e, &c, &b, 1, len(e.boards())+1); err != nil {
				return Change{}, err
			}
		}
		f.Boards = []Board{b}
		c.Facts = []Fact{f}
		return c, nil
	})
}

// firsts counts how often entrants had the first side more than the other.
func (s *State) firsts() map[int]int {
	n := map[int]int{}
	for _, b := range s.boards() {
		n[b.First]++
		n[b.Second]--
	}
	return n
}

// mayChallenge returns an error if an entrant may not challenge another one now.
func (s *State) mayChallenge(me, opponent int) error {
	order := s.Rungs()
	from, to := slices.Index(order, me), slices.Index(order, opponent)
	asked := s.Settings.CheckIn || s.Settings.Boards == Screen
	switch {
	case from < 0 || to < 0 || to >= from || from-to > s.Settings.Reach:
		return errTooFar
	case s.Settings.Boards == Screen && !s.agreed(1, opponent) || asked && !s.CheckedIn(1, opponent):
		return errAway
	case len(s.boards()) >= maxBoards:
		return errTooLong
	}
	last := 0 // whom the caller met last
	for _, b := range s.boards() {
		if b.Result.Result == "" && (b.First == me || b.Second == me || b.First == opponent || b.Second == opponent) {
			return errBusyNow
		}
		switch me {
		case b.First:
			last = b.Second
		case b.Second:
			last = b.First
		}
	}
	if last == opponent && len(order) > 2 {
		return errJustMet
	}
	return nil
}

// ladderStandings are the places of a ladder, with the games that each has won.
func (s *State) ladderStandings() (list []Standing) {
	wins := map[int]int{}
	for i := range s.boards() {
		wins[s.boards()[i].winner()]++
	}
	for i, x := range s.Rungs() {
		list = append(list, Standing{Place: i + 1, Entrant: x, Score: wins[x]})
	}
	return list
}
