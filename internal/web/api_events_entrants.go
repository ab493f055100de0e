package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/events"
)

// EventEntrant is an entrant of a tournament (event).
type EventEntrant struct {
	Entrant    int      `json:"entrant" doc:"Number of the entrant, starting at 1."`
	Player     string   `json:"player,omitempty" doc:"Player id of the entrant; missing for a person without a device."`
	Name       string   `json:"name,omitempty" doc:"Name of the entrant; missing if the account was deleted."`
	Rating     int      `json:"rating,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Team       string   `json:"team,omitempty"`
	Board      int      `json:"board,omitempty" doc:"Position of the entrant within the team."`
	Enters     int      `json:"enters,omitempty" doc:"Number of the first round of a late entrant."`
	Leaves     int      `json:"leaves,omitempty" doc:"Number of the first round without the entrant, who has withdrawn."`
	CheckedIn  bool     `json:"checkedIn,omitempty" doc:"True if the entrant has checked in for the next round."`
	Bye        string   `json:"bye,omitempty" enum:"half,zero,full" doc:"Bye that the entrant has requested for the next round."`
}

// EventEntry is the data about an entrant in a request to the server. An arbiter, or the entrant,
// sends it.
type EventEntry struct {
	Name       string   `json:"name,omitempty" maxLength:"80" doc:"Name of a person without a device whom an arbiter enters; missing if the caller enters."`
	Rating     int      `json:"rating,omitempty" minimum:"0" maximum:"9999"`
	Categories []string `json:"categories,omitempty" nullable:"false" maxItems:"8"`
	Team       string   `json:"team,omitempty" maxLength:"80"`
	Board      int      `json:"board,omitempty" minimum:"0" maximum:"600" doc:"Position of the entrant within the team."`
}

func (v *EventEntry) entrant(id int) events.Entrant {
	return events.Entrant{ID: id, Name: v.Name, Rating: v.Rating, Categories: v.Categories, Team: v.Team, Board: v.Board}
}

// EntrantPath holds the id of a tournament (event) and the number of an entrant in the path of a
// request.
type EntrantPath struct {
	EventPath
	Entrant int `path:"entrant" minimum:"1" maximum:"2000" doc:"Number of the entrant."`
}

// EventCheckIn is the body of a request that checks in an entrant for the next round.
type EventCheckIn struct {
	Round int  `json:"round" minimum:"1" maximum:"3000" doc:"Number of the next round, the one to be paired."`
	In    bool `json:"in" doc:"True to check in; false to undo the check-in."`
}

// EventBye is the body of an entrant's request for a bye in a round.
type EventBye struct {
	Round int    `json:"round" minimum:"1" maximum:"30"`
	Bye   string `json:"bye,omitempty" enum:"half,zero,full" doc:"Kind of bye; only arbiters can grant a full point. A missing value withdraws the request."`
}

// EventForbidden is the body of a request that forbids or allows pairing two entrants with each
// other.
type EventForbidden struct {
	A         int  `json:"a" minimum:"1" maximum:"2000" doc:"Number of the first entrant."`
	B         int  `json:"b" minimum:"1" maximum:"2000" doc:"Number of the second entrant."`
	Forbidden bool `json:"forbidden" doc:"True to forbid the pairing; false to allow it again."`
}

func (s *Server) entrantOperations(a huma.API) {
	const one = eventPath + "/{id}/entrants/{entrant}"
	handle(s, a, operation(http.MethodGet, eventPath+"/{id}/entrants", "listEntrants", "List the entrants of an event in the order of entry"),
		func(ctx context.Context, v visitor, in *EventPath) (*answer[[]EventEntrant], error) {
			all, err := s.events()
			if err != nil {
				return nil, err
			}
			e, err := all.Event(ctx, callerOf(v), in.ID)
			if err != nil {
				return nil, err
			}
			names, err := all.Names(ctx, e)
			if err != nil {
				return nil, err
			}
			return reply(entrantViews(e, names)), nil
		})
	eventCommand(s, a, operation(http.MethodPost, eventPath+"/{id}/entrants", "enterEvent",
		"Enter an event, or as an arbiter enter a person without a device by name"), true,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			EventPath
			Body EventEntry
		}) (*events.State, error) {
			if in.Body.Name == "" {
				if err := s.classEvent(ctx, all, who, in.ID); err != nil {
					return nil, err
				}
				return all.Enter(ctx, who, in.ID)
			}
			_, e, err := all.EnterName(ctx, who, in.ID, in.Body.entrant(0))
			return e, err
		})
	eventCommand(s, a, operation(http.MethodPut, one, "describeEntrant", "Set the rating, categories and team of an entrant; for arbiters only"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			EntrantPath
			Body EventEntry
		}) (*events.State, error) {
			return all.Describe(ctx, who, in.ID, in.Body.entrant(in.Entrant))
		})
	eventCommand(s, a, operation(http.MethodDelete, one, "leaveEvent", "Withdraw an entrant from all coming rounds"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *EntrantPath) (*events.State, error) {
			return all.Leave(ctx, who, in.ID, in.Entrant)
		})
	eventCommand(s, a, operation(http.MethodPut, one+"/checkin", "checkIn",
		"Check in for the next round and agree to be seated at a board on screen without an offer"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			EntrantPath
			Body EventCheckIn
		}) (*events.State, error) {
			return all.CheckIn(ctx, who, in.ID, in.Entrant, in.Body.Round, in.Body.In)
		})
	eventCommand(s, a, operation(http.MethodPost, one+"/challenge", "challengeEntrant",
		"Challenge a ready entrant above the caller in a ladder; a challenger who wins takes the opponent's place"), true,
		func(ctx context.Context, all *events.Service, who events.Caller, in *EntrantPath) (*events.State, error) {
			return all.Challenge(ctx, who, in.ID, in.Entrant)
		})
	eventCommand(s, a, operation(http.MethodPut, one+"/bye", "askBye", "Request a bye for a round of a Swiss event that is not paired yet"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			EntrantPath
			Body EventBye
		}) (*events.State, error) {
			return all.AskBye(ctx, who, in.ID, in.Entrant, in.Body.Round, in.Body.Bye)
		})
	eventCommand(s, a, operation(http.MethodPut, eventPath+"/{id}/forbidden", "forbidPairing", "Forbid or allow the pairing of two entrants in a Swiss event"), false,
		func(ctx context.Context, all *events.Service, who events.Caller, in *struct {
			EventPath
			Body EventForbidden
		}) (*events.State, error) {
			return all.Forbid(ctx, who, in.ID, in.Body.A, in.Body.B, in.Body.Forbidden)
		})
}

func entrantViews(e *events.State, names map[int]string) []EventEntrant {
	list := make([]EventEntrant, len(e.Entrants))
	next := e.Next()
	for i := range e.Entrants {
		x := &e.Entrants[i]
		list[i] = EventEntrant{
			Entrant: x.ID, Player: x.Player, Name: names[x.ID], Rating: x.Rating, Categories: x.Categories, Team: x.Team, Board: x.Board,
			Enters: x.Enters, Leaves: x.Leaves, CheckedIn: e.CheckedIn(next, x.ID), Bye: e.Asked(next, x.ID),
		}
	}
	return list
}
