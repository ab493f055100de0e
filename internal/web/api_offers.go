package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/wire"
)

// OfferPath holds the id of an offer in the path of a request.
type OfferPath struct {
	ID string `path:"id" maxLength:"64" doc:"Id of the offer."`
}

func (s *Server) offerOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/offers", "listOffers", "List the lobby: up to 100 open offers, oldest first, and the challenges to the caller"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]wire.OfferView], error) {
			seeks, err := s.opts.Play.Lobby().List(ctx)
			if err != nil {
				return nil, err
			}
			if len(seeks) > lobbyShown {
				seeks = seeks[len(seeks)-lobbyShown:]
			}
			mine, err := s.opts.Play.Lobby().Challenges(ctx, v.Player)
			for _, seek := range mine {
				if !seek.Open {
					seeks = append(seeks, seek)
				}
			}
			return reply(wire.LobbyOf(seeks, 0).Offers), err
		})
	handle(s, a, operation(http.MethodPost, "/api/offers/{id}/decline", "declineOffer", "Decline a challenge"),
		func(ctx context.Context, v visitor, in *OfferPath) (*none, error) {
			return &none{}, s.opts.Play.Lobby().Decline(ctx, v.Player, in.ID)
		})
	handle(s, a, large(operation(http.MethodPost, "/api/offers", "makeOffer", "Create an offer that is listed in the lobby or reachable only by its id")),
		func(ctx context.Context, v visitor, in *struct{ Body wire.Proposal }) (*answer[wire.OfferView], error) {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			p, err := in.Body.Play()
			if err != nil {
				return nil, err
			}
			if p.Open && !s.mayOffer(ctx, v) {
				return nil, errOffers
			}
			if p.To != "" { // refuse if the challenged player is a child whom the caller may not see
				if err := s.known(ctx, p.To); err != nil {
					return nil, err
				}
			}
			v.Fair = in.Body.Fair
			seek, err := s.opts.Play.Lobby().Propose(ctx, v.Player, p)
			if err == nil && p.Open {
				s.offers.add(v.address, seek.ID)
			}
			return reply(wire.OfferOf(&seek)), err
		})
	handle(s, a, operation(http.MethodGet, "/api/offers/{id}", "getOffer", "Get an offer, open or accepted"),
		func(ctx context.Context, _ visitor, in *OfferPath) (*answer[wire.OfferView], error) {
			seek, err := s.opts.Play.Lobby().Offer(ctx, in.ID)
			return reply(wire.OfferOf(&seek)), err
		})
	handle(s, a, operation(http.MethodPost, "/api/offers/{id}/accept", "acceptOffer", "Accept an offer and get the id of the match"),
		func(ctx context.Context, v visitor, in *struct {
			OfferPath
			Fair bool `query:"fair" doc:"True if the accepting client contributes a random number to the deal; see docs/fair-deal.md."`
		}) (*answer[Named], error) {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			v.Fair = in.Fair
			id, err := s.opts.Play.Lobby().Accept(ctx, v.Player, in.ID)
			return reply(Named{ID: id}), err
		})
	handle(s, a, operation(http.MethodDelete, "/api/offers/{id}", "withdrawOffer", "Withdraw an offer of the caller"),
		func(ctx context.Context, v visitor, in *OfferPath) (*none, error) {
			return &none{}, s.opts.Play.Lobby().Withdraw(ctx, v.Player, in.ID)
		})
}
