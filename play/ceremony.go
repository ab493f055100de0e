package play

import (
	"context"
	"errors"
	"time"

	"kydai/bus"
	"kydai/fair"
	"kydai/game"
	"kydai/match"
)

// Dealing is how far a match is on its way to its deal, as everybody may know
// it.
type Dealing struct {
	ID         string
	Side       game.Side // of the player who asks; NoSide: of none
	Transcript Transcript
	Waiting    []game.Side // for whom
	Deadline   time.Time   // by which they must have spoken; zero: nobody has to
	Begun      bool        // the match has begun
}

// ceremonyFor says whose number a deal waits for. Nobody's is asked for if
// nobody could keep one, and none of one who has both seats.
func (s *Service) ceremonyFor(terms *match.Terms, r game.Rules, fairs map[string]bool) (public [2]bool, wanted bool) {
	for i, seat := range terms.Seats {
		public[i] = seat.Machine() || !fairs[seat.Player]
		wanted = wanted || !public[i]
	}
	one := terms.Seats[0].Player != "" && terms.Seats[0].Player == terms.Seats[1].Player
	return public, wanted && !one && s.provable(r)
}

// tookPart says which players had numbers of their own in the deal of a match:
// their clients know the protocol, and take part in that of the rematch too.
func (s *Service) tookPart(ctx context.Context, id string, terms *match.Terms) (map[string]bool, error) {
	r, ok := s.o.Rules(terms.Game)
	if !ok || !s.provable(r) {
		return nil, nil //nolint:nilnil // nobody
	}
	row, err := s.o.Store.Ceremony(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return nil, nil //nolint:nilnil // a match of before
	}
	if err != nil {
		return nil, err
	}
	c, err := fair.Decode(row.Body)
	if err != nil {
		return nil, err
	}
	fairs := map[string]bool{}
	for i, public := range c.Terms().Public {
		fairs[terms.Seats[i].Player] = !public
	}
	return fairs, nil
}

// settle begins a match: at once, or by a ceremony first if a player has a
// number of his own to add. fairs says who has. If the match comes of an offer,
// the offer is taken with it.
func (s *Service) settle(ctx context.Context, id, offer string, terms match.Terms, fairs map[string]bool) error {
	r, ok := s.o.Rules(terms.Game)
	if !ok {
		return game.Err(NoSuchGame, "there is no such game here")
	}
	if public, wanted := s.ceremonyFor(&terms, r, fairs); wanted {
		return s.beginCeremony(ctx, id, offer, r, terms, public)
	}
	if offer == "" {
		return s.begin(ctx, id, terms)
	}
	d, err := s.newDraft(id, terms)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.Commit)
	defer cancel()
	began, err := s.o.Store.Accept(ctx, offer, d.row)
	if err == nil {
		s.begun(d, began)
	}
	return err
}

func (s *Service) beginCeremony(ctx context.Context, id, offer string, r game.Rules, terms match.Terms, public [2]bool) error {
	if _, err := s.newDraft(id, terms); err != nil { // what is wrong with the terms is said now
		return err
	}
	c, _, nonce, err := s.newCeremony(id, r, public, s.Now())
	if err != nil {
		return err
	}
	row, err := ceremonyRow(id, &terms, c, nonce)
	if err != nil {
		return err
	}
	if row.Terms, err = match.EncodeTerms(terms); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.Commit)
	defer cancel()
	err = s.o.Store.BeginCeremony(ctx, offer, row)
	if err != nil && offer == "" {
		// Of a rematch there may be one already; or the answer was lost.
		if _, lost := s.o.Store.Ceremony(ctx, id); lost == nil {
			return nil
		}
	}
	if err != nil {
		return err
	}
	s.tellCeremony(row)
	return nil
}

// Commit records a player's commitment in a ceremony. Said again it is
// answered as before.
func (s *Service) Commit(ctx context.Context, by Player, id string, commitment Hash) (*Dealing, error) {
	return s.speak(ctx, by, id, func(c *fair.Ceremony, role fair.Role, now time.Time) error {
		return c.Commit(role, commitment, now)
	})
}

// Open records a player's number. With the last one the match begins.
func (s *Service) Open(ctx context.Context, by Player, id string, number Hash) (*Dealing, error) {
	return s.speak(ctx, by, id, func(c *fair.Ceremony, role fair.Role, now time.Time) error {
		return c.Open(role, number, now)
	})
}

// Dealing is how far a match is on its way to its deal. ErrNotFound if it was
// never to be settled by a ceremony.
func (s *Service) Dealing(ctx context.Context, by Player, id string) (*Dealing, error) {
	row, err := s.o.Store.Ceremony(ctx, id)
	if err != nil {
		return nil, matchError(err)
	}
	c, err := fair.Decode(row.Body)
	if err != nil {
		return nil, err
	}
	return dealingOf(row, c, by), nil
}

func dealingOf(row Ceremony, c *fair.Ceremony, by Player) *Dealing {
	d := &Dealing{ID: row.ID, Side: roleSide(row, by), Transcript: c.Transcript(nil), Begun: c.Phase() == fair.Playing}
	for _, role := range c.Waiting() {
		for _, side := range []game.Side{game.First, game.Second} {
			if c.Phase() != fair.Gone && fair.RoleOf(side) == role {
				d.Waiting = append(d.Waiting, side)
			}
		}
	}
	d.Deadline, _ = c.Deadline()
	return d
}

