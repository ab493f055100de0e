package play

import (
	"context"
	"errors"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

// abandonedAfter is the default time without events after which a game without a clock is
// abandoned.
const abandonedAfter = 30 * 24 * time.Hour

// startOptions configure a starter.
type startOptions struct {
	Store interface {
		Matches
		Offers
		Tickets
	}
	Rules func(name string) (game.Rules, bool)
	Seat  func(gameName string, s match.Seat) error

	Commit, Unmoved time.Duration // see Tunables.Commit and Tunables.Unmoved
	MaxLive         int           // see Tunables.MaxLive
}

// starter starts matches. A match starts at once, or after an exchange of numbers in which the
// players contribute to the deal of hidden pieces.
type starter struct {
	options startOptions
	gate    *gate
	random  *random
	book    *dealBook
	tables  interface {
		dealt
		pays(id, address string) (free func())
	}
	deals interface {
		ceremonyFor(terms *match.Terms, r game.Rules, fairs map[string]bool) (public [2]bool, wanted bool)
		open(ctx context.Context, id string) bool
		beginTwins(ctx context.Context, id string, r game.Rules, matches [2]string, terms [2]match.Terms) error
		beginCeremony(ctx context.Context, id string, from claim, r game.Rules, terms match.Terms, public [2]bool) error
	}
	machines interface {
		room(ctx context.Context, by Player) error
		begun(by Player, id string)
	}
}

// Start starts a match that needs no other player's consent: against an engine, between
// engines, or with one player on both sides.
func (st *starter) Start(ctx context.Context, by Player, n NewMatch) (id string, err error) {
	if err := st.gate.enter(); err != nil {
		return "", err
	}
	defer st.gate.leave()
	if by.ID == "" {
		return "", errNobody
	}
	terms := st.termsOf(n.Deal)
	people := 0
	for i, seat := range n.Seats {
		if seat.Machine() {
			if err := st.options.Seat(n.Game, seat); err != nil {
				return "", err
			}
			terms.Seats[i] = seat
			continue
		}
		if seat.Player != "" && seat.Player != by.ID {
			return "", game.Err(NotForYou, "you cannot start a match with another player; make an offer")
		}
		terms.Seats[i] = seatOf(by)
		people++
	}
	if terms.Rated {
		return "", game.Err(match.BadTerms, "a rated game needs two people")
	}
	if err := st.room(ctx, by); err != nil {
		return "", err
	}
	if people == 0 {
		if terms.Clock.Kind != clock.Unlimited {
			return "", game.Err(match.BadTerms, "a match between engines has no clock: it runs while it is watched")
		}
		terms.Idle = unwatchedEnd
		if err := st.machines.room(ctx, by); err != nil {
			return "", err
		}
	}
	id, err = st.random.matchID()
	if err != nil {
		return "", err
	}
	free := st.tables.pays(id, by.Address)
	defer free()
	if err := st.settle(ctx, id, claim{}, terms, map[string]bool{by.ID: by.Fair}); err != nil {
		return id, err
	}
	if people == 0 {
		st.machines.begun(by, id)
	}
	return id, nil
}

var errTooMany = game.Err(TooMany, "you have reached the limit of open games and offers")

// room returns an error if a player has too many matches in progress.
func (st *starter) room(ctx context.Context, by Player) error {
	live, err := st.options.Store.Playing(ctx, by.ID)
	if err != nil {
		return err
	}
	if len(live) >= st.options.MaxLive {
		return errTooMany
	}
	return nil
}

// levelsOnly accepts only engine levels, which every worker can play.
func levelsOnly(_ string, seat match.Seat) error {
	if seat.Kind != match.Level {
		return game.Err(NoMachine, "the opponent must be an engine level")
	}
	return nil
}

func seatOf(p Player) match.Seat {
	kind := match.Human
	if p.Bot {
		kind = match.Bot
	}
	return match.Seat{Kind: kind, Player: p.ID, Name: p.Name}
}

// termsOf returns the terms of a match with the given settings, without seats.
func (st *starter) termsOf(d Deal) match.Terms {
	t := match.Terms{
		Game: d.Game, Setup: game.Setup{Start: d.Start, Options: d.Options}, Opening: d.Opening,
		Clock: d.Clock, Extra: d.Extra, FirstMove: d.FirstMove, Idle: d.Idle,
		Rated: d.Rated, Takebacks: d.Takebacks, KeepSides: d.KeepSides, Series: match.NewSeries(d.Games),
	}
	if d.Clock.Kind == clock.Unlimited && d.Idle == 0 {
		t.Idle = abandonedAfter
	}
	if d.Clock.Kind == clock.Unlimited {
		t.Unmoved = st.options.Unmoved
	}
	return t
}

// newDraft creates a match from its terms and deals its pieces.
func (st *starter) newDraft(id string, terms match.Terms) (*draft, error) {
	r, ok := st.options.Rules(terms.Game)
	if !ok {
		return nil, game.Err(NoSuchGame, "this server does not have this game")
	}
	ceremony, d, err := st.book.dealAtOnce(id, r, &terms)
	if err != nil {
		return nil, err
	}
	n, err := st.tables.draftOf(id, r, terms, d)
	if err != nil {
		return nil, err
	}
	n.stored().Ceremony = ceremony
	return n, nil
}

// underWay reports whether a match is in progress or its pieces are still being dealt.
func (st *starter) underWay(ctx context.Context, id string) bool {
	row, err := st.options.Store.Load(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return st.deals.open(ctx, id)
	}
	return err == nil && !row.Over
}

// settle starts a match. If a player in fairs can contribute a secret number to the deal, settle
// instead starts a ceremony (the commit-and-reveal exchange), which starts the match at its end.
// The offer, tickets or board that the parameter from names are used up in the same transaction.
func (st *starter) settle(ctx context.Context, id string, from claim, terms match.Terms, fairs map[string]bool) error {
	r, ok := st.options.Rules(terms.Game)
	if !ok {
		return game.Err(NoSuchGame, "this server does not have this game")
	}
	if public, wanted := st.deals.ceremonyFor(&terms, r, fairs); wanted {
		if _, err := st.newDraft(id, terms); err != nil { // check the terms now, before the exchange of numbers starts
			return err
		}
		return st.deals.beginCeremony(ctx, id, from, r, terms, public)
	}
	if from == (claim{}) {
		return st.begin(ctx, id, terms)
	}
	d, err := st.newDraft(id, terms)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), st.options.Commit)
	defer cancel()
	var began time.Time
	switch {
	case from.board:
		began, err = st.options.Store.Seat(ctx, *d.stored())
	case from.pair != nil:
		began, err = st.options.Store.Pair(ctx, *from.pair, *d.stored())
	default:
		began, err = st.options.Store.Accept(ctx, from.offer, *d.stored())
	}
	if err == nil {
		st.tables.begun(ctx, d, began)
	}
	return err
}

