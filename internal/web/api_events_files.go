package web

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/clubs"
	"kydai/internal/events"
	"kydai/internal/play"
	"kydai/tourney/signed"
	"kydai/tourney/trf"
)

// maxListBody is the maximum size of a request body that contains a list of
// entrants in base64, in bytes.
const maxListBody = events.MaxList/3*4 + 1<<10

// EventFilePath holds the tournament (event), the kind of file and the language in a request for a
// file.
type EventFilePath struct {
	EventPath
	File string `path:"file" enum:"trf16,trf26,entrants,pairings,standings,signed" doc:"Kind of file: a FIDE tournament report (TRF16 or TRF-2026), a table as CSV, or the report signed by this server."`
	Lang string `query:"lang" enum:"vi,en,zh-Hans,zh-Hant" default:"en" doc:"Language of the column titles in a table."`
	host string
}

// Resolve stores the host name with which the client called this server. The library huma calls
// Resolve before the operation.
func (in *EventFilePath) Resolve(c huma.Context) []error {
	in.host = c.Host()
	return nil
}

// EventKey is the public key that verifies the signature of results.
type EventKey struct {
	Key         string `json:"key" doc:"Public key as 64 hexadecimal digits, the input of kydai tourney verify --key."`
	Fingerprint string `json:"fingerprint" doc:"Short form of the key, for comparison by people."`
}

// EventList is the body of a request with a file that lists entrants.
type EventList struct {
	File []byte `json:"file" minLength:"1" maxLength:"349528" doc:"Entry list in base64, at most 256 KB before the encoding: a FIDE tournament report, a table (CSV) with name, rating, team and categories, or one name per line."`
	Take bool   `json:"take,omitempty" doc:"True to enter all lines without mistakes; otherwise the file is only checked."`
}

// EventListed is the result of reading a file that lists entrants.
type EventListed struct {
	Entrants []EventLine    `json:"entrants" doc:"Lines without mistakes: their entrants are entered or, in a check, would be."`
	Mistakes []EventMistake `json:"mistakes" doc:"Lines with mistakes, which are skipped."`
	Version  int            `json:"version" doc:"Version number of the event."`
}

// EventLine is a line of a list of entrants that was read without a mistake.
type EventLine struct {
	Line       int      `json:"line" doc:"Line number in the file, starting at 1."`
	Name       string   `json:"name"`
	Rating     int      `json:"rating,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Team       string   `json:"team,omitempty"`
	Board      int      `json:"board,omitempty" doc:"Position of the entrant within the team."`
}

// EventMistake is a line of a list of entrants that was skipped because it contains a mistake.
type EventMistake struct {
	Line int    `json:"line" doc:"Line number in the file, starting at 1; 0 if the mistake is about the whole list."`
	Code string `json:"code" enum:"no-name,bad-name,bad-rating,bad-team,bad-categories,twice,known,too-long,bad-file" doc:"Code of the mistake. known: the person is already in the event; twice: an earlier line has the same person; too-long: the event is full."`
	Text string `json:"text,omitempty" doc:"Faulty line or error, shortened."`
}

func (s *Server) eventFileOperations(a huma.API) {
	op := operation(http.MethodGet, eventPath+"/{id}/files/{file}", "getEventFile", "Get an event as a file: a tournament report, a table, or signed results")
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Content of the file",
		Content:     map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	handle(s, a, op, s.eventFile)
	handle(s, a, operation(http.MethodGet, eventPath+"/key", "getEventKey", "Get the public key with which this server signs event results"),
		func(context.Context, visitor, *none) (*answer[EventKey], error) {
			key := signed.Derive(s.opts.Key)
			return reply(EventKey{Key: hex.EncodeToString(key[32:]), Fingerprint: clubs.Fingerprint(key[32:])}), nil
		})
	read := operation(http.MethodPost, eventPath+"/{id}/list", "importEntrants",
		"Check a list of entrants before the event starts, or enter the listed people")
	read.MaxBodyBytes = maxListBody
	handle(s, a, read, s.eventRead)
}

// eventFile returns a file of a tournament (event) for download.
func (s *Server) eventFile(ctx context.Context, v visitor, in *EventFilePath) (*recordAnswer, error) {
	if err := s.mayCreate(v); err != nil {
		return nil, err
	}
	e, err := s.event(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	names, err := s.opts.Events.Names(ctx, e)
	if err != nil {
		return nil, err
	}
	now := s.opts.Clock()
	out := &recordAnswer{ContentType: "text/csv; charset=utf-8", name: e.FileName(now)}
	switch in.File {
	case "trf16", "trf26", "signed":
		version := trf.TRF26
		if in.File == "trf16" {
			version = trf.TRF16
		}
		out.ContentType, out.name = "text/plain; charset=utf-8", out.name+"."+in.File+".trf"
		if out.Body, err = e.Report(version, names); err == nil && in.File == "signed" {
			out.ContentType, out.name = "application/json", e.FileName(now)+".signed.json"
			out.Body, err = s.signReport(append([]byte(clubs.EventMark+e.ID+"\n"), out.Body...), in.host, now)
		}
	default:
		out.name += "." + in.File + ".csv"
		out.Body = eventTable(e, names, in.File, in.Lang)
	}
	if err != nil {
		return nil, err
	}
	out.Disposition = `attachment; filename="` + out.name + `"`
	return out, nil
}

// signReport signs a tournament report with the key of this server.
func (s *Server) signReport(report []byte, host string, now time.Time) ([]byte, error) {
	if len(s.opts.Hosts) > 0 {
		host = s.opts.Hosts[0]
	}
	if host == "" {
		host = "kydai"
	}
	out, err := signed.Sign(signed.Derive(s.opts.Key), signed.Document{Type: signed.TRF, By: host, At: now.UTC().Format(time.RFC3339), Body: report})
	if err != nil {
		return nil, game.Err(badRequest, "the name of this server in the request cannot be signed")
	}
	return out, nil
}

// eventRead reads a file that lists entrants. If the request says so, it also enters them into the
// tournament (event).
func (s *Server) eventRead(ctx context.Context, v visitor, in *struct {
	EventPath
	Body EventList
}) (*answer[EventListed], error) {
	all, err := s.events()
	if err != nil {
		return nil, err
	}
	if err := s.mayCreate(v); err != nil {
		return nil, err
	}
	if len(in.Body.File) > events.MaxList {
		return nil, game.Err(play.TooMany, "a list of entrants has at most 256 KB")
	}
	e, taken, wrong, err := all.EnterList(ctx, callerOf(v), in.ID, in.Body.File, !in.Body.Take)
	if err != nil {
		return nil, err
	}
	out := EventListed{Entrants: make([]EventLine, len(taken)), Mistakes: make([]EventMistake, len(wrong)), Version: e.Version}
	for i := range taken {
		x := &taken[i].Entry
		out.Entrants[i] = EventLine{Line: taken[i].Line, Name: x.Name, Rating: x.Rating, Categories: x.Categories, Team: x.Team, Board: x.Board}
	}
	for i, m := range wrong {
		out.Mistakes[i] = EventMistake(m)
	}
	return reply(out), nil
}
