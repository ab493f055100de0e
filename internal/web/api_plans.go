package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/play"
	"kydai/internal/wire"
)

// planPath is the path of requests about a plan: moves that the caller has stored in advance for a
// match.
const planPath = "/api/matches/{id}/plans"

func (s *Server) planOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, planPath, "listPlans", "List the lines of moves that the caller has stored in advance for a correspondence match; only the caller can read them"),
		func(ctx context.Context, v visitor, in *MatchPath) (*answer[[]wire.Plan], error) {
			list, err := s.opts.Play.Plans().List(ctx, v.Player, in.ID)
			return reply(wire.PlansOf(list)), err
		})
	handle(s, a, operation(http.MethodPost, planPath, "addPlan", "Store a line of moves in advance: if the opponent plays its first move, the server answers with the second, and so on"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			Body wire.NewPlan
		}) (*answer[[]wire.Plan], error) {
			if err := s.mayMove(v); err != nil {
				return nil, err
			}
			list, err := s.opts.Play.Plans().Add(ctx, v.Player, in.ID, in.Body.Ply, in.Body.Moves)
			return reply(wire.PlansOf(list)), err
		})
	handle(s, a, operation(http.MethodDelete, planPath+"/{plan}", "dropPlan", "Delete a line of moves that the caller has stored in advance"),
		func(ctx context.Context, v visitor, in *struct {
			MatchPath
			Plan string `path:"plan" maxLength:"64" doc:"Id of the stored line of moves."`
		}) (*answer[[]wire.Plan], error) {
			err := s.opts.Play.Plans().Drop(ctx, v.Player, in.ID, in.Plan)
			var list []play.Plan
			if err == nil {
				list, err = s.opts.Play.Plans().List(ctx, v.Player, in.ID)
			}
			return reply(wire.PlansOf(list)), err
		})
}
