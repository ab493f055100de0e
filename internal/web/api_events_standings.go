package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/events"
)

// EventStandings is the table of a tournament's (event's) standings.
type EventStandings struct {
	Unit      int             `json:"unit" doc:"scores and tie-breaks that count points are in units: this many are one point"`
	TieBreaks []string        `json:"tieBreaks"`
	Places    []EventStanding `json:"places"`
}

// EventStanding is one entrant's row in the standings.
type EventStanding struct {
	Place   int   `json:"place" doc:"entrants who are equal in everything share a place"`
	Entrant int   `json:"entrant"`
	Score   int   `json:"score" doc:"in units"`
	Values  []int `json:"values,omitempty" doc:"of the tie-breaks, in their order"`
}

// EventTeams is the table of the teams in a tournament (event).
type EventTeams struct {
	Unit    int         `json:"unit" doc:"scores of members and boards are in units: this many are one point"`
	Matches bool        `json:"matches,omitempty" doc:"teams are paired: score counts matches, 2 for a win and 1 for a draw"`
	Places  []EventTeam `json:"places"`
}

// EventTeam is the row of a team in the table.
type EventTeam struct {
	Place   int    `json:"place"`
	Team    string `json:"team"`
	Score   int    `json:"score" doc:"of the members who count, in units; or match points"`
	Members []int  `json:"members" doc:"entrants who count"`
	Boards  int    `json:"boards,omitempty" doc:"points on the boards, in units, where teams are paired"`
}

// EventBracket is the tree of matches in a knock-out or double-elimination tournament.
type EventBracket struct {
	Unit int        `json:"unit" doc:"scores are in units: this many are one point"`
	Ties []EventTie `json:"ties" nullable:"false" doc:"in the order of the plan; none before the start and for other formats"`
}

// EventTie is one encounter between two entrants in the tree of an EventBracket.
type EventTie struct {
	Tie     int    `json:"tie" doc:"number, from 1 on, as boards name it"`
	Side    string `json:"side" enum:"upper,lower,third,final,again" doc:"again is the second final of a double elimination"`
	Round   int    `json:"round" doc:"within the side, from 1 on"`
	Players [2]int `json:"players" doc:"entrants; 0 is not known yet, or nobody in a free tie"`
	Score   [2]int `json:"score" doc:"points of the games so far, in units"`
	Winner  int    `json:"winner,omitempty" doc:"entrant who goes on"`
	Free    bool   `json:"free,omitempty" doc:"not played: a bye, or a second final that is not needed"`
	Games   int    `json:"games,omitempty" doc:"games that have been paired"`
}

// PairingReason explains how one pairing of a Swiss round came about.
type PairingReason struct {
	Bracket int           `json:"bracket" doc:"score of the bracket, in units"`
	Rule    int           `json:"rule,omitempty" doc:"rule of article 5.2 that gave the sides: 1 both preferences, 2 the stronger one, 3 alternation, 4 rank, 5 the lot"`
	Seats   []PairingSeat `json:"seats" doc:"two, or one with a bye; the entrant of higher rank first"`
	Words   []string      `json:"words,omitempty" doc:"the same in sentences, if a language is asked for"`
}

// PairingSeat is one entrant in a pairing, with the data that the pairing rules used.
type PairingSeat struct {
	Entrant int    `json:"entrant"`
	Score   int    `json:"score" doc:"in units"`
	Floated bool   `json:"floated,omitempty" doc:"moved down from a higher bracket"`
	Side    string `json:"side,omitempty" enum:"first,second"`
	Wants   string `json:"wants,omitempty" enum:"first,second" doc:"preferred side"`
	Force   int    `json:"force,omitempty" doc:"of the preference: 1 mild, 2 strong, 3 absolute"`
	Met     []int  `json:"met,omitempty" doc:"entrants of the bracket whom this one has met or must not meet"`
}

// PairingAnswer explains why two entrants were not paired.
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
	handle(s, a, operation(http.MethodGet, eventPath+"/{id}/teams", "getTeams", "Get the places of the teams: by their matches where teams are paired, else by their best members"),
		func(ctx context.Context, v visitor, in *struct {
			EventPath
			Best int `query:"best" minimum:"0" maximum:"20" doc:"how many members of each team count; absent: as the event says, or 2"`
		}) (*answer[EventTeams], error) {
			e, err := s.event(ctx, v, in.ID)
			if err != nil {
				return nil, err
			}
			list, unit := e.Teams(in.Best)
			out := EventTeams{Unit: unit, Matches: e.Settings.TeamBoards > 0, Places: make([]EventTeam, len(list))}
			for i, p := range list {
				out.Places[i] = EventTeam(p)
			}
			return reply(out), nil
		})
	handle(s, a, operation(http.MethodGet, eventPath+"/{id}/bracket", "getBracket", "Get the plan of a knock-out or a double elimination with who is known so far"),
		func(ctx context.Context, v visitor, in *EventPath) (*answer[EventBracket], error) {
			e, err := s.event(ctx, v, in.ID)
			if err != nil {
				return nil, err
			}
			list, unit := e.Bracket()
			out := EventBracket{Unit: unit, Ties: make([]EventTie, len(list))}
			for i := range list {
				x := &list[i]
				out.Ties[i] = EventTie{x.Number, x.Side, x.Round, x.Players, x.Score, x.Winner, x.Free, x.Games}
			}
			return reply(out), nil
		})
	s.reasonOperations(a)
}

// event returns a tournament (event). It returns an error if the visitor may not see the
// tournament.
func (s *Server) event(ctx context.Context, v visitor, id string) (*events.State, error) {
	all, err := s.events()
	if err != nil {
		return nil, err
	}
	return all.Event(ctx, callerOf(v), id)
}
