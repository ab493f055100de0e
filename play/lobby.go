package play

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

const (
	seekLasts      = 10 * time.Minute    // an offer in the lobby
	challengeLasts = 24 * time.Hour      // one by its id
	maxLasts       = 14 * 24 * time.Hour // any
	bodyVersion    = 1
)

// storedSeek is the form of a proposal in the store. Times are milliseconds.
type storedSeek struct {
	Version   int               `json:"v"`
	Name      string            `json:"name"`
	Bot       bool              `json:"bot,omitempty"`
	Fair      bool              `json:"fair,omitempty"`
	Start     string            `json:"start,omitempty"`
	Options   map[string]string `json:"options,omitempty"`
	Opening   []string          `json:"opening,omitempty"`
	Clock     string            `json:"clock"`
	Extra     [2]int64          `json:"extra,omitzero"`
	FirstMove int64             `json:"first,omitempty"`
	Idle      int64             `json:"idle,omitempty"`
	Rated     bool              `json:"rated,omitempty"`
	Takebacks int               `json:"takebacks,omitempty"`
	KeepSides bool              `json:"keep,omitempty"`
	Side      game.Side         `json:"side,omitempty"`
}

func encodeSeek(by Player, p Proposal) ([]byte, error) {
	return json.Marshal(storedSeek{
		Version: bodyVersion, Name: by.Name, Bot: by.Bot, Fair: by.Fair,
		Start: p.Start, Options: p.Options, Opening: p.Opening, Clock: p.Clock.String(),
		Extra: [2]int64{p.Extra[0].Milliseconds(), p.Extra[1].Milliseconds()}, FirstMove: p.FirstMove.Milliseconds(),
		Idle: p.Idle.Milliseconds(), Rated: p.Rated, Takebacks: p.Takebacks, KeepSides: p.KeepSides, Side: p.Side,
	})
}

func decodeSeek(o Offer) (Seek, error) {
	var b storedSeek
	if err := json.Unmarshal(o.Body, &b); err != nil {
		return Seek{}, err
	}
	control, err := clock.Parse(b.Clock)
	if err != nil || b.Version != bodyVersion {
		return Seek{}, game.Err(BadRow, "an offer cannot be read")
	}
	ms := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	return Seek{
		ID: o.ID, Owner: o.Owner, OwnerName: b.Name, OwnerBot: b.Bot, OwnerFair: b.Fair,
		Proposal: Proposal{
			Deal: Deal{
				Game: o.Game, Start: b.Start, Options: b.Options, Opening: b.Opening, Clock: control,
				Extra: [2]time.Duration{ms(b.Extra[0]), ms(b.Extra[1])}, FirstMove: ms(b.FirstMove), Idle: ms(b.Idle),
				Rated: b.Rated, Takebacks: b.Takebacks, KeepSides: b.KeepSides,
			},
			Side: b.Side, Open: o.Open, To: o.To, Lasts: o.Expires.Sub(o.Created),
		},
		Created: o.Created, Expires: o.Expires, Match: o.Match,
	}, nil
}

// termsBetween are the terms of a proposal with its owner on a side.
func termsBetween(p Proposal, owner, other Player, side game.Side) match.Terms {
	t := termsOf(p.Deal)
	t.Seats = [2]match.Seat{seatOf(owner), seatOf(other)}
	if side == game.Second {
		t.Seats[0], t.Seats[1] = t.Seats[1], t.Seats[0]
		t.Extra[0], t.Extra[1] = t.Extra[1], t.Extra[0]
	}
	return t
}

// Propose offers a match to others. What is wrong with its terms is said now.
func (s *Service) Propose(ctx context.Context, by Player, p Proposal) (Seek, error) {
	if err := s.gate.enter(); err != nil {
		return Seek{}, err
	}
	defer s.gate.leave()
	if by.ID == "" {
		return Seek{}, errNobody
	}
	if p.To == by.ID || p.Side > game.Second {
		return Seek{}, game.Err(match.BadTerms, "an offer is to somebody else, for one side or the other")
	}
	somebody := Player{ID: "somebody", Name: "somebody"}
	if by.ID == somebody.ID {
		somebody.ID = "other"
	}
	if _, err := s.newDraft("test", termsBetween(p, by, somebody, game.First)); err != nil {
		return Seek{}, err
	}
	if err := s.mayPropose(ctx, by, &p); err != nil {
		return Seek{}, err
	}
	id, err := s.luck.id()
	if err != nil {
		return Seek{}, err
	}
	body, err := encodeSeek(by, p)
	if err != nil {
		return Seek{}, err
	}
	now := s.Now()
	o := Offer{ID: id, Owner: by.ID, Open: p.Open, To: p.To, Game: p.Game, Body: body, Created: now, Expires: now.Add(p.Lasts)}
	if err := s.o.Store.Propose(ctx, o); err != nil {
		return Seek{}, err
	}
	s.lobby.changed()
	return decodeSeek(o)
}

