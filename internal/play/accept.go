package play

import (
	"context"

	"kydai/game"
)

// errNotForYou is also returned if one of the two players has blocked the other, so that
// the error does not reveal this.
var errNotForYou = game.Err(NotForYou, "this offer is not for you to accept")

// together checks whether two players may play each other. If one of them has blocked the other, it
// returns the error refusal.
func (l *Lobby) together(ctx context.Context, one, other string, refusal error) error {
	blocked, err := l.options.Store.Blocked(ctx, []string{one, other})
	if err == nil && len(blocked) > 0 {
		return refusal
	}
	return err
}

// Accept turns an offer into a match and returns the id of the match. If several players accept,
// only the first succeeds. Repeating the call has no further effect.
func (l *Lobby) Accept(ctx context.Context, by Player, offerID string) (matchID string, err error) {
	if err := l.gate.enter(); err != nil {
		return "", err
	}
	defer l.gate.leave()
	if by.ID == "" {
		return "", errNobody
	}
	seek, err := l.Offer(ctx, offerID)
	if err != nil {
		return "", err
	}
	if seek.Owner == by.ID || seek.To != "" && seek.To != by.ID {
		return "", errNotForYou
	}
	if seek.Match != "" {
		return l.accepted(ctx, by, seek.Match)
	}
	if err := l.together(ctx, seek.Owner, by.ID, errNotForYou); err != nil {
		return "", err
	}
	if seek.Rated && !by.Account {
		return "", errNeedAccount
	}
	if err := l.starter.room(ctx, by); err != nil {
		return "", err
	}
	side := seek.Side
	if side == game.NoSide {
		n, err := l.random.below(2)
		if err != nil {
			return "", err
		}
		side = game.First + game.Side(n)
	}
	if matchID, err = l.random.matchID(); err != nil {
		return "", err
	}
	owner := Player{ID: seek.Owner, Name: seek.OwnerName, Bot: seek.OwnerBot}
	fairs := map[string]bool{owner.ID: seek.OwnerFair, by.ID: by.Fair}
	if err := l.starter.settle(ctx, matchID, claim{offer: offerID}, l.termsBetween(seek.Proposal, owner, by, side), fairs); err != nil {
		// Another player has accepted the offer first, or an earlier call by this player succeeded
		// and its response was lost.
		if again, lost := l.Offer(ctx, offerID); lost == nil && again.Match != "" {
			return l.accepted(ctx, by, again.Match)
		}
		return "", offerError(err)
	}
	l.taken(ctx, offerID)
	return matchID, nil
}

// taken announces that an offer became a match. The offer stays in the store for some time, so that
// players who look it up get the id of the match.
func (l *Lobby) taken(ctx context.Context, offerID string) {
	o, err := l.options.Store.Offer(ctx, offerID)
	if err != nil {
		return
	}
	if o.Open {
		_ = l.options.Store.Renew(ctx, []string{offerID}, l.time.Now().Add(seekLasts)) // if the store fails, the owner is still notified of the match
	}
	l.offerEnded(o)
}

// accepted returns the id of the match that an offer became, but only to a player of that match.
func (l *Lobby) accepted(ctx context.Context, by Player, id string) (string, error) {
	_, side, err := l.tables.Look(ctx, by, id)
	if codeOf(err) == NotFound { // the match does not exist yet, because the players and the server are still dealing its pieces
		var d *Dealing
		if d, err = l.deals.Dealing(ctx, by, id); err == nil {
			side = d.Side
		}
	}
	if err != nil {
		return "", err
	}
	if side == game.NoSide {
		return "", errNoOffer
	}
	return id, nil
}
