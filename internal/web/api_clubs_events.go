package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/clubs"
)

// maxResultBody is the maximum size of a request body that contains a signed
// file in base64, in bytes.
const maxResultBody = clubs.MaxFile/3*4 + 1<<10

// ClubNewEvent is the body of an organiser's request to create a tournament (event) of a club.
type ClubNewEvent struct {
	Starts   int64         `json:"starts" doc:"Start of the event, as Unix time in milliseconds."`
	Settings EventSettings `json:"settings"`
}

// ClubDate is the body of a request that sets the date of a tournament (event) in the calendar.
type ClubDate struct {
	Starts int64 `json:"starts" doc:"Start of the event, as Unix time in milliseconds."`
}

// ClubEventPath holds the id of a club and the id of one of its tournaments (events) in the path of
// a request.
type ClubEventPath struct {
	ClubPath
	Event string `path:"event" maxLength:"32" doc:"Id of the event."`
}

// ClubSeasonPath holds the id of a club and the number of its season in the path of a request.
type ClubSeasonPath struct {
	ClubPath
	Season int `path:"season" minimum:"1" maximum:"1000000" doc:"Number of the season."`
}

// ClubLeague is the table of a league season.
type ClubLeague struct {
	Season ClubSeason  `json:"season"`
	Unit   int         `json:"unit" doc:"Divisor for all points in this table: points / unit gives the usual points."`
	Events int         `json:"events" doc:"Number of finished events that count."`
	Rows   []LeagueRow `json:"rows" nullable:"false"`
}

// LeagueRow is one person's row in the table of a league.
type LeagueRow struct {
	Place   int    `json:"place" doc:"Place in the table; rows with equal points share a place."`
	Player  string `json:"player,omitempty" doc:"Player id; missing if the name has no account."`
	Name    string `json:"name,omitempty" doc:"Name of the person; missing if the account was deleted."`
	Points  int    `json:"points" doc:"Points of the person; divide by the field unit of the table to get the usual points."`
	Played  int    `json:"played" doc:"Number of events that the person played."`
	Counted int    `json:"counted" doc:"Number of events that count for the person."`
}

// ClubFile is the body of a request that imports a signed file with the results of a tournament.
type ClubFile struct {
	File    []byte `json:"file" minLength:"1" maxLength:"700000" doc:"Signed file in base64, at most 512 KB before the encoding."`
	Replace bool   `json:"replace,omitempty" doc:"True if the other server has a new key whose fingerprint the organiser has compared."`
}

// ClubResultPath holds the id of a club and the id of a tournament on another server in the path of
// a request.
type ClubResultPath struct {
	ClubPath
	Result string `path:"result" maxLength:"32" doc:"Id of the imported result in the club's calendar."`
}

// ClubSheet holds the results of a tournament on another server. This server cannot change them.
type ClubSheet struct {
	ClubResult
	Starts int64       `json:"starts"`
	Rounds int         `json:"rounds"`
	Unit   int         `json:"unit" doc:"Divisor for all scores in this table: score / unit gives the usual points."`
	Places []ClubPlace `json:"places" nullable:"false"`

	Trusted bool `json:"trusted,omitempty" doc:"True if the club's owner trusts the key, so that names in the file can be linked to members."`
}

// ClubPlace is the place of an entrant in a tournament on another server.
type ClubPlace struct {
	Place int    `json:"place"`
	Name  string `json:"name"`
	Score int    `json:"score" doc:"Score of the entrant; divide by the field unit of the table to get the usual points."`
}

