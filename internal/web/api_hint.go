package web

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/engine"
	"kydai/internal/play"
)

// HintBody is a request for a hint.
type HintBody struct {
	Ply   *int  `json:"ply,omitempty" minimum:"0" doc:"Ply of the position to analyse; default: the current position."`
	Lines int   `json:"lines,omitempty" minimum:"1" maximum:"20" doc:"Number of variations to return, best first."`
	Time  int64 `json:"time,omitempty" minimum:"1" maximum:"5000" doc:"Maximum search time in milliseconds."`
}

// hintOperation registers the operation that returns a hint. The operation is a POST, because it
// uses engine time and a link on another site must not be able to trigger it.
func (s *Server) hintOperation(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/matches/{id}/hint", "hint",
		"Get an engine's analysis of a match as the caller sees it: always for matches against engines or alone, otherwise once the match is over"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			Body HintBody
		}) (*answer[engine.Thought], error) {
			if err := s.allow(v, "hints", s.opts.Limits.Hints); err != nil {
				return nil, err
			}
			q := play.Question{Ply: -1}
			if in.Body.Ply != nil {
				q.Ply = *in.Body.Ply
			}
			q.Limits.MultiPV = in.Body.Lines
			q.Limits.MoveTime = time.Duration(in.Body.Time) * time.Millisecond
			thought, err := s.opts.Play.Hint(ctx, v.Player, in.ID, q)
			if err != nil {
				return nil, err
			}
			return reply(thought), nil
		})
}