// settleTwins starts the exchange of numbers (ceremony) that deals the same pieces for two matches.
func (st *starter) settleTwins(ctx context.Context, matches [2]string, terms [2]match.Terms) error {
	r, ok := st.options.Rules(terms[0].Game)
	if !ok || !st.book.provable(r) {
		return game.Err(NoSuchGame, "this server has no deals of this game that can be verified")
	}
	for i := range terms {
		if _, err := st.newDraft(matches[i], terms[i]); err != nil { // check the terms now, before the exchange of numbers starts
			return err
		}
	}
	id, err := st.random.matchID()
	if err != nil {
		return err
	}
	return st.deals.beginTwins(ctx, id, r, matches, terms)
}

// begin stores a new match and starts it. If the match already exists, it does nothing.
func (st *starter) begin(ctx context.Context, id string, terms match.Terms) error {
	d, err := st.newDraft(id, terms)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), st.options.Commit)
	defer cancel()
	began, err := st.options.Store.Create(ctx, *d.stored())
	switch {
	case errors.Is(err, ErrExists):
		return nil
	case err != nil:
		// The match may have been stored, although the response of the store was lost.
		if _, lost := st.options.Store.Load(ctx, id); lost != nil {
			return err
		}
		return nil
	}
	st.tables.begun(ctx, d, began)
	return nil
}
