package events

import (
	"context"
	"errors"
	"io"

	"kydai/game"
	"kydai/tourney"
	"kydai/tourney/swiss"
)

// Start starts an event. It fixes the order of the entrants and draws lots for the sides in round
// one. No round is paired yet.
func (s *Service) Start(ctx context.Context, who Caller, id string) (*State, error) {
	return s.asOwner(ctx, who, id, func(e *State) (Change, error) {
		switch {
		case e.Phase == Draft:
			return Change{}, errDraft
		case e.Phase != Open:
			return Change{}, errRunning
		}
		rank := e.ranking()
		if len(rank.entrants) < 2 {
			return Change{}, errFew
		}
		lot, err := s.below(2)
		if err != nil {
			return Change{}, err
		}
		f := Fact{Kind: Started, Second: lot == 1}
		switch {
		case e.Settings.TeamBoards > 0:
			f.Teams, err = e.teamList(rank)
		case e.Settings.Format != Swiss && e.Settings.Format != Arena:
			f.Order = rank.entrants
		}
		if err == nil && e.Settings.Format == RoundRobin {
			err = errors.Join(shuffle(s, f.Order), shuffle(s, f.Teams))
		}
		if err != nil {
			return Change{}, err
		}
		return one(f)
	})
}

// shuffle puts a list in random order (Fisher-Yates).
func shuffle[T any](s *Service, list []T) error {
	for i := len(list) - 1; i > 0; i-- {
		j, err := s.below(i + 1)
		if err != nil {
			return err
		}
		list[i], list[j] = list[j], list[i]
	}
	return nil
}

// below returns a random number from 0 to n-1. The parameter n must be at most MaxEntrants: then no
// number is more likely than another by more than one in six million.
func (s *Service) below(n int) (int, error) {
	var b [4]byte
	if _, err := io.ReadFull(s.opts.Random, b[:]); err != nil {
		return 0, err
	}
	return int((uint64(b[0])<<24 | uint64(b[1])<<16 | uint64(b[2])<<8 | uint64(b[3])) % uint64(n)), nil //nolint:gosec // n is small and positive
}

// mayPair returns an error if a round cannot be paired now. The result done is true if the round is
// already paired; a repeated request must then change nothing.
func (s *State) mayPair(round int) (done bool, err error) {
	switch last := s.last(); {
	case s.Phase != Running:
		return false, errNotRunning
	case s.Settings.Format.open():
		return false, errNoRounds
	case last != nil && round == len(s.Rounds):
		return true, nil
	case round != s.next():
		return false, errNoBoard
	case round > s.total():
		return false, errAllPaired
	case last != nil && !last.Done():
		return false, errRoundOpen
	}
	return false, nil
}

// present reports whether an entrant can be paired in a round: the entrant takes part in the round
// and, if check-in is required, has checked in.
func (s *State) present(round, entrant int) bool {
	switch {
	case !s.Entrant(entrant).in(round):
		return false
	case s.Settings.Boards == Screen:
		return s.agreed(round, entrant)
	case s.Settings.CheckIn:
		return s.CheckedIn(round, entrant)
	}
	return true
}

// byes lists the entrants who are not paired in the next round of a Swiss event, with the kind of
// bye of each entrant.
func (s *State) byes(rank ranking) (list []tourney.Bye) {
	round := s.next()
	for _, id := range rank.entrants {
		kind := s.Asked(round, id)
		switch {
		case !s.Entrant(id).in(round):
			continue
		case kind == "" && s.present(round, id):
			continue
		case kind == "":
			kind = Absent
		}
		list = append(list, tourney.Bye{Player: rank.number[id], Kind: byeKinds[kind]})
	}
	return list
}

// Pair pairs a round, which must be the round after the last paired round. If the round is already
// paired, Pair changes nothing.
func (s *Service) Pair(ctx context.Context, who Caller, id string, round int) (*State, error) {
	return s.asArbiter(ctx, who, id, func(e *State) (Change, error) {
		return s.pairNext(e, round)
	})
}

// pairNext returns the change that pairs a round; an empty change if the round is already paired.
func (s *Service) pairNext(e *State, round int) (Change, error) {
	done, err := e.mayPair(round)
	if done || err != nil {
		return Change{}, err
	}
	var f Fact
	switch {
	case e.Settings.TeamBoards > 0:
		f, err = e.pairTeams()
	case e.Settings.Format == Swiss:
		f, err = e.pairSwiss()
	case e.Settings.Format == RoundRobin:
		f = e.pairAll()
	default:
		f, err = e.pairTies()
	}
	if err != nil {
		return Change{}, err
	}
	return s.paired(e, f)
}

