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

// step is one change to the order of a ladder: an entrant joins or leaves, or a board gets its
// first result. Exactly one field is set. A step stores the number of the board instead of the
// result. So a corrected result changes the order from this step on.
type step struct{ joins, leaves, board int }

// step records a step of a running ladder.
func (s *State) step(x step) {
	if s.Settings.Format == Ladder && s.Phase == Running {
		s.steps = append(slices.Clip(s.steps), x)
	}
}

// Rungs returns the ids of a ladder's entrants from top to bottom. An entrant who joins is placed
// last. A winner who stood below the loser takes the loser's place, and everyone between them moves
// down by one. Other results do not change the order.
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

// climb moves the winner of a board to the place of the loser if that place is higher.
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

// Challenge pairs the caller with an opponent who stands at most Settings.Reach places higher in
// the ladder. Both have agreed to play: the opponent by checking in, the caller by this challenge.
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

// firsts returns, for each entrant, the number of games as the first side minus the number of
// games as the second side.
func (s *State) firsts() map[int]int {
	n := map[int]int{}
	for _, b := range s.boards() {
		n[b.First]++
		n[b.Second]--
	}
	return n
}

// mayChallenge returns an error if entrant me may not challenge the opponent now.
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
	last := 0 // the caller's opponent on the latest board
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

// ladderStandings returns the places of a ladder, with the number of games that each
// entrant has won.
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