// roleSide is the side of a player in a ceremony.
func roleSide(row Ceremony, by Player) game.Side {
	for i, p := range row.Players {
		if p != "" && p == by.ID {
			return game.First + game.Side(i)
		}
	}
	return game.NoSide
}

// speak carries out what a player says in a ceremony.
func (s *Service) speak(ctx context.Context, by Player, id string, say func(*fair.Ceremony, fair.Role, time.Time) error) (*Dealing, error) {
	if err := s.gate.enter(); err != nil {
		return nil, err
	}
	defer s.gate.leave()
	now := s.Now()
	return s.step(ctx, by, id, func(row Ceremony, c *fair.Ceremony) error {
		side := roleSide(row, by)
		if side == game.NoSide {
			return game.Err(match.NotAPlayer, "only its players settle the deal of a match")
		}
		return say(c, fair.RoleOf(side), now)
	})
}

// step changes a ceremony: load, try, store, tell. If that was the last that
// was missing, it deals and the match begins in the same change.
func (s *Service) step(ctx context.Context, by Player, id string, do func(Ceremony, *fair.Ceremony) error) (*Dealing, error) {
	for range maxTries {
		row, err := s.o.Store.Ceremony(ctx, id)
		if err != nil {
			return nil, matchError(err)
		}
		c, house, err := s.houseOf(row)
		if err != nil {
			return nil, err
		}
		if err := do(row, c); err != nil {
			if codeOf(err) == fair.Repeated {
				return dealingOf(row, c, by), nil
			}
			return nil, err
		}
		err = s.storeStep(ctx, &row, c, house)
		if errors.Is(err, ErrConflict) {
			continue
		}
		if err != nil {
			return nil, err
		}
		s.tellCeremony(row)
		return dealingOf(row, c, by), nil
	}
	return nil, ErrConflict
}

// storeStep stores a ceremony that has gone on, and the match if it begins.
func (s *Service) storeStep(ctx context.Context, row *Ceremony, c *fair.Ceremony, house *fair.House) (err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.Commit)
	defer cancel()
	seq := row.Seq
	var d *draft
	if c.Phase() == fair.Dealing {
		if d, err = s.dealAfter(row, c, house); err != nil {
			return err
		}
	}
	if row.Body, err = c.Encode(); err != nil {
		return err
	}
	row.Seq = len(c.Events())
	row.CheckAt, _ = c.Deadline()
	if row.CheckAt.IsZero() {
		row.Terms = nil // it has begun, or never will
	}
	if d == nil {
		_, err = s.o.Store.StepCeremony(ctx, seq, *row, nil)
		return err
	}
	began, err := s.o.Store.StepCeremony(ctx, seq, *row, &d.row)
	if err == nil {
		s.begun(d, began)
	}
	return err
}

// dealAfter deals when both players have opened.
func (s *Service) dealAfter(row *Ceremony, c *fair.Ceremony, house *fair.House) (*draft, error) {
	terms, err := match.DecodeTerms(row.Terms)
	if err != nil {
		return nil, err
	}
	r, ok := s.o.Rules(terms.Game)
	if !ok {
		return nil, game.Err(NoSuchGame, "this server does not know the game")
	}
	layout, err := house.Deal(c, r, s.Now())
	if err != nil {
		return nil, err
	}
	terms.Setup.Secret = layout.Secret()
	d, err := s.draftOf(row.ID, r, terms)
	if err != nil {
		return nil, err
	}
	d.deal = &deal{c, house, layout}
	return d, nil
}

func ceremonySubject(player string) (string, error) { return bus.Subject("u", player, "fair") }

// tellCeremony tells the players that a ceremony has gone on, on whatever node
// they are. That it may get lost is made good by whoever asks again.
func (s *Service) tellCeremony(row Ceremony) {
	for _, player := range row.Players {
		if player == "" {
			continue
		}
		if subject, err := ceremonySubject(player); err == nil {
			_ = s.o.Bus.Publish(subject, []byte(row.ID))
		}
	}
}

// WatchCeremonies calls f with the id of a match whenever the ceremony of its
// deal has gone on, for a player, until cancel is called.
func (s *Service) WatchCeremonies(player string, f func(matchID string)) (cancel func(), err error) {
	subject, err := ceremonySubject(player)
	if err != nil {
		return nil, err
	}
	sub, err := s.o.Bus.Subscribe(subject, bus.Handler{
		Message: func(_ string, data []byte) { f(string(data)) },
		Gap:     func(bus.Gap) {},
	})
	if err != nil {
		return nil, err
	}
	return sub.Cancel, nil
}

// sweepCeremonies ends those in which somebody is late.
func (s *Service) sweepCeremonies(ctx context.Context) {
	if s.gate.enter() != nil {
		return
	}
	defer s.gate.leave()
	ids, err := s.o.Store.DueCeremonies(ctx, sweepAtOnce, s.o.Lease)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Warn("what is due of ceremonies cannot be asked for", "err", err)
		}
		return
	}
	for _, id := range ids {
		_, err := s.step(ctx, Player{}, id, func(_ Ceremony, c *fair.Ceremony) error { return c.Expire(s.Now()) })
		if err != nil && ctx.Err() == nil && codeOf(err) != fair.NotDue && codeOf(err) != fair.NotNow {
			s.log.Warn("a ceremony could not be ended", "match", id, "err", err)
		}
	}
}
