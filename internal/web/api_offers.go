package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/wire"
)

// OfferPath is the parameter that most operations on an offer have.
type OfferPath struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Server) offerOperations(a huma.API) {
	handle(s, a, operation(http.MethodGet, "/api/offers", "listOffers", "The lobby: open offers, the oldest first"),
		func(ctx context.Context, _ visitor, _ *none) (*answer[[]wire.OfferView], error) {
			seeks, err := s.o.Play.Lobby(ctx)
			return reply(wire.LobbyOf(seeks).Offers), err
		})
	handle(s, a, operation(http.MethodPost, "/api/offers", "makeOffer", "Offer a match: in the lobby, or to whoever has the id"),
		func(ctx context.Context, v visitor, in *struct{ Body wire.Proposal }) (*answer[wire.OfferView], error) {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			p, err := in.Body.Play()
			if err != nil {
				return nil, err
			}
			v.Fair = in.Body.Fair
			seek, err := s.o.Play.Propose(ctx, v.Player, p)
			return reply(wire.OfferOf(&seek)), err
		})
	handle(s, a, operation(http.MethodGet, "/api/offers/{id}", "getOffer", "An offer, also one that has become a match"),
		func(ctx context.Context, _ visitor, in *OfferPath) (*answer[wire.OfferView], error) {
			seek, err := s.o.Play.Offer(ctx, in.ID)
			return reply(wire.OfferOf(&seek)), err
		})
	handle(s, a, operation(http.MethodPost, "/api/offers/{id}/accept", "acceptOffer", "Accept an offer; the answer is the match"),
		func(ctx context.Context, v visitor, in *struct {
			OfferPath
			Fair bool `query:"fair" doc:"the asker's client adds a number of its own to the deal"`
		}) (*answer[Named], error) {
			if err := s.mayCreate(v); err != nil {
				return nil, err
			}
			v.Fair = in.Fair
			id, err := s.o.Play.Accept(ctx, v.Player, in.ID)
			return reply(Named{ID: id}), err
		})
	handle(s, a, operation(http.MethodDelete, "/api/offers/{id}", "withdrawOffer", "Take back one's own offer"),
		func(ctx context.Context, v visitor, in *OfferPath) (*none, error) {
			return &none{}, s.o.Play.Withdraw(ctx, v.Player, in.ID)
		})
}
