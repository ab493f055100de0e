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
	File string `path:"file" enum:"trf16,trf26,entrants,pairings,standings,signed" doc:"a tournament report of FIDE (TRF16 or TRF-2026), a table as CSV, or the report signed by this server"`
	Lang string `query:"lang" enum:"vi,en,zh-Hans,zh-Hant" default:"en" doc:"language of the titles of a table"`
	host string
}

// Resolve stores the host name with which the client called this server.
func (in *EventFilePath) Resolve(c huma.Context) []error {
	in.host = c.Host()
	return nil
}

// EventKey is the public key that verifies the signature of results.
type EventKey struct {
	Key         string `json:"key" doc:"64 hexadecimal digits; kydai tourney verify --key takes them"`
	Fingerprint string `json:"fingerprint" doc:"short form of the key, which people compare"`
}

// EventList is the body of a request with a file that lists entrants.
type EventList struct {
	File []byte `json:"file" minLength:"1" maxLength:"349528" doc:"the list in base64: a tournament report of FIDE, a table (CSV) with name, rating, team and categories, or names in lines; at most 256 KB"`
	Take bool   `json:"take,omitempty" doc:"enter who is listed without a mistake; without it nothing changes"`
}

// EventListed is the result of reading a file that lists entrants.
type EventListed struct {
	Entrants []EventLine    `json:"entrants" doc:"who is entered, or would be"`
	Mistakes []EventMistake `json:"mistakes" doc:"lines that are left out"`
	Version  int            `json:"version" doc:"of the event"`
}

// EventLine is an entrant in a list.
type EventLine struct {
	Line       int      `json:"line" doc:"from 1 on"`
	Name       string   `json:"name"`
	Rating     int      `json:"rating,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Team       string   `json:"team,omitempty"`
	Board      int      `json:"board,omitempty" doc:"order within the team"`
}

// EventMistake is a line of a list of entrants that was skipped because it contains a mistake.
type EventMistake struct {
	Line int    `json:"line" doc:"from 1 on; 0 if it is about the whole list"`
	Code string `json:"code" enum:"no-name,bad-name,bad-rating,bad-team,bad-categories,twice,known,too-long,bad-file" doc:"known: is in the event already; twice: stands in an earlier line; too-long: the event has no more places"`
	Text string `json:"text,omitempty" doc:"the line or the fault, shortened"`
}

func (s *Server) eventFileOperations(a huma.API) {
	op := operation(http.MethodGet, eventPath+"/{id}/files/{file}", "getEventFile", "Get an event as a file: a tournament report, a table, or signed results")
	op.Responses = map[string]*huma.Response{"200": {
		Description: "The file",
		Content:     map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	handle(s, a, op, s.eventFile)
	handle(s, a, operation(http.MethodGet, eventPath+"/key", "getEventKey", "Get the public key with which this server signs results of events"),
		func(context.Context, visitor, *none) (*answer[EventKey], error) {
			key := signed.Derive(s.opts.Key)
			return reply(EventKey{Key: hex.EncodeToString(key[32:]), Fingerprint: clubs.Fingerprint(key[32:])}), nil
		})
	read := operation(http.MethodPost, eventPath+"/{id}/list", "importEntrants",
		"Read a list of entrants before the event starts: see what it says, or enter who is listed")
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