// mayPropose sees to it that a player has not too many offers, and sets how
// long this one lasts.
func (s *Service) mayPropose(ctx context.Context, by Player, p *Proposal) error {
	if p.Lasts <= 0 {
		p.Lasts = challengeLasts
		if p.Open {
			p.Lasts = seekLasts
		}
	}
	p.Lasts = min(p.Lasts, maxLasts)
	if err := s.room(ctx, by); err != nil {
		return err
	}
	n, err := s.o.Store.Standing(ctx, by.ID, p.Open)
	if err != nil {
		return err
	}
	if n >= s.o.MaxOffers {
		return errTooMany
	}
	return nil
}

// Lobby lists the open offers that stand, the oldest first.
func (s *Service) Lobby(ctx context.Context) ([]Seek, error) {
	all, err := s.o.Store.Lobby(ctx)
	if err != nil {
		return nil, err
	}
	seeks := make([]Seek, 0, len(all))
	for _, o := range all {
		seek, err := decodeSeek(o)
		if err != nil {
			s.log.Warn("an offer cannot be read", "offer", o.ID)
			continue
		}
		seeks = append(seeks, seek)
	}
	return seeks, nil
}

// Offer returns an offer, also one that became a match, until it expires.
func (s *Service) Offer(ctx context.Context, id string) (Seek, error) {
	o, err := s.o.Store.Offer(ctx, id)
	if err != nil {
		return Seek{}, offerError(err)
	}
	return decodeSeek(o)
}

// Accept makes an offer into a match. One of many who accept it succeeds; for
// him to accept it again changes nothing.
func (s *Service) Accept(ctx context.Context, by Player, offerID string) (matchID string, err error) {
	if err := s.gate.enter(); err != nil {
		return "", err
	}
	defer s.gate.leave()
	if by.ID == "" {
		return "", errNobody
	}
	seek, err := s.Offer(ctx, offerID)
	if err != nil {
		return "", err
	}
	if seek.Owner == by.ID || seek.To != "" && seek.To != by.ID {
		return "", game.Err(NotForYou, "this offer is not for you to accept")
	}
	if seek.Match != "" {
		return s.accepted(ctx, by, seek.Match)
	}
	if err := s.room(ctx, by); err != nil {
		return "", err
	}
	side := seek.Side
	if side == game.NoSide {
		n, err := s.luck.below(2)
		if err != nil {
			return "", err
		}
		side = game.First + game.Side(n)
	}
	if matchID, err = s.luck.id(); err != nil {
		return "", err
	}
	owner := Player{ID: seek.Owner, Name: seek.OwnerName, Bot: seek.OwnerBot}
	fairs := map[string]bool{owner.ID: seek.OwnerFair, by.ID: by.Fair}
	if err := s.settle(ctx, matchID, offerID, termsBetween(seek.Proposal, owner, by, side), fairs); err != nil {
		// Somebody else was quicker, or the answer was lost.
		if again, lost := s.Offer(ctx, offerID); lost == nil && again.Match != "" {
			return s.accepted(ctx, by, again.Match)
		}
		return "", offerError(err)
	}
	s.lobby.changed()
	return matchID, nil
}

// accepted is the match that an offer became, for the one who took it up.
func (s *Service) accepted(ctx context.Context, by Player, id string) (string, error) {
	_, side, err := s.Look(ctx, by, id)
	if codeOf(err) == NotFound { // its deal is not settled yet
		var d *Dealing
		if d, err = s.Dealing(ctx, by, id); err == nil {
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

var errNoOffer = game.Err(NotFound, "this offer does not stand any more")

func offerError(err error) error {
	if errors.Is(err, ErrNotFound) {
		return errNoOffer
	}
	return err
}

// Withdraw takes back one's own offer.
func (s *Service) Withdraw(ctx context.Context, by Player, offerID string) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	if err := s.o.Store.Withdraw(ctx, offerID, by.ID); err != nil {
		return offerError(err)
	}
	s.lobby.changed()
	return nil
}

// Playing lists a player's matches under way, the newest first.
func (s *Service) Playing(ctx context.Context, by Player) ([]Summary, error) {
	if by.ID == "" {
		return nil, nil
	}
	return s.o.Store.Playing(ctx, by.ID)
}

// Played lists up to n of a player's finished matches that ended before a
// time, the latest first. A zero time is now.
func (s *Service) Played(ctx context.Context, by Player, before time.Time, n int) ([]Summary, error) {
	const most = 200
	if by.ID == "" {
		return nil, nil
	}
	if before.IsZero() {
		before = s.Now().Add(time.Hour)
	}
	return s.o.Store.Played(ctx, by.ID, before, min(max(n, 1), most))
}
