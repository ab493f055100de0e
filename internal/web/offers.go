package web

import (
	"context"
	"slices"
	"sync"

	"kydai/game"
	"kydai/internal/play"
)

var errOffers = game.Err(play.TooMany, "your address has reached the limit of open offers")

// offers tracks the ids of lobby offers that were created from each address through this node.
type offers struct {
	mu  sync.Mutex
	all map[string][]string // ids of offers by address
}

// mayOffer reports whether the visitor's address may create another offer in the lobby. Offers that
// are no longer open do not count.
func (s *Server) mayOffer(ctx context.Context, v visitor) bool {
	s.offers.mu.Lock()
	ids := slices.Clone(s.offers.all[v.address])
	s.offers.mu.Unlock()
	if len(ids) < s.opts.Limits.Offers {
		return true
	}
	var stand []string
	for _, id := range ids {
		if seek, err := s.opts.Play.Lobby().Offer(ctx, id); err == nil && seek.Match == "" || code(err) == play.Unavailable {
			stand = append(stand, id)
		}
	}
	s.offers.mu.Lock()
	defer s.offers.mu.Unlock()
	if len(stand) == 0 {
		delete(s.offers.all, v.address)
	} else {
		s.offers.all[v.address] = stand
	}
	return len(stand) < s.opts.Limits.Offers
}

func (o *offers) add(address, id string) {
	const most = 10_000 // maximum number of addresses; beyond it, all are forgotten and only the rate limits apply
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.all == nil || len(o.all) > most {
		o.all = map[string][]string{}
	}
	o.all[address] = append(o.all[address], id)
}
