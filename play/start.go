package play

import (
	"context"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

// abandonedAfter is when a game without a clock counts as abandoned, where
// the terms do not say.
const abandonedAfter = 30 * 24 * time.Hour

// machineLease is for how long a match of machines counts against the one who
// started it.
const machineLease = time.Hour

// Start starts a match that needs nobody's consent: against machines, of
// machines, of one player on both sides.
func (s *Service) Start(ctx context.Context, by Player, n NewMatch) (id string, err error) {
	if err := s.gate.enter(); err != nil {
		return "", err
	}
	defer s.gate.leave()
	if by.ID == "" {
		return "", errNobody
	}
	terms := termsOf(n.Deal)
	people := 0
	for i, seat := range n.Seats {
		if seat.Machine() {
			if err := s.o.Seat(n.Game, seat); err != nil {
				return "", err
			}
			terms.Seats[i] = seat
			continue
		}
		if seat.Player != "" && seat.Player != by.ID {
			return "", game.Err(NotForYou, "others are asked before they play: make an offer")
		}
		terms.Seats[i] = seatOf(by)
		people++
	}
	if terms.Rated {
		return "", game.Err(match.BadTerms, "a rated game is played between two people")
	}
	if err := s.room(ctx, by); err != nil {
		return "", err
	}
	if people == 0 && !s.quota.take("machines "+by.ID, s.o.MaxLive, s.o.Clock(), machineLease) {
		return "", errTooMany
	}
	id, err = s.luck.id()
	if err != nil {
		return "", err
	}
	return id, s.settle(ctx, id, "", terms, map[string]bool{by.ID: by.Fair})
}

var errTooMany = game.Err(TooMany, "you have as many as one may have at a time")

// room reports that a player has too many matches to begin another.
func (s *Service) room(ctx context.Context, by Player) error {
	live, err := s.o.Store.Playing(ctx, by.ID)
	if err != nil {
		return err
	}
	if len(live) >= s.o.MaxLive {
		return errTooMany
	}
	return nil
}

// levelsOnly allows the seats that every worker can play.
func levelsOnly(_ string, seat match.Seat) error {
	if seat.Kind != match.Level {
		return game.Err(NoMachine, "only levels play here")
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

// termsOf are the terms of a deal, without seats.
func termsOf(d Deal) match.Terms {
	t := match.Terms{
		Game: d.Game, Setup: game.Setup{Start: d.Start, Options: d.Options}, Opening: d.Opening,
		Clock: d.Clock, Extra: d.Extra, FirstMove: d.FirstMove, Idle: d.Idle,
		Rated: d.Rated, Takebacks: d.Takebacks, KeepSides: d.KeepSides,
	}
	if d.Clock.Kind == clock.Unlimited && d.Idle == 0 {
		t.Idle = abandonedAfter
	}
	return t
}

// draft is a match that is to be stored.
type draft struct {
	row  Row
	m    *match.Match
	deal *deal // nil: nobody can check it
}

// newDraft deals and starts a match.
func (s *Service) newDraft(id string, terms match.Terms) (*draft, error) {
	r, ok := s.o.Rules(terms.Game)
	if !ok {
		return nil, game.Err(NoSuchGame, "there is no such game here")
	}
	ceremony, d, err := s.dealAtOnce(id, r, &terms)
	if err != nil {
		return nil, err
	}
	n, err := s.draftOf(id, r, terms)
	if err != nil {
		return nil, err
	}
	n.row.Ceremony, n.deal = ceremony, d
	return n, nil
}

// draftOf starts a match that was dealt, and writes it as it is to be stored.
func (s *Service) draftOf(id string, r game.Rules, terms match.Terms) (*draft, error) {
	m, err := match.New(r, terms, s.Now())
	if err != nil {
		return nil, err
	}
	body, err := match.EncodeTerms(terms)
	if err != nil {
		return nil, err
	}
	row := Row{
		ID: id, Game: terms.Game, Players: [2]string{terms.Seats[0].Player, terms.Seats[1].Player},
		Seq: m.Seq(), Ply: m.Ply(), CheckAt: s.checkAt(m), Terms: body, Secret: terms.Setup.Secret,
	}
	for _, e := range m.Since(0) {
		row.Events = append(row.Events, Event{Body: e.Encode()})
	}
	return &draft{row: row, m: m}, nil
}

// begun shows a match that has just been stored, and tells its players.
func (s *Service) begun(d *draft, began time.Time) {
	id, m := d.row.ID, d.m
	stamp(m, 0, began)
	t, err := s.open(id)
	if err != nil {
		return
	}
	defer s.release(t)
	t.lock <- struct{}{}
	if t.cur.Load() == nil {
		t.deal, t.dealt = d.deal, true
		s.show(t, t.snapshot(m))
	}
	s.think(t)
	t.unlock()
	s.tellPlayers(id, m)
}
