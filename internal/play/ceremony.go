package play

import (
	"context"
	"errors"
	"time"

	"kydai/fair"
	"kydai/game"
	"kydai/match"
)

// Dealing is the public state of a match's deal.
type Dealing struct {
	ID         string
	Side       game.Side // side of the player who asks; NoSide for others
	Transcript Transcript
	Waiting    []game.Side // sides whose message is missing
	Deadline   time.Time   // deadline for those messages; zero if there is none
	Begun      bool        // the match has started
}

// ceremonyFor returns the sides that contribute a number to the deal. It is
// none if no player can keep a secret, or if one player has both seats.
func (ds *Deals) ceremonyFor(terms *match.Terms, r game.Rules, fairs map[string]bool) (public [2]bool, wanted bool) {
	for i, seat := range terms.Seats {
		public[i] = seat.Machine() || !fairs[seat.Player]
		wanted = wanted || !public[i]
	}
	one := terms.Seats[0].Player != "" && terms.Seats[0].Player == terms.Seats[1].Player
	return public, wanted && !one && ds.book.provable(r)
}

// tookPart returns which players contributed numbers to the deal of a match.
// Their clients support the protocol, so they also contribute in the rematch.
func (ds *Deals) tookPart(ctx context.Context, id string, terms *match.Terms) (map[string]bool, error) {
	r, ok := ds.options.Rules(terms.Game)
	if !ok || !ds.book.provable(r) {
		return nil, nil //nolint:nilnil // no player did
	}
	row, err := ds.options.Store.Ceremony(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return nil, nil //nolint:nilnil // stored before ceremonies existed
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

func (ds *Deals) beginCeremony(ctx context.Context, id string, from claim, r game.Rules, terms match.Terms, public [2]bool) error {
	c, _, nonce, err := ds.book.newCeremony(id, r, public, ds.time.Now())
	if err != nil {
		return err
	}
	row, err := ceremonyRow(id, &terms, c, nonce)
	if err != nil {
		return err
	}
	if row.Terms, row.Names, err = encodeTerms(terms); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ds.options.Commit)
	defer cancel()
	if from.pair != nil {
		err = ds.options.Store.PairCeremony(ctx, *from.pair, row)
	} else {
		err = ds.options.Store.BeginCeremony(ctx, from.offer, row)
	}
	if err != nil && from == (claim{}) {
		// A rematch may have a ceremony already, or the response was lost.
		if _, lost := ds.options.Store.Ceremony(ctx, id); lost == nil {
			return nil
		}
	}
	if err != nil {
		return err
	}
	ds.tellCeremony(row)
	return nil
}

// open reports whether the deal of a match is not settled yet.
func (ds *Deals) open(ctx context.Context, id string) bool {
	row, err := ds.options.Store.Ceremony(ctx, id)
	if err != nil {
		return false
	}
	c, err := fair.Decode(row.Body)
	return err == nil && c.Phase() != fair.Playing && c.Phase() != fair.Gone
}

// Commit records a player's commitment in a ceremony. Repeating it gives the
// same answer.
func (ds *Deals) Commit(ctx context.Context, by Player, id string, commitment Hash) (*Dealing, error) {
	return ds.speak(ctx, by, id, func(c *fair.Ceremony, role fair.Role, now time.Time) error {
		return c.Commit(role, commitment, now)
	})
}

// Open records a player's number. After the last one the match starts.
func (ds *Deals) Open(ctx context.Context, by Player, id string, number Hash) (*Dealing, error) {
	return ds.speak(ctx, by, id, func(c *fair.Ceremony, role fair.Role, now time.Time) error {
		return c.Open(role, number, now)
	})
}

// Dealing returns the state of a match's deal. It returns ErrNotFound if the
// match has no ceremony.
func (ds *Deals) Dealing(ctx context.Context, by Player, id string) (*Dealing, error) {
	row, err := ds.options.Store.Ceremony(ctx, id)
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

// speak executes a player's message in a ceremony.
func (ds *Deals) speak(ctx context.Context, by Player, id string, say func(*fair.Ceremony, fair.Role, time.Time) error) (*Dealing, error) {
	if err := ds.gate.enter(); err != nil {
		return nil, err
	}
	defer ds.gate.leave()
	now := ds.time.Now()
	return ds.step(ctx, by, id, func(row Ceremony, c *fair.Ceremony) error {
		side := roleSide(row, by)
		if side == game.NoSide {
			return game.Err(match.NotAPlayer, "only the players of a match can take part in its deal")
		}
		return say(c, fair.RoleOf(side), now)
	})
}

// step changes a ceremony: load, apply, store, notify. If nothing else is
// missing, it deals and starts the match in the same change.
func (ds *Deals) step(ctx context.Context, by Player, id string, do func(Ceremony, *fair.Ceremony) error) (*Dealing, error) {
	for range maxTries {
		row, err := ds.options.Store.Ceremony(ctx, id)
		if err != nil {
			return nil, matchError(err)
		}
		c, server, err := ds.book.serverOf(row)
		if err != nil {
			return nil, err
		}
		if err := do(row, c); err != nil {
			if codeOf(err) == fair.Repeated {
				return dealingOf(row, c, by), nil
			}
			return nil, err
		}
		err = ds.storeStep(ctx, &row, c, server)
		if errors.Is(err, ErrConflict) {
			continue
		}
		if err != nil {
			return nil, err
		}
		ds.tellCeremony(row)
		return dealingOf(row, c, by), nil
	}
	return nil, ErrConflict
}

// storeStep stores the next state of a ceremony, and the match if it starts.
func (ds *Deals) storeStep(ctx context.Context, row *Ceremony, c *fair.Ceremony, server *fair.ServerPart) (err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ds.options.Commit)
	defer cancel()
	seq := row.Seq
	var d *draft
	if c.Phase() == fair.Dealing {
		if d, err = ds.dealAfter(ctx, row, c, server); err != nil {
			return err
		}
	}
	if row.Body, err = c.Encode(); err != nil {
		return err
	}
	row.Seq = len(c.Events())
	row.CheckAt, _ = c.Deadline()
	if row.CheckAt.IsZero() {
		row.Terms = nil // the match has started, or never will
	}
	if d == nil {
		_, err = ds.options.Store.StepCeremony(ctx, seq, *row, nil)
		return err
	}
	began, err := ds.options.Store.StepCeremony(ctx, seq, *row, d.stored())
	if err == nil {
		ds.tables.begun(ctx, d, began)
	}
	return err
}

// dealAfter deals once both players have revealed their numbers.
func (ds *Deals) dealAfter(ctx context.Context, row *Ceremony, c *fair.Ceremony, server *fair.ServerPart) (*draft, error) {
	terms, err := readTerms(ctx, ds.options.Store, row.Terms)
	if err != nil {
		return nil, err
	}
	r, ok := ds.options.Rules(terms.Game)
	if !ok {
		return nil, game.Err(NoSuchGame, "this server does not have this game")
	}
	layout, err := server.Deal(c, r, ds.time.Now())
	if err != nil {
		return nil, err
	}
	terms.Setup.Secret = layout.Secret()
	return ds.tables.draftOf(row.ID, r, terms, &deal{c, server, layout})
}
