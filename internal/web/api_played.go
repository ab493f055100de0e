package web

import (
	"archive/zip"
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/play"
	"kydai/internal/wire"
)

// PlayedFilter selects finished matches of a player. A filter field that is not set selects all
// matches.
type PlayedFilter struct {
	PlayerPath
	Game     string `query:"game" maxLength:"32" doc:"Return only matches of this game; default: all games."`
	Result   string `query:"result" enum:"won,drawn,lost" doc:"Return only matches with this result for the player."`
	Opponent string `query:"opponent" maxLength:"200" doc:"Player id, or @ followed by the name of an account."`
	Against  string `query:"against" maxLength:"64" doc:"Return only matches against this kind of opponent, written as in results, such as level 4."`
	Speed    string `query:"speed" enum:"ultra,bullet,blitz,rapid,classical,days,none" doc:"Return only matches of this time-control class; default: all classes."`
	Side     string `query:"side" enum:"first,second" doc:"Return only matches in which the player had this side."`
	Rated    string `query:"rated" enum:"true,false" doc:"True returns only rated matches; false returns only unrated matches."`
}

func (s *Server) playedOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/players/{id}/matches", "listPlayerMatches",
		"List a player's finished matches, latest first; filters find a match some seconds after its end"),
		func(ctx context.Context, _ visitor, in *struct {
			PlayedFilter
			Paging
		}) (*page[wire.Summary], error) {
			after, err := play.ParseCursor(in.Cursor)
			if err != nil {
				return nil, err
			}
			by, f, err := s.playedBy(ctx, &in.PlayedFilter)
			if err != nil {
				return nil, err
			}
			list, next, err := s.opts.Play.Played(play.Late(ctx), by, f, after, in.Limit)
			return pageOf(list, next.String(), each(wire.SummaryOf)), err
		})
	op := operation(http.MethodGet, "/api/players/{id}/records", "getPlayerRecords",
		"Get the records of a player's finished matches as a zip file with a folder for each game, latest first")
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Zip file of the records, each in the default format of its game",
		Content:     map[string]*huma.MediaType{"application/zip": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}},
	}}
	handle(s, a, op, s.playerRecords)
	s.gamesOperation(a)
}

// playedBy returns the player whose matches a request asks for, and the filter for these matches.
// The player's account and the guests who belong to it count as one player. The same applies to the
// opponent.
func (s *Server) playedBy(ctx context.Context, in *PlayedFilter) (play.Player, play.Filter, error) {
	f := play.Filter{Game: in.Game, Result: in.Result, Against: in.Against, Speed: in.Speed, Side: in.Side, Rated: in.Rated}
	id, err := s.playerNamed(ctx, in.ID)
	if err == nil && in.Opponent != "" {
		f.Opponent, err = s.playerNamed(ctx, in.Opponent)
	}
	if err != nil {
		return play.Player{}, f, err
	}
	also, err := s.opts.Play.Ratings().Belonging(ctx, id)
	return play.Player{ID: id, Also: also}, f, err
}

// playerRecords streams the records of a player's matches. It loads each match, so a rate limit
// applies to such requests.
func (s *Server) playerRecords(ctx context.Context, v visitor, in *PlayedFilter) (*huma.StreamResponse, error) {
	if err := s.allow(v, "downloads", s.opts.Limits.Downloads); err != nil {
		return nil, err
	}
	by, f, err := s.playedBy(ctx, in)
	if err != nil {
		return nil, err
	}
	return s.streamed(ctx, "application/zip", "kydai.zip", func(hc huma.Context) error {
		out := zip.NewWriter(hc.BodyWriter())
		err := s.eachRecord(ctx, &records{viewer: v, by: by, filter: f}, func(m *play.Summary, record *recordAnswer) error {
			file, err := out.CreateHeader(&zip.FileHeader{
				Name:   m.Game + "/" + m.Ended.UTC().Format("2006-01-02") + " " + record.name,
				Method: zip.Deflate, Modified: m.Ended,
			})
			if err == nil {
				_, err = file.Write(record.Body)
			}
			return err
		})
		return errors.Join(err, out.Close())
	}), nil
}