// paired completes a Paired record (the log entry of a pairing): it assigns match ids to the boards
// that are played online.
func (s *Service) paired(e *State, f Fact) (Change, error) {
	f.Kind = Paired
	if len(f.Boards) == 0 {
		return Change{}, game.Err(NoPairing, "nobody can be paired: fewer than two entrants are there")
	}
	c := Change{}
	round := e.next()
	for i := range f.Boards {
		b := &f.Boards[i]
		if b.Result.Result != "" || e.Settings.Boards == Wood || !e.agreed(round, b.First) || !e.agreed(round, b.Second) {
			continue
		}
		if err := s.onScreen(e, &c, b, round, i+1); err != nil {
			return Change{}, err
		}
	}
	if e.Settings.Duplicate {
		e.twins(f.Boards)
	}
	c.Facts = []Fact{f}
	return c, nil
}

// onScreen assigns a match id to a board on screen and adds the board's row to a change.
func (s *Service) onScreen(e *State, c *Change, b *Board, round, number int) (err error) {
	if b.Match, err = s.opts.Play.NewID(); err != nil {
		return err
	}
	c.Boards = append(c.Boards, Seating{
		Match: b.Match, Event: e.ID, Round: round, Board: number, Players: [2]string{e.Entrant(b.First).Player, e.Entrant(b.Second).Player},
	})
	return nil
}

func (s *State) pairSwiss() (f Fact, err error) {
	t, rank := s.table()
	round, err := swiss.Pair(t, s.byes(rank))
	if err != nil {
		return f, pairingError(err)
	}
	for _, g := range round.Games {
		f.Boards = append(f.Boards, Board{First: rank.entrants[g.White-1], Second: rank.entrants[g.Black-1]})
	}
	for _, b := range round.Byes {
		f.Byes = append(f.Byes, Bye{Entrant: rank.entrants[b.Player-1], Kind: byeName(b.Kind)})
	}
	return f, nil
}

// pairingError converts the errors of package swiss to errors of this package.
func pairingError(err error) error {
	switch {
	case errors.Is(err, swiss.ErrNoPairing):
		return errNoPairing
	case errors.Is(err, swiss.ErrOver):
		return errAllPaired
	case errors.Is(err, swiss.ErrNotPlaying):
		return game.Err(NotFound, "one of the entrants was not paired in this round")
	}
	return err
}

// PairByHand pairs the next round of a Swiss event as the arbiter specifies. Entrants who have
// neither a board nor a bye are absent.
func (s *Service) PairByHand(ctx context.Context, who Caller, id string, round int, boards [][2]int, byes []Bye) (*State, error) {
	return s.asArbiter(ctx, who, id, func(e *State) (Change, error) {
		done, err := e.mayPair(round)
		switch {
		case err != nil:
			return Change{}, err
		case done:
			return Change{}, game.Err(WrongState, "the round is paired already; undo it first")
		case e.Settings.Format != Swiss:
			return Change{}, game.Err(WrongState, "the pairings of this event follow a fixed plan")
		case e.Settings.TeamBoards > 0:
			return Change{}, errTeams
		}
		f := Fact{Hand: true}
		seen := map[int]bool{}
		take := func(entrant int) error {
			x := e.Entrant(entrant)
			if x == nil || !x.in(round) || seen[entrant] {
				return game.Err(Bad, "an entrant is unknown, does not play in this round, or is listed twice")
			}
			seen[entrant] = true
			return nil
		}
		for _, b := range boards {
			for _, entrant := range b {
				if err := take(entrant); err != nil {
					return Change{}, err
				}
				if e.Settings.Boards == Screen && !e.agreed(round, entrant) {
					return Change{}, game.Err(Bad, "an entrant of a board on screen has not checked in")
				}
			}
			f.Boards = append(f.Boards, Board{First: b[0], Second: b[1]})
		}
		for _, b := range byes {
			if _, ok := byeKinds[b.Kind]; !ok {
				return Change{}, game.Err(Bad, "there is no such kind of bye")
			}
			if err := take(b.Entrant); err != nil {
				return Change{}, err
			}
			f.Byes = append(f.Byes, b)
		}
		return s.paired(e, f)
	})
}

// Undo removes the pairing of the last round and its results. The round's games on screen
// are aborted.
func (s *Service) Undo(ctx context.Context, who Caller, id string, round int) (*State, error) {
	return s.asArbiter(ctx, who, id, func(e *State) (Change, error) {
		switch {
		case e.Phase != Running:
			return Change{}, errNotRunning
		case len(e.Rounds) == 0:
			return Change{}, errNoRound
		case e.Settings.Format.open():
			return Change{}, errNoRounds
		case round != len(e.Rounds):
			return Change{}, game.Err(WrongState, "only the round that was paired last can be undone")
		}
		c := Change{Facts: []Fact{{Kind: Undone, Round: round}}}
		for _, b := range e.last().Boards {
			if b.Match != "" {
				c.Cancel = append(c.Cancel, b.Match)
			}
		}
		return c, nil
	})
}
