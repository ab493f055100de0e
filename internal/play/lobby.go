package play

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/cluster"
	"kydai/match"
)

const (
	seekLasts      = 10 * time.Minute    // lifetime limit of an offer in the lobby
	botAlive       = time.Minute         // lifetime of a lobby offer of a bot that is not connected
	lobbyOpening   = 20                  // maximum number of opening moves in a lobby offer
	challengeLasts = 24 * time.Hour      // default lifetime of an offer that is not in the lobby
	maxLasts       = 14 * 24 * time.Hour // lifetime limit of any offer
)

// lobbyOptions configure a Lobby.
type lobbyOptions struct {
	Store interface {
		Offers
		Blocks
		Live
	}
	Rules func(name string) (game.Rules, bool)
	Bus   bus.Bus
	Clock func() time.Time // the local time

	OfferAlive time.Duration // see Tunables.OfferAlive
	MaxOffers  int           // see Tunables.MaxOffers
}

// starting is the interface through which the lobby turns offers into matches.
type starting interface {
	room(ctx context.Context, by Player) error
	termsOf(d Deal) match.Terms
	newDraft(id string, terms match.Terms) (*draft, error)
	underWay(ctx context.Context, id string) bool
	settleTwins(ctx context.Context, matches [2]string, terms [2]match.Terms) error
	settle(ctx context.Context, id string, from claim, terms match.Terms, fairs map[string]bool) error
}

// Lobby manages offers of matches: public, by link, or to one named player.
type Lobby struct {
	options lobbyOptions
	log     *slog.Logger
	gate    *gate
	time    *timekeeper
	cluster *cluster.Cluster
	random  *random
	starter starting
	tables  interface {
		Look(ctx context.Context, by Player, id string) (*Snapshot, game.Side, error)
	}
	deals interface {
		Dealing(ctx context.Context, by Player, id string) (*Dealing, error)
	}
	open *openOffers
	live kept[[]LiveMatch]
}

// newLobby creates a lobby that uses the given parts of the service.
func newLobby(o lobbyOptions, b base, random *random, st starting, ts *tables, ds *Deals) *Lobby {
	l := &Lobby{
		options: o, log: b.log, gate: b.gate, time: b.time, cluster: b.cluster, random: random,
		starter: st, tables: ts, deals: ds, live: newKept[[]LiveMatch](),
	}
	l.open = newOpenOffers(o, b.time.Now, l.List)
	return l
}

// Watch calls f with the open offers now and after changes, at most once a second and one call at a
// time, until the caller calls the returned function cancel. The function f must not block and must
// not call cancel.
func (l *Lobby) Watch(f func([]Seek)) (cancel func()) { return l.open.watch(f) }

// termsBetween returns the match terms for a proposal. The proposal's owner plays the given side.
func (l *Lobby) termsBetween(p Proposal, owner, other Player, side game.Side) match.Terms {
	t := l.starter.termsOf(p.Deal)
	t.Seats = [2]match.Seat{seatOf(owner), seatOf(other)}
	if side == game.Second {
		t.Seats[0], t.Seats[1] = t.Seats[1], t.Seats[0]
		t.Extra[0], t.Extra[1] = t.Extra[1], t.Extra[0]
	}
	return t
}

