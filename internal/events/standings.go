package events

import (
	"cmp"
	"context"
	"slices"

	"kydai/tourney"
	"kydai/tourney/swiss"
)

// Standing is the place of an entrant. Score and the values of tie-breaks are in units;
// State.Standings returns the number of units in a point.
type Standing struct {
	Place   int
	Entrant int
	Score   int
	Values  []int // values of the tie-breaks, in the order of Settings.TieBreaks
}

// Standings ranks the entrants by score and by the tie-breaks of the settings. If
// category is not "", only entrants of the category are ranked. unit is the number of
// units in a point.
func (s *State) Standings(category string) (list []Standing, unit int) {
	if s.Settings.Format == Arena {
		return s.apart(s.arenaStandings(), category), 1
	}
	if s.Settings.Format == Ladder && s.Phase != Draft && s.Phase != Open {
		return s.apart(s.ladderStandings(), category), 1
	}
	t, rank := s.table()
	order := make([]tourney.TieBreak, len(s.Settings.TieBreaks))
	for i, name := range s.Settings.TieBreaks {
		order[i] = tieBreaks[name]
	}
	places := t.Standings(order...)
	ties := s.Settings.Format.elimination() && len(s.Order) > 0
	if category != "" && !ties {
		places = tourney.Category(places, category)
	}
	for _, p := range places {
		list = append(list, Standing{p.Place, rank.entrants[p.Line.Player.Number-1], p.Line.Score, p.Values})
	}
	if ties {
		list = s.apart(s.rankTies(list), category)
	}
	return list, t.Scoring.Unit
}

// apart returns the standings of one category, with new place numbers. Entrants who share a place
// among all entrants also share a place in the category. With category "" it returns the list
// unchanged.
func (s *State) apart(list []Standing, category string) (own []Standing) {
	if category == "" {
		return list
	}
	before := 0 // place, among all entrants, of the previous entrant of this category
	for _, p := range list {
		if !slices.Contains(s.Entrant(p.Entrant).Categories, category) {
			continue
		}
		place := p.Place
		if p.Place = len(own) + 1; len(own) > 0 && place == before {
			p.Place = own[len(own)-1].Place
		}
		before = place
		own = append(own, p)
	}
	return own
}

// TeamPlace is the place of a team.
type TeamPlace struct {
	Place   int
	Team    string
	Score   int
	Members []int // ids of the entrants whose scores count
	Boards  int   // if teams are paired: points scored on the boards, while Score counts match points
}

// Teams ranks the teams. If the event pairs teams, they are ranked by the results of their matches.
// If it pairs single entrants, they are ranked by the scores of their best members. The parameter
// best is the number of members whose scores count; 0 means the number in the settings, or 2 if the
// settings name none.
func (s *State) Teams(best int) (list []TeamPlace, unit int) {
	if s.Settings.TeamBoards > 0 {
		return s.matchPlaces(), scorings[s.Settings.Scoring].Unit
	}
	own, unit := s.Standings("")
	places := make([]tourney.Place, len(own))
	for i, p := range own {
		places[i] = tourney.Place{Place: p.Place, Line: tourney.Line{Player: tourney.Player{Number: p.Entrant, Team: s.Entrant(p.Entrant).Team}, Score: p.Score}}
	}
	for _, p := range tourney.BestMembers(places, cmp.Or(best, s.Settings.TeamBest, usualBest)) {
		team := TeamPlace{Place: p.Place, Team: p.Team, Score: p.Score}
		for _, m := range p.Members {
			team.Members = append(team.Members, m.Line.Player.Number)
		}
		list = append(list, team)
	}
	return list, unit
}

// usualBest is the default number of a team's members whose scores count for the team.
const usualBest = 2

// Reason explains a pairing of a Swiss round, like swiss.Reason but with entrants. The
// higher-ranked entrant is first; a bye has only one entrant.
type Reason struct {
	Bracket int // score of the bracket (score group) in which the pairing was made, in units
	Seats   []ReasonSeat
	Rule    int // number of the rule in article 5.2 of FIDE C.04.3 that decided the sides; 0 for a bye
}

