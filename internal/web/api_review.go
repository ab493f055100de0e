package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/play"
	"kydai/internal/wire"
)

// reviewPath is the path of the review of a match.
const reviewPath = "/api/matches/{id}/review"

// reviewOperations registers the operations on the engine review of a match. A review is requested
// by POST and not by GET, because it uses engine time.
func (s *Server) reviewOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, reviewPath, "askReview", "Start the engine review of a finished match, and get the part of the review finished so far"),
		func(ctx context.Context, v visitor, in *MatchPath) (*answer[wire.Review], error) {
			if err := s.allow(v, "hints", s.opts.Limits.Hints); err != nil {
				return nil, err
			}
			return reviewed(s.opts.Play.Reviews().Ask(ctx, v.Player, in.ID))
		})
	handle(s, a, operation(http.MethodGet, reviewPath, "review", "Get the finished part of a match's review"),
		func(ctx context.Context, v visitor, in *MatchPath) (*answer[wire.Review], error) {
			return reviewed(s.opts.Play.Reviews().Get(ctx, v.Player, in.ID))
		})
}

func reviewed(r play.Review, err error) (*answer[wire.Review], error) {
	if err != nil {
		return nil, err
	}
	return reply(wire.ReviewOf(&r)), nil
}
