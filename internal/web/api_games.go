package web

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/wire"
	"kydai/record"
)

// gamesAsk holds the parameters that select the games of an export.
type gamesAsk struct {
	PlayedFilter
	Since  int64  `query:"since" maximum:"8640000000000000" doc:"Return only matches that ended at this time or later, as Unix time in milliseconds."`
	Until  int64  `query:"until" maximum:"8640000000000000" doc:"Return only matches that ended before this time, as Unix time in milliseconds."`
	As     string `query:"as" enum:"ndjson,text" default:"ndjson" doc:"Form of the response: ndjson is one JSON object per line and game; text is the records one after another."`
	Format string `query:"format" maxLength:"32" doc:"Record format: pgn, wxf, psq, text, json …; formats other than pgn, text and json need the parameter game. Default: the first format of each game."`
}

// ExportedGame is a line of an export of games.
type ExportedGame struct {
	Match  wire.Summary `json:"match"`
	Record string       `json:"record"`
}

func (s *Server) gamesOperation(a huma.API) {
	op := operation(http.MethodGet, "/api/players/{id}/games", "exportGames",
		"Get a player's finished matches with their records, latest first, as lines of JSON or as text")
	text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Lines of JSON with one ExportedGame each, or records separated by empty lines",
		Content:     map[string]*huma.MediaType{"application/x-ndjson": text, "text/plain": text},
	}}
	a.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[ExportedGame](), true, "")
	handle(s, a, op, func(ctx context.Context, v visitor, in *gamesAsk) (*huma.StreamResponse, error) {
		if err := s.writable(in.Game, in.Format); err != nil {
			return nil, err
		}
		if err := s.allow(v, "downloads", s.opts.Limits.Downloads); err != nil {
			return nil, err
		}
		by, f, err := s.playedBy(ctx, &in.PlayedFilter)
		if err != nil {
			return nil, err
		}
		r := records{viewer: v, by: by, filter: f, format: in.Format, since: before(in.Since), until: before(in.Until)}
		kind := "application/x-ndjson"
		if in.As == "text" {
			kind = "text/plain; charset=utf-8"
		}
		return s.streamed(ctx, kind, "kydai."+in.As, func(hc huma.Context) error {
			lines := json.NewEncoder(hc.BodyWriter())
			return s.eachRecord(ctx, &r, func(m *play.Summary, record *recordAnswer) error {
				if in.As == "text" {
					_, err := hc.BodyWriter().Write(append(record.Body, '\n'))
					return err
				}
				return lines.Encode(ExportedGame{Match: wire.SummaryOf(m), Record: string(record.Body)})
			})
		}), nil
	})
}

// anyGame lists the record formats that can hold every kind of game.
var anyGame = []string{"pgn", "text", "json"}

// writable returns an error if games of this kind cannot be written in this format. It must be
// called before the first byte of the response is sent, because a later error can no longer be
// reported to the client.
func (s *Server) writable(kind, format string) error {
	if format == "" || slices.Contains(anyGame, format) {
		return nil
	}
	for _, r := range s.opts.Play.Games() {
		if r.Info().Name == kind && slices.Contains(r.Info().Formats, format) {
			return nil
		}
	}
	return game.Err(record.NoFormat, "the games of this kind cannot be written in this format")
}

// streamed returns a response whose body the function write creates while it is sent. If write
// fails, the server closes the connection, so that the client notices that the body is incomplete.
func (s *Server) streamed(ctx context.Context, kind, file string, write func(huma.Context) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		hc.SetHeader("Content-Type", kind)
		hc.SetHeader("Content-Disposition", `attachment; filename="`+file+`"`)
		if err := write(hc); err != nil {
			s.log.DebugContext(ctx, "a download was not finished", "err", err)
			panic(http.ErrAbortHandler)
		}
	}}
}

// records says which finished matches an export contains, in which format, and who gets the export.
type records struct {
	viewer       visitor
	by           play.Player
	filter       play.Filter
	format       string    // record format; "" means the default format of each game
	since, until time.Time // bounds of the time at which the matches ended; zero means no bound
}

// eachRecord loads the selected matches page by page, latest first, and calls the function do for
// each match.
func (s *Server) eachRecord(ctx context.Context, r *records, do func(*play.Summary, *recordAnswer) error) error {
	for after := (play.Cursor{Ended: r.until}); ; {
		list, next, err := s.opts.Play.Played(play.Late(ctx), r.by, r.filter, after, exportPage)
		if err != nil {
			return err
		}
		for i := range list {
			if list[i].Ended.Before(r.since) {
				return nil
			}
			one, err := s.record(ctx, r.viewer, &recordAsk{MatchPath: MatchPath{ID: list[i].ID}, Format: r.format})
			if err == nil {
				err = do(&list[i], one)
			}
			if err != nil {
				return err
			}
		}
		if next == (play.Cursor{}) {
			return nil
		}
		after = next
	}
}
