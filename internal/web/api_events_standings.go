package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/events"
)

// EventStandings is the table of an event.
type EventStandings struct {
	Unit      int             `json:"unit" doc:"scores and tie-breaks that count points are in units: this many are one point"`
	TieBreaks []string        `json:"tieBreaks"`
	Places    []EventStanding `json:"places"`
}

// EventStanding is the place of an entrant.
type EventStanding struct {
	Place   int   `json:"place" doc:"entrants who are equal in everything share a place"`
	Entrant int   `json:"entrant"`
	Score   int   `json:"score" doc:"in units"`
	Values  []int `json:"values,omitempty" doc:"of the tie-breaks, in their order"`
}

// EventTeams is the table of the teams of an event.
type EventTeams struct {
	Unit   int         `json:"unit" doc:"scores are in units: this many are one point"`
	Places []EventTeam `json:"places"`
}

// EventTeam is the place of a team.
type EventTeam struct {
	Place   int    `json:"place"`
	Team    string `json:"team"`
	Score   int    `json:"score" doc:"in units"`
	Members []int  `json:"members" doc:"entrants who count"`
}

// PairingReason says how a pairing of a Swiss round came about.
type PairingReason struct {
	Bracket int           `json:"bracket" doc:"score of the bracket, in units"`
	Rule    int           `json:"rule,omitempty" doc:"rule of article 5.2 that gave the sides: 1 both preferences, 2 the stronger one, 3 alternation, 4 rank, 5 the lot"`
	Seats   []PairingSeat `json:"seats" doc:"two, or one with a bye; the entrant of higher rank first"`
	Words   []string      `json:"words,omitempty" doc:"the same in sentences, if a language is asked for"`
}

// PairingSeat is an entrant of a pairing, with what the rules looked at.
type PairingSeat struct {
	Entrant int    `json:"entrant"`
	Score   int    `json:"score" doc:"in units"`
	Floated bool   `json:"floated,omitempty" doc:"moved down from a higher bracket"`
	Side    string `json:"side,omitempty" enum:"first,second"`
	Wants   string `json:"wants,omitempty" enum:"first,second" doc:"preferred side"`
	Force   int    `json:"force,omitempty" doc:"of the preference: 1 mild, 2 strong, 3 absolute"`
	Met     []int  `json:"met,omitempty" doc:"entrants of the bracket whom this one has met or must not meet"`
}

// PairingAnswer says why two entrants were not paired.
type PairingAnswer struct {
	Criterion int    `json:"criterion" doc:"1 to 21 for C1 to C21 of the Dutch system, 22 for the order of candidates, 0 if they were paired"`
	Detail    string `json:"detail,omitempty" enum:"met,forbidden,had-bye"`
	Bracket   int    `json:"bracket,omitempty" doc:"score of the bracket where it gets worse, in units"`
	Best      []int  `json:"best,omitempty" doc:"the fault of the pairing made, in numbers of the criterion"`
	Forced    []int  `json:"forced,omitempty" doc:"the same if the two are paired"`
	Words     string `json:"words,omitempty" doc:"the same in a sentence, if a language is asked for"`
}

func (s *Server) standingOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, eventPath+"/{id}/standings", "getStandings", "Get the places of the entrants, of all or of one category"),
		func(ctx context.Context, v visitor, in *struct {
			EventPath
			Category string `query:"category" maxLength:"80" doc:"rank only the entrants of this category"`
		}) (*answer[EventStandings], error) {
			e, err := s.event(ctx, v, in.ID)
			if err != nil {
				return nil, err
			}
			list, unit := e.Standings(in.Category)
			out := EventStandings{Unit: unit, TieBreaks: append([]string{}, e.Settings.TieBreaks...), Places: make([]EventStanding, len(list))}
			for i, p := range list {
				out.Places[i] = EventStanding(p)
			}
			return reply(out), nil
		})
	handle(s, a, operation(http.MethodGet, eventPath+"/{id}/teams", "getTeams", "Get the places of the teams by their best members"),
		func(ctx context.Context, v visitor, in *struct {
			EventPath
			Best int `query:"best" minimum:"1" maximum:"20" default:"2" doc:"how many members of each team count"`
		}) (*answer[EventTeams], error) {
			e, err := s.event(ctx, v, in.ID)
			if err != nil {
				return nil, err
			}
			list, unit := e.Teams(in.Best)
			out := EventTeams{Unit: unit, Places: make([]EventTeam, len(list))}
			for i, p := range list {
				out.Places[i] = EventTeam(p)
			}
			return reply(out), nil
		})
	s.reasonOperations(a)
}

// event returns an event that the visitor may see.
func (s *Server) event(ctx context.Context, v visitor, id string) (*events.State, error) {
	all, err := s.events()
	if err != nil {
		return nil, err
	}
	return all.Event(ctx, callerOf(v), id)
}
