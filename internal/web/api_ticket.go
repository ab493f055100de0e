package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/play"
	"kydai/internal/wire"
)

// Seeking is the body of a request to find an opponent.
type Seeking struct {
	Game  string `json:"game" maxLength:"32"`
	Clock string `json:"clock,omitempty" enum:"3+2,5+3,10+5,15+10" doc:"Time control; default: the standard time control of the game."`
	Fair  bool   `json:"fair,omitempty" doc:"True if the client contributes a random number to the deal; see docs/fair-deal.md."`
}

// TicketView is the ticket of a player who waits for an opponent or has been paired with one.
type TicketView struct {
	Game  string `json:"game" doc:"Name of the game; empty if the player is not waiting."`
	Clock string `json:"clock"`
	Rated bool   `json:"rated,omitempty" doc:"True if the game is rated when the opponent also has an account."`
	Since int64  `json:"since"`
	Match string `json:"match,omitempty" doc:"Id of the match into which the player was paired."`
}

func ticketView(t *play.Ticket) TicketView {
	return TicketView{Game: t.Game, Clock: t.Clock, Rated: t.Account, Since: wire.Millis(t.Since), Match: t.Match}
}

func (s *Server) ticketOperations(a huma.API) {
	handle(s, a, operation(http.MethodPost, "/api/ticket", "seek", "Wait for an opponent; the message started reports the match. The wait ends when the caller has had no socket or stream for 8 seconds"),
		func(ctx context.Context, v visitor, in *struct{ Body Seeking }) (*answer[TicketView], error) {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			v.Fair = in.Body.Fair
			t, err := s.opts.Play.Pairs().Seek(ctx, v.Player, in.Body.Game, in.Body.Clock)
			return reply(ticketView(&t)), err
		})
	handle(s, a, operation(http.MethodGet, "/api/ticket", "getTicket", "Get the caller's ticket in the pairing queue, empty if there is none; for a minute after the pairing it names the match"),
		func(ctx context.Context, v visitor, _ *none) (*answer[TicketView], error) {
			t, err := s.opts.Play.Pairs().Ticket(ctx, v.Player)
			if code(err) == play.NotFound { // the player has no ticket, which is the normal state and not an error
				return reply(TicketView{}), nil
			}
			return reply(ticketView(&t)), err
		})
	handle(s, a, operation(http.MethodDelete, "/api/ticket", "stopSeeking", "Stop waiting for an opponent"),
		func(ctx context.Context, v visitor, _ *none) (*none, error) {
			return &none{}, s.opts.Play.Pairs().Leave(ctx, v.Player)
		})
}
