package play

import (
	"context"
	"encoding/json"
	"slices"

	"kydai/game"
	"kydai/internal/bus"
)

const challengePattern = "challenge.*"

// challengeNews is the bus message about a new or ended challenge.
type challengeNews struct {
	Offer Offer `json:"offer"`
	Gone  bool  `json:"gone,omitempty"` // the challenge was accepted, declined or withdrawn
}

// Challenge is a new offer to one named player, or the end of such an offer.
type Challenge struct {
	To   string // id of the receiver: the challenged player, or the owner of a declined offer
	Seek Seek
	Gone bool
}

// WatchChallenges calls f for every new or ended challenge whose receiver is connected to this
// node, until the caller calls the returned function cancel. Messages may be lost; the method
// Challenges lists the open challenges.
func (l *Lobby) WatchChallenges(f func(Challenge)) (cancel func(), err error) {
	sub, err := l.options.Bus.Subscribe(challengePattern, bus.Handler{
		Message: func(subject string, data []byte) {
			to := subject[len("challenge."):]
			if !l.cluster.Here(to) {
				return
			}
			var n challengeNews
			if json.Unmarshal(data, &n) != nil {
				return
			}
			if seek, err := decodeSeek(n.Offer); err == nil {
				f(Challenge{To: to, Seek: seek, Gone: n.Gone})
			}
		},
		Gap: func(bus.Gap) {},
	})
	if err != nil {
		return nil, err
	}
	return sub.Cancel, nil
}

// tellChallenge notifies a player of a challenge, on every node to which the player is connected.
func (l *Lobby) tellChallenge(to string, o Offer, gone bool) {
	subject, err := bus.Subject("challenge", to)
	if err != nil {
		return // the player id is invalid
	}
	if data, err := json.Marshal(challengeNews{o, gone}); err == nil {
		_ = l.options.Bus.Publish(subject, data) // if the message is lost, Challenges still lists the challenge
	}
}

// Challenges lists the open challenges to a player, oldest first. Challenges are left out
// if one of the two players has blocked the other.
func (l *Lobby) Challenges(ctx context.Context, by Player) ([]Seek, error) {
	if by.ID == "" {
		return nil, nil
	}
	all, err := l.options.Store.Addressed(ctx, by.ID)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	players := []string{by.ID}
	for i := range all {
		players = append(players, all[i].Owner)
	}
	blocked, err := l.options.Store.Blocked(ctx, players)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(o Offer) bool {
		return slices.Contains(blocked, [2]string{by.ID, o.Owner}) || slices.Contains(blocked, [2]string{o.Owner, by.ID})
	})
	return l.seeksOf(all), nil
}

// Decline declines a challenge and notifies its owner.
func (l *Lobby) Decline(ctx context.Context, by Player, offerID string) error {
	return l.end(ctx, offerID, func(o Offer) error {
		if by.ID == "" || o.To != by.ID {
			return game.Err(NotForYou, "this offer is not for you to decline")
		}
		return nil
	})
}

// end removes an open offer if the function refused returns nil for it. If refused returns an
// error, end returns this error and the offer stays open.
func (l *Lobby) end(ctx context.Context, offerID string, refused func(Offer) error) error {
	if err := l.gate.enter(); err != nil {
		return err
	}
	defer l.gate.leave()
	o, err := l.options.Store.Offer(ctx, offerID)
	if err != nil {
		return offerError(err)
	}
	if err := refused(o); err != nil {
		return err
	}
	return l.remove(ctx, o)
}

// remove deletes an open offer and notifies the players concerned.
func (l *Lobby) remove(ctx context.Context, o Offer) error {
	if err := l.options.Store.Withdraw(ctx, o.ID, o.Owner); err != nil {
		return offerError(err)
	}
	l.offerEnded(o)
	return nil
}

// offerEnded announces that an offer is no longer open.
func (l *Lobby) offerEnded(o Offer) {
	if o.Open {
		l.open.changed(lobbyNews{Gone: o.ID})
	}
	if o.To != "" {
		l.tellChallenge(o.To, o, true)
		l.tellChallenge(o.Owner, o, true)
	}
}
