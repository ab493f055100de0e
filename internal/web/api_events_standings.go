package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/events"
)

// EventStandings is the table of a tournament's (event's) standings.
type EventStandings struct {
	Unit      int             `json:"unit" doc:"Divisor for scores and for tie-breaks that count points: score / unit gives the usual points."`
	TieBreaks []string        `json:"tieBreaks"`
	Places    []EventStanding `json:"places"`
}

// EventStanding is one entrant's row in the standings.
type EventStanding struct {
	Place   int   `json:"place" doc:"Place in the standings; entrants with equal scores and tie-breaks share a place."`
	Entrant int   `json:"entrant"`
	Score   int   `json:"score" doc:"Score of the entrant; divide by the field unit of the table to get the usual points."`
	Values  []int `json:"values,omitempty" doc:"Values of the tie-breaks, in the order of the field tieBreaks."`
}

// EventTeams is the table of the teams in a tournament (event).
type EventTeams struct {
	Unit    int         `json:"unit" doc:"Divisor for the scores of members and boards: score / unit gives the usual points."`
	Matches bool        `json:"matches,omitempty" doc:"True if teams are paired: then score counts match points, 2 for a win and 1 for a draw."`
	Places  []EventTeam `json:"places"`
}

// EventTeam is the row of a team in the table.
type EventTeam struct {
	Place   int    `json:"place"`
	Team    string `json:"team"`
	Score   int    `json:"score" doc:"Match points if teams are paired; otherwise the sum of the counting members' scores, to divide by unit."`
	Members []int  `json:"members" doc:"Numbers of the entrants who count for the team."`
	Boards  int    `json:"boards,omitempty" doc:"Points of the team on all boards, to divide by unit; present if teams are paired."`
}

// EventBracket is the tree of matches in a knock-out or double-elimination tournament.
type EventBracket struct {
	Unit int        `json:"unit" doc:"Divisor for all scores in this plan: score / unit gives the usual points."`
	Ties []EventTie `json:"ties" nullable:"false" doc:"Ties in the order of the elimination plan; empty before the start and for other formats."`
}

// EventTie is one encounter between two entrants in the tree of an EventBracket.
type EventTie struct {
	Tie     int    `json:"tie" doc:"Number of the tie, starting at 1, as in the field tie of a board."`
	Side    string `json:"side" enum:"upper,lower,third,final,again" doc:"Part of the plan; again is the second final of a double elimination."`
	Round   int    `json:"round" doc:"Number of the round within this part of the plan, starting at 1."`
	Players [2]int `json:"players" doc:"Numbers of the two entrants; 0 if an entrant is not known yet or, in a free tie, does not exist."`
	Score   [2]int `json:"score" doc:"Points of each entrant from the games so far; divide by the field unit of the plan."`
	Winner  int    `json:"winner,omitempty" doc:"Number of the entrant who advances."`
	Free    bool   `json:"free,omitempty" doc:"True if the tie is not played: a bye, or an unnecessary second final."`
	Games   int    `json:"games,omitempty" doc:"Number of games paired so far."`
}

// PairingReason explains how one pairing of a Swiss round came about.
type PairingReason struct {
	Bracket int           `json:"bracket" doc:"Score of the bracket; divide by the field unit of the standings to get the usual points."`
	Rule    int           `json:"rule,omitempty" doc:"Rule of FIDE article 5.2 that decided the sides: 1 both preferences, 2 the stronger preference, 3 alternation, 4 rank, 5 the lot."`
	Seats   []PairingSeat `json:"seats" doc:"Both entrants, the higher-ranked entrant first; only one for a bye."`
	Words   []string      `json:"words,omitempty" doc:"Reasons as sentences, if the request names a language."`
}

// PairingSeat is one entrant in a pairing, with the data that the pairing rules used.
type PairingSeat struct {
	Entrant int    `json:"entrant"`
	Score   int    `json:"score" doc:"Score of the entrant; divide by the field unit of the standings to get the usual points."`
	Floated bool   `json:"floated,omitempty" doc:"True if the entrant was moved down from a higher bracket."`
	Side    string `json:"side,omitempty" enum:"first,second"`
	Wants   string `json:"wants,omitempty" enum:"first,second" doc:"Side that the entrant prefers under the pairing rules."`
	Force   int    `json:"force,omitempty" doc:"Strength of the preference for a side: 1 mild, 2 strong, 3 absolute."`
	Met     []int  `json:"met,omitempty" doc:"Numbers of the entrants in the bracket whom this entrant has met or must not meet."`
}

// PairingAnswer explains why two entrants were not paired.
type PairingAnswer struct {
	Criterion int    `json:"criterion" doc:"Deciding criterion: 1 to 21 for C1 to C21 of the Dutch system, 22 for the order of candidates, 0 if the two were paired."`
	Detail    string `json:"detail,omitempty" enum:"met,forbidden,had-bye"`
	Bracket   int    `json:"bracket,omitempty" doc:"Score of the bracket where the forced pairing is worse; divide by the field unit of the standings."`
	Best      []int  `json:"best,omitempty" doc:"Violations of the criterion in the actual pairing, as numbers."`
	Forced    []int  `json:"forced,omitempty" doc:"Violations of the criterion if the two entrants are paired, as numbers."`
	Words     string `json:"words,omitempty" doc:"Answer as a sentence, if the request names a language."`
}

func (s *Server) standingOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, eventPath+"/{id}/standings", "getStandings", "Get the standings of all entrants or of one category"),
		func(ctx context.Context, v visitor, in *struct {
			EventPath
			Category string `query:"category" maxLength:"80" doc:"Rank only entrants of this category."`
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
	handle(s, a, operation(http.MethodGet, eventPath+"/{id}/teams", "getTeams", "Get the standings of the teams: by team matches if teams are paired, otherwise by the best members"),
		func(ctx context.Context, v visitor, in *struct {
			EventPath
			Best int `query:"best" minimum:"0" maximum:"20" doc:"Number of members who count for each team; default: the setting of the event, or 2."`
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
	handle(s, a, operation(http.MethodGet, eventPath+"/{id}/bracket", "getBracket", "Get the plan of a knock-out or double elimination with all entrants known so far"),
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
