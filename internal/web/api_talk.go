package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/game"
	"kydai/internal/talk"
	"kydai/internal/wire"
)

var errNoTalk = game.Err(talk.NoSecond, "players cannot talk on this server")

// talk returns the chat service, or errNoTalk if this server has none.
func (s *Server) talk() (*talk.Service, error) {
	if s.opts.Talk == nil {
		return nil, errNoTalk
	}
	return s.opts.Talk, nil
}

func (s *Server) talkOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/matches/{id}/lines", "say", "Send a phrase or a text to the other player of a match"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			Body wire.Say
		}) (*answer[wire.Line], error) {
			t, err := s.talk()
			if err != nil {
				return nil, err
			}
			l, err := t.Say(ctx, v.Player, in.ID, talk.Phrase(in.Body.Phrase), in.Body.Text)
			return reply(wire.LineOf(&l)), err
		})
	handle(s, a, operation(http.MethodGet, "/api/matches/{id}/lines", "listLines", "List the chat lines of a match; for its two players only"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			After int `query:"after" minimum:"0" doc:"Number of the last chat line that the client has."`
		}) (*answer[[]wire.Line], error) {
			t, err := s.talk()
			if err != nil {
				return nil, err
			}
			lines, err := t.Lines(ctx, v.Player, in.ID, in.After)
			return reply(wire.LinesOf(lines)), err
		})
}
