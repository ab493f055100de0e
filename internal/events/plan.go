package events

import (
	"cmp"
	"slices"

	"kydai/tourney"
)

// pairAll pairs the next round of a round robin. It gives an absent player a loss by forfeit.
func (s *State) pairAll() (f Fact) {
	round := s.next()
	for _, g := range tourney.RoundRobin(s.Order, s.Settings.Cycles)[round-1].Games {
		f.Boards = append(f.Boards, s.planned(Board{First: g.White, Second: g.Black}))
	}
	return f
}

// planned completes a board of a round robin or another fixed schedule: if a player is absent, the
// board gets a forfeit result.
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

// pairTies pairs the next round of an elimination: all ties whose two players are known. The
// player who has had the first side less often gets the first side.
func (s *State) pairTies() (f Fact, err error) {
	if last := s.last(); last != nil {
		for i := range last.Boards {
			if winner, _ := s.through(last.tie(last.Boards[i].Tie)); winner == 0 {
				return f, errUndecided
			}
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
			board := s.planned(Board{First: a, Second: b, Tie: d.Number})
			if x := board.winner(); s.Settings.Games > 1 && x > 0 { // in a tie of several games, an absent entrant loses the whole tie at once
				board.Through = x
			}
			f.Boards = append(f.Boards, board)
		case d.Free && d.Round == 1 && s.next() == 1 && a+b > 0:
			f.Byes = append(f.Byes, Bye{Entrant: a + b, Kind: FullBye})
		}
	}
	return f, nil
}

// winner returns the entrant who has won the game on a board, or the entrant whom an arbiter lets
// advance; 0 if there is no such entrant.
func (b *Board) winner() int {
	switch b.Result.Result {
	case FirstWins:
		return b.First
	case SecondWins:
		return b.Second
	}
	return b.Through
}

// tie returns the boards on which the games of one tie are played in a round, in the order of the
// games.
func (r *Round) tie(number int) (list []*Board) {
	for i := range r.Boards {
		if r.Boards[i].Tie == number {
			list = append(list, &r.Boards[i])
		}
	}
	return list
}

// through returns the entrant who advances from a tie after the games so far; 0 if the tie is not
// decided. The result more is true if another game must be played. A game for which neither player
// came does not count.
func (s *State) through(games []*Board) (winner int, more bool) {
	series := tourney.Series{Games: s.Settings.Games, Deciding: s.Settings.Deciding}
	if len(games) == 0 {
		return 0, false
	}
	a, b := games[0].First, games[0].Second
	var results []int
	for _, g := range games {
		switch {
		case g.Through > 0:
			return g.Through, false
		case g.Result.Result == "" || g.Source == ByAbsence && g.Result.Result == NobodyWins:
			return 0, false // the game is in progress, or an arbiter must decide the tie
		case g.Result.Result == NobodyWins && g.Forfeit:
			continue
		}
		results = append(results, map[int]int{a: 1, b: -1}[g.winner()])
		switch won, _ := series.Next(results); won {
		case 1:
			return a, false
		case -1:
			return b, false
		}
	}
	_, more = series.Next(results)
	return 0, more && len(games) < 2*(MaxGames+MaxDeciding)
}

// duels returns the ties of an elimination, with the entrants known so far, in the form of package
// tourney.
func (s *State) duels() ([]tourney.Duel, error) {
	winners := map[int]int{}
	for i := range s.Rounds {
		r := &s.Rounds[i]
		for j := range r.Boards {
			if r.Boards[j].Game > 1 {
				continue
			}
			number := r.Boards[j].Tie
			if w, _ := s.through(r.tie(number)); w > 0 {
				winners[number] = w
			}
		}
	}
	plan := tourney.Knockout(len(s.Order), s.Settings.Third)
	if s.Settings.Format == Double {
		plan = tourney.DoubleElimination(len(s.Order))
	}
	return tourney.Resolve(plan, s.Order, winners)
}

// ties returns the number of rounds of an elimination: the rounds paired so far and the rounds
// still to play. The second final of a double elimination counts as a round to play as long as it
// may be needed.
func (s *State) ties() int {
	duels, err := s.duels()
	if err != nil {
		return len(s.Rounds)
	}
	n := len(s.Rounds) + tourney.Rest(duels)
	if last := s.last(); last != nil {
		for i := range last.Boards {
			if w, _ := s.through(last.tie(last.Boards[i].Tie)); w == 0 {
				return n - 1 // the ties of the last round are counted twice: as a paired round and as ties still to play
			}
		}
	}
	return n
}

// rankTies orders the standings of an elimination by how far the entrants advanced.
// Entrants who advanced equally far share a place.
func (s *State) rankTies(list []Standing) []Standing {
	duels, err := s.duels()
	if err != nil {
		return list
	}
	came := tourney.Came(duels)
	slices.SortStableFunc(list, func(a, b Standing) int { return cmp.Compare(came[b.Entrant], came[a.Entrant]) })
	for i := range list {
		list[i].Place = i + 1
		if i > 0 && came[list[i].Entrant] == came[list[i-1].Entrant] {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}

// goOn completes a change that sets the result of a game in a tie. If the tie is still undecided,
// goOn adds the next game with the sides swapped. If the change decides the tie, goOn cancels a
// game that was already added but is no longer needed.
func (s *Service) goOn(e *State, c Change) (Change, error) {
	if !e.Settings.Format.elimination() || len(c.Facts) == 0 {
		return c, nil
	}
	f := c.Facts[len(c.Facts)-1]
	if f.Kind != Decided || f.Round != len(e.Rounds) {
		return c, nil
	}
	after := e.fold(c.Facts)
	round := after.last()
	games := round.tie(after.board(f.Round, f.Board).Tie)
	winner, more := after.through(games)
	last := games[len(games)-1]
	switch {
	case last.Result.Result == "" && winner > 0:
		r := *f.Result
		r.Result, r.Forfeit, r.Through = NobodyWins, true, 0
		number := slices.IndexFunc(round.Boards, func(b Board) bool { return b.Tie == last.Tie && b.Game == last.Game }) + 1
		c.Facts = append(c.Facts, Fact{Kind: Decided, Round: f.Round, Board: number, Result: &r})
		if last.Match != "" {
			c.Cancel = append(c.Cancel, last.Match)
		}
	case last.Result.Result != "" && more:
		next := Board{First: last.Second, Second: last.First, Tie: last.Tie, Game: len(games) + 1}
		if last.Match != "" {
			if err := s.onScreen(after, &c, &next, f.Round, len(round.Boards)+1); err != nil {
				return c, err
			}
		}
		c.Facts = append(c.Facts, Fact{Kind: Added, Round: f.Round, Boards: []Board{next}})
	}
	return c, nil
}