// Propose creates an offer. It returns an error if the terms of the offer are invalid.
func (l *Lobby) Propose(ctx context.Context, by Player, p Proposal) (Seek, error) {
	if err := l.gate.enter(); err != nil {
		return Seek{}, err
	}
	defer l.gate.leave()
	if by.ID == "" {
		return Seek{}, errNobody
	}
	if p.Rated && !by.Account {
		return Seek{}, errNeedAccount
	}
	if p.Open && len(p.Opening) > lobbyOpening {
		return Seek{}, game.Err(match.BadTerms, "an opening in the lobby can have at most 20 moves")
	}
	if p.To == by.ID || p.Side > game.Second {
		return Seek{}, game.Err(match.BadTerms, "a challenge needs another player as opponent, and at most one side")
	}
	somebody := Player{ID: "somebody", Name: "somebody"}
	if by.ID == somebody.ID {
		somebody.ID = "other"
	}
	if _, err := l.starter.newDraft("test", l.termsBetween(p, by, somebody, game.First)); err != nil {
		return Seek{}, err
	}
	if p.To != "" {
		if err := l.together(ctx, by.ID, p.To, errUnchallenged); err != nil {
			return Seek{}, err
		}
	}
	if err := l.mayPropose(ctx, by, &p); err != nil {
		return Seek{}, err
	}
	id, err := l.random.id()
	if err != nil {
		return Seek{}, err
	}
	now := l.time.Now()
	alive, until := now.Add(p.Lasts), time.Time{}
	if p.Open {
		until = alive
		alive = minTime(alive, now.Add(l.ownerAway(by)))
	}
	body, err := encodeSeek(by, p, until)
	if err != nil {
		return Seek{}, err
	}
	o := Offer{ID: id, Owner: by.ID, Open: p.Open, To: p.To, Game: p.Game, Body: body, Created: now, Expires: alive}
	if err := l.options.Store.Propose(ctx, o); err != nil {
		return Seek{}, err
	}
	if o.Open {
		l.open.changed(lobbyNews{Added: &o})
	}
	if o.To != "" {
		l.tellChallenge(o.To, o, false)
		TellNotice(l.options.Bus, o.To, o.ID)
	}
	return decodeSeek(o)
}

// ownerAway is how long a lobby offer stays open while its owner is not connected. A bot
// that uses only REST gets more time and must renew its offers.
func (l *Lobby) ownerAway(by Player) time.Duration {
	if by.Bot {
		return max(botAlive, l.options.OfferAlive)
	}
	return l.options.OfferAlive
}

func minTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// mayPropose returns an error if a player has too many open offers. It also sets the lifetime of
// the new offer within its limits.
func (l *Lobby) mayPropose(ctx context.Context, by Player, p *Proposal) error {
	if p.Lasts <= 0 {
		p.Lasts = challengeLasts
		if p.Open {
			p.Lasts = seekLasts
		}
	}
	most := maxLasts
	if p.Open {
		most = seekLasts
	}
	p.Lasts = min(p.Lasts, most)
	if err := l.starter.room(ctx, by); err != nil {
		return err
	}
	n, err := l.options.Store.Standing(ctx, by.ID, p.Open)
	if err != nil {
		return err
	}
	if n >= l.options.MaxOffers {
		return errTooMany
	}
	return nil
}

// List lists the open lobby offers, oldest first.
func (l *Lobby) List(ctx context.Context) ([]Seek, error) {
	all, err := l.options.Store.Lobby(ctx)
	if err != nil {
		return nil, err
	}
	return l.seeksOf(all), nil
}

func (l *Lobby) seeksOf(all []Offer) []Seek {
	seeks := make([]Seek, 0, len(all))
	for _, o := range all {
		seek, err := decodeSeek(o)
		if err != nil {
			l.log.Warn("the stored offer is not valid", "offer", o.ID)
			continue
		}
		seeks = append(seeks, seek)
	}
	return seeks
}

// Offer returns an offer, open or accepted, until it expires.
func (l *Lobby) Offer(ctx context.Context, id string) (Seek, error) {
	o, err := l.options.Store.Offer(ctx, id)
	if err != nil {
		return Seek{}, offerError(err)
	}
	return decodeSeek(o)
}

// errUnchallenged is the error for a challenge if one of the two players has blocked the other. Its
// text does not say which of them.
var errUnchallenged = game.Err(NotForYou, "you cannot challenge this player")

var errNoOffer = game.Err(NotFound, "this offer is no longer open")

func offerError(err error) error {
	if errors.Is(err, ErrNotFound) {
		return errNoOffer
	}
	return err
}

// Withdraw withdraws one of the offers of a player.
func (l *Lobby) Withdraw(ctx context.Context, by Player, offerID string) error {
	return l.end(ctx, offerID, func(o Offer) error {
		if o.Owner != by.ID {
			return errNoOffer
		}
		return nil
	})
}