func (s *Server) clubEventOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, clubPath+"/{id}/events", "createClubEvent", "Create an event of a club as a draft that its organisers see; for organisers only"),
		func(ctx context.Context, v visitor, in *struct {
			ClubPath
			Body ClubNewEvent
		}) (*answer[EventView], error) {
			all, err := s.clubs()
			if err == nil {
				err = s.mayCreate(v)
			}
			if err != nil {
				return nil, err
			}
			e, err := all.CreateEvent(ctx, callerOf(v), in.ID, in.Body.Settings.settings(), ofMillis(in.Body.Starts))
			if err != nil {
				return nil, err
			}
			return reply(eventView(e, v)), nil
		})
	clubCommand(s, a, operation(http.MethodPut, clubPath+"/{id}/events/{event}", "putClubEvent",
		"Add the caller's event to a club's calendar, which lets the club's organisers run it, or change its date"), false,
		func(ctx context.Context, all *clubs.Service, v visitor, in *struct {
			ClubEventPath
			Body ClubDate
		}) (string, error) {
			return in.ID, all.PutEvent(ctx, callerOf(v), in.ID, in.Event, ofMillis(in.Body.Starts))
		})
	clubCommand(s, a, operation(http.MethodDelete, clubPath+"/{id}/events/{event}", "dropClubEvent", "Remove an event from a club's calendar; the event stays"), false,
		func(ctx context.Context, all *clubs.Service, v visitor, in *ClubEventPath) (string, error) {
			return in.ID, all.DropEvent(ctx, v.ID, in.ID, in.Event)
		})
	season := func(in *ClubSeason, number int) clubs.Season {
		return clubs.Season{Number: number, Name: in.Name, Starts: ofMillis(in.Starts), Ends: ofMillis(in.Ends), Rule: clubs.Rule(in.Rule), Best: in.Best}
	}
	clubCommand(s, a, operation(http.MethodPost, clubPath+"/{id}/seasons", "createSeason", "Create a league season of a club"), true,
		func(ctx context.Context, all *clubs.Service, v visitor, in *struct {
			ClubPath
			Body ClubSeason
		}) (string, error) {
			_, err := all.PutSeason(ctx, v.ID, in.ID, season(&in.Body, 0))
			return in.ID, err
		})
	clubCommand(s, a, operation(http.MethodPut, clubPath+"/{id}/seasons/{season}", "alterSeason", "Change a league season"), false,
		func(ctx context.Context, all *clubs.Service, v visitor, in *struct {
			ClubSeasonPath
			Body ClubSeason
		}) (string, error) {
			_, err := all.PutSeason(ctx, v.ID, in.ID, season(&in.Body, in.Season))
			return in.ID, err
		})
	clubCommand(s, a, operation(http.MethodDelete, clubPath+"/{id}/seasons/{season}", "dropSeason", "Delete a league season; its events stay"), false,
		func(ctx context.Context, all *clubs.Service, v visitor, in *ClubSeasonPath) (string, error) {
			return in.ID, all.DropSeason(ctx, v.ID, in.ID, in.Season)
		})
	handle(s, a, operation(http.MethodGet, clubPath+"/{id}/seasons/{season}", "getLeague", "Get the table of a league season, computed from its events"),
		func(ctx context.Context, _ visitor, in *ClubSeasonPath) (*answer[ClubLeague], error) {
			all, err := s.clubs()
			if err != nil {
				return nil, err
			}
			l, err := all.League(ctx, in.ID, in.Season)
			if err != nil {
				return nil, err
			}
			out := ClubLeague{Season: seasonView(&l.Season), Unit: clubs.Unit, Events: l.Events, Rows: make([]LeagueRow, len(l.Rows))}
			for i, r := range l.Rows {
				out.Rows[i] = LeagueRow{r.Place, r.Player, r.Name, r.Units, r.Played, r.Counted}
			}
			return reply(out), nil
		})
}

// clubResultOperations registers the operations on tournaments of other servers.
func (s *Server) clubResultOperations(a huma.API) {
	take := operation(http.MethodPost, clubPath+"/{id}/results", "importResults",
		"Import an event of another server into the calendar from its signed file; importing it again changes nothing")
	take.MaxBodyBytes = maxResultBody
	handle(s, a, take, func(ctx context.Context, v visitor, in *struct {
		ClubPath
		Body ClubFile
	}) (*answer[ClubResult], error) {
		all, err := s.clubs()
		if err == nil {
			err = s.mayCreate(v)
		}
		if err != nil {
			return nil, err
		}
		r, _, err := all.Import(ctx, v.ID, in.ID, in.Body.File, in.Body.Replace)
		if err != nil {
			return nil, err
		}
		return reply(resultView(&r)), nil
	})
	handle(s, a, operation(http.MethodGet, clubPath+"/{id}/results/{result}", "getResults", "Get an imported event of another server"),
		func(ctx context.Context, _ visitor, in *ClubResultPath) (*answer[ClubSheet], error) {
			all, err := s.clubs()
			if err != nil {
				return nil, err
			}
			sheet, err := all.Sheet(ctx, in.ID, in.Result)
			if err != nil {
				return nil, err
			}
			out := ClubSheet{
				ClubResult: resultView(&sheet.Result), Starts: sheet.Result.Starts.UnixMilli(), Rounds: sheet.Rounds, Unit: sheet.Unit, Trusted: sheet.Trusted, Places: make([]ClubPlace, len(sheet.Standings)),
			}
			for i, p := range sheet.Standings {
				out.Places[i] = ClubPlace(p)
			}
			return reply(out), nil
		})
	file := operation(http.MethodGet, clubPath+"/{id}/results/{result}/file", "getResultsFile", "Get the signed file of an event of another server, exactly as imported")
	file.Responses = map[string]*huma.Response{"200": {
		Description: "Content of the file",
		Content:     map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	handle(s, a, file, func(ctx context.Context, _ visitor, in *ClubResultPath) (*recordAnswer, error) {
		all, err := s.clubs()
		if err != nil {
			return nil, err
		}
		sheet, err := all.Sheet(ctx, in.ID, in.Result)
		if err != nil {
			return nil, err
		}
		return &recordAnswer{ContentType: "application/json", Disposition: `attachment; filename="kydai-` + sheet.Result.ID + `.signed.json"`, Body: sheet.Result.File}, nil
	})
	clubCommand(s, a, operation(http.MethodDelete, clubPath+"/{id}/results/{result}", "dropResults", "Delete an imported event of another server from the calendar"), false,
		func(ctx context.Context, all *clubs.Service, v visitor, in *ClubResultPath) (string, error) {
			return in.ID, all.DropResult(ctx, v.ID, in.ID, in.Result)
		})
}
