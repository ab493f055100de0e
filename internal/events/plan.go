package events

import (
	"cmp"
	"slices"

	"kydai/tourney"
)

// pairAll pairs the next round of a round robin. A player who is not there loses
// by forfeit.
func (s *State) pairAll() (f Fact) {
	round := s.next()
	for _, g := range tourney.RoundRobin(s.Order, s.Settings.Cycles)[round-1].Games {
		f.Boards = append(f.Boards, s.planned(Board{First: g.White, Second: g.Black}))
	}
	return f
}

// planned completes a board of a fixed plan with the forfeit of a player who is
// not there.
func (s *State) planned(b Board) Board {
	round := s.next()
	first, second := s.present(round, b.First), s.present(round, b.Second)
	if first && second {
		return b
	}
	b.Result = Result{Result: NobodyWins, Forfeit: true, Source: ByAbsence}
	switch {
	case first:
		b.Result.Result = FirstWins
	case second:
		b.Result.Result = SecondWins
	}
	b.Version = 1
	return b
}

// winner returns the entrant who goes on after a tie; 0 if it is not decided.
func (b *Board) winner() int {
	switch b.Result.Result {
	case FirstWins:
		return b.First
	case SecondWins:
		return b.Second
	}
	return b.Through
}

// duels are the ties of a knock-out so far.
func (s *State) duels() ([]tourney.Duel, error) {
	winners := map[int]int{}
	for i := range s.Rounds {
		for j := range s.Rounds[i].Boards {
			if b := &s.Rounds[i].Boards[j]; b.winner() > 0 {
				winners[b.Tie] = b.winner()
			}
		}
	}
	return tourney.Resolve(tourney.Knockout(len(s.Order), s.Settings.Third), s.Order, winners)
}

// pairTies pairs the next round of a knock-out: all ties whose players are known.
// The player who had the first side less often has it.
func (s *State) pairTies() (f Fact, err error) {
	for i := range s.last().boards() {
		if s.last().Boards[i].winner() == 0 {
			return f, errUndecided
		}
	}
	duels, err := s.duels()
	if err != nil {
		return f, err
	}
	firsts := map[int]int{}
	for i := range s.Rounds {
		for j := range s.Rounds[i].Boards {
			firsts[s.Rounds[i].Boards[j].First]++
		}
	}
	for _, d := range duels {
		a, b := d.Players[0], d.Players[1]
		switch {
		case d.Ready:
			if firsts[a] > firsts[b] || firsts[a] == firsts[b] && s.next()%2 == 0 {
				a, b = b, a
			}
			f.Boards = append(f.Boards, s.planned(Board{First: a, Second: b, Tie: d.Number}))
		case d.Free && d.Round == 1 && s.next() == 1 && a+b > 0:
			f.Byes = append(f.Byes, Bye{Entrant: a + b, Kind: FullBye})
		}
	}
	return f, nil
}

// boards is nil before the first round.
func (r *Round) boards() []Board {
	if r == nil {
		return nil
	}
	return r.Boards
}

// rankTies orders the standings of a knock-out by how far the entrants came: the
// ties won, then the match for the third place. Entrants who came as far as each
// other share a place.
func (s *State) rankTies(list []Standing) []Standing {
	duels, err := s.duels()
	if err != nil {
		return list
	}
	came := map[int]int{}
	for _, d := range duels {
		switch {
		case d.Winner == 0:
		case d.Side == tourney.Third:
			came[d.Winner]++
		default:
			came[d.Winner] += 2
		}
	}
	slices.SortStableFunc(list, func(a, b Standing) int { return cmp.Compare(came[b.Entrant], came[a.Entrant]) })
	for i := range list {
		list[i].Place = i + 1
		if i > 0 && came[list[i].Entrant] == came[list[i-1].Entrant] {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}