// ReasonSeat is one entrant of a pairing, with the data that the pairing rules
// considered.
type ReasonSeat struct {
	Entrant int
	Score   int    // score before the round, in units
	Floated bool   // moved down from a higher score group
	Side    string // side in this pairing: first or second; "" for a bye
	Wants   string // preferred side; "" if the entrant prefers none
	Force   int    // strength of the preference: 0 none, 1 mild, 2 strong, 3 absolute
	Met     []int  // entrants of the same bracket whom this entrant has met or must not meet
}

var sides = map[tourney.Colour]string{tourney.White: FirstWins, tourney.Black: SecondWins}

// Answer explains why two entrants were not paired; see swiss.Answer.
type Answer = swiss.Answer

// before returns the state of the event just before the given round was paired.
func (s *Service) before(ctx context.Context, who Caller, id string, round int) (*State, error) {
	now, err := s.Event(ctx, who, id)
	if err != nil {
		return nil, err
	}
	switch {
	case round < 1 || round > len(now.Rounds):
		return nil, errNoBoard
	case now.Settings.Format != Swiss || now.Settings.TeamBoards > 0:
		return nil, errOnlySwiss
	case now.Rounds[round-1].Hand:
		return nil, errByHand
	}
	facts, err := s.opts.Store.Facts(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	return (&State{ID: id}).fold(facts[:now.Rounds[round-1].Fact-1]), nil
}

// Explain returns the reasons for the pairings of a Swiss round, from the highest score group to
// the lowest.
func (s *Service) Explain(ctx context.Context, who Caller, id string, round int) ([]Reason, error) {
	e, err := s.before(ctx, who, id, round)
	if err != nil {
		return nil, err
	}
	free, err := s.reasoning()
	if err != nil {
		return nil, err
	}
	defer free()
	t, rank := e.table()
	found, err := swiss.Explain(t, e.byes(rank))
	list := make([]Reason, len(found))
	for i, r := range found {
		list[i] = Reason{Bracket: r.Bracket, Rule: r.Rule}
		for _, seat := range r.Seats {
			x := ReasonSeat{
				Entrant: rank.entrants[seat.Number-1], Score: seat.Score, Floated: seat.Floated,
				Side: sides[seat.Colour], Wants: sides[seat.Wants], Force: int(seat.Force),
			}
			for _, met := range seat.Met {
				x.Met = append(x.Met, rank.entrants[met-1])
			}
			list[i].Seats = append(list[i].Seats, x)
		}
	}
	return list, pairingError(err)
}

// WhyNot explains why the entrants a and b were not paired with each other in a Swiss round. If b
// is 0, it explains why entrant a did not get the bye.
func (s *Service) WhyNot(ctx context.Context, who Caller, id string, round, a, b int) (Answer, error) {
	e, err := s.before(ctx, who, id, round)
	if err != nil {
		return Answer{}, err
	}
	if e.Entrant(a) == nil || b != 0 && e.Entrant(b) == nil {
		return Answer{}, errNoEntrant
	}
	free, err := s.reasoning()
	if err != nil {
		return Answer{}, err
	}
	defer free()
	t, rank := e.table()
	if rank.number[a] == 0 || b != 0 && rank.number[b] == 0 {
		return Answer{}, errNoEntrant
	}
	answer, err := swiss.WhyNot(t, e.byes(rank), rank.number[a], rank.number[b])
	return answer, pairingError(err)
}

// reasoning reserves the right to compute the reasons of pairings. Only one such computation may
// run, because it takes long. If one is running, reasoning returns an error. The result free ends
// the reservation.
func (s *Service) reasoning() (free func(), err error) {
	select {
	case s.reasons <- struct{}{}:
		return func() { <-s.reasons }, nil
	default:
		return nil, errBusy
	}
}
