package play

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"kydai/fair"
	"kydai/game"
	"kydai/match"
)

// Dealing is the public state of the exchange of numbers before a match's deal.
type Dealing struct {
	ID         string
	Side       game.Side // side of the player who sent the request; NoSide for a spectator
	Transcript Transcript
	Waiting    []game.Side // sides whose message the exchange is waiting for
	Deadline   time.Time   // until when these sides must send their messages; zero if there is no deadline
	Begun      bool        // the match has started
}

// ceremonyFor decides whether the players of a match contribute secret numbers to its deal, in a
// commit-and-reveal exchange. The result public marks the sides that cannot keep a number secret.
// The result wanted is false if no exchange is needed: no player can keep a secret, one player has
// both seats, or the deal cannot be verified. The parameter fairs contains the players whose
// clients can take part.
func (ds *Deals) ceremonyFor(terms *match.Terms, r game.Rules, fairs map[string]bool) (public [2]bool, wanted bool) {
	for i, seat := range terms.Seats {
		public[i] = seat.Machine() || !fairs[seat.Player]
		wanted = wanted || !public[i]
	}
	one := terms.Seats[0].Player != "" && terms.Seats[0].Player == terms.Seats[1].Player
	return public, wanted && !one && ds.book.provable(r)
}

// tookPart returns the players who contributed secret numbers to the deal of a match.
// Their clients support the protocol, so they also contribute in the rematch.
func (ds *Deals) tookPart(ctx context.Context, id string, terms *match.Terms) (map[string]bool, error) {
	r, ok := ds.options.Rules(terms.Game)
	if !ok || !ds.book.provable(r) {
		return nil, nil //nolint:nilnil // no player contributed, because deals of this game cannot be verified
	}
	row, err := ds.options.Store.Ceremony(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return nil, nil //nolint:nilnil // no player contributed: no exchange of numbers was stored for this match
	}
	if err != nil {
		return nil, err
	}
	c, err := fair.Decode(row.Body)
	if err != nil {
		return nil, err
	}
	fairs := map[string]bool{}
	public := c.Terms().Public[2*row.table(id):]
	for i, seat := range terms.Seats {
		fairs[seat.Player] = !public[i]
	}
	return fairs, nil
}

func (ds *Deals) beginCeremony(ctx context.Context, id string, from claim, r game.Rules, terms match.Terms, public [2]bool) error {
	m, err := fair.MatchOf(r, id)
	if err != nil {
		return err
	}
	limit := ds.book.patience
	if from.board {
		limit = terms.FirstMove // a player who does not take part within this time loses by forfeit
	}
	c, _, nonce, err := ds.book.newCeremony(m, public[:], limit)
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
	switch {
	case from.board:
		err = ds.options.Store.SeatCeremony(ctx, row)
	case from.pair != nil:
		err = ds.options.Store.PairCeremony(ctx, *from.pair, row)
	default:
		err = ds.options.Store.BeginCeremony(ctx, from.offer, row)
	}
	if err != nil && from == (claim{}) {
		// The ceremony (exchange of numbers) for the rematch may already exist: another request for
		// the rematch was faster, or an earlier response was lost.
		if _, lost := ds.options.Store.Ceremony(ctx, id); lost == nil {
			return nil
		}
	}
	if err != nil {
		return err
	}
	ds.tellCeremony(row)
	if from.board {
		ds.tellSeated(row)
	}
	return nil
}

// tellSeated notifies the players on event boards that the dealing of their pieces has begun.
func (ds *Deals) tellSeated(row Ceremony) {
	for i, id := range row.Tables() {
		for _, player := range row.Players[2*i : 2*i+2] {
			TellNotice(ds.options.Bus, player, id)
		}
	}
}

// open reports whether the deal of a match is still in progress: the match has not started and has
// not been given up.
func (ds *Deals) open(ctx context.Context, id string) bool {
	row, err := ds.options.Store.Ceremony(ctx, id)
	if err != nil {
		return false
	}
	c, err := fair.Decode(row.Body)
	return err == nil && c.Phase() != fair.Playing && c.Phase() != fair.Gone && len(row.Terms) > 0
}

// Commit records a player's commitment in a ceremony (the commit-and-reveal exchange of a
// deal). Repeating the call returns the same result.
func (ds *Deals) Commit(ctx context.Context, by Player, id string, commitment Hash) (*Dealing, error) {
	return ds.speak(ctx, by, id, func(c *fair.Ceremony, role fair.Role, now time.Time) error {
		return c.Commit(role, commitment, now)
	})
}

// Open records the number that a player reveals. After the last player's number the match
// starts.
func (ds *Deals) Open(ctx context.Context, by Player, id string, number Hash) (*Dealing, error) {
	return ds.speak(ctx, by, id, func(c *fair.Ceremony, role fair.Role, now time.Time) error {
		return c.Open(role, number, now)
	})
}

// Dealing returns the state of a match's deal. It returns ErrNotFound if the match has no ceremony
// (exchange of numbers for its deal).
func (ds *Deals) Dealing(ctx context.Context, by Player, id string) (*Dealing, error) {
	row, err := ds.options.Store.Ceremony(ctx, id)
	if err != nil {
		return nil, matchError(err)
	}
	c, err := fair.Decode(row.Body)
	if err != nil {
		return nil, err
	}
	d := dealingOf(row, c, id, by)
	if row.Twins[0] != "" && d.Side == game.NoSide { // if two matches share the deal, only players of this match may see the exchange of numbers
		return nil, errNoMatch
	}
	return d, nil
}

func dealingOf(row Ceremony, c *fair.Ceremony, id string, by Player) *Dealing {
	table := row.table(id)
	d := &Dealing{ID: id, Side: roleSide(row, table, by), Transcript: c.TranscriptAt(table, nil), Begun: c.Phase() == fair.Playing}
	for _, role := range c.Waiting() {
		for _, side := range []game.Side{game.First, game.Second} {
			if c.Phase() != fair.Gone && fair.RoleAt(table, side) == role {
				d.Waiting = append(d.Waiting, side)
			}
		}
	}
	d.Deadline, _ = c.Deadline()
	return d
}

// roleSide returns the side that a player has in one match of a ceremony (the exchange of numbers
// for a deal). A ceremony deals for one or two matches; table is the index of the match, 0 or 1.
// roleSide returns NoSide if the player does not play in this match.
func roleSide(row Ceremony, table int, by Player) game.Side {
	for i, p := range row.Players[2*table : 2*table+2] {
		if p != "" && p == by.ID {
			return game.First + game.Side(i)
		}
	}
	return game.NoSide
}

// speak executes the message that a player sends in a ceremony: a commitment or a revealed number.
func (ds *Deals) speak(ctx context.Context, by Player, id string, say func(*fair.Ceremony, fair.Role, time.Time) error) (*Dealing, error) {
	if err := ds.gate.enter(); err != nil {
		return nil, err
	}
	defer ds.gate.leave()
	now := ds.time.Now()
	return ds.step(ctx, by, id, func(row Ceremony, c *fair.Ceremony) error {
		side := roleSide(row, row.table(id), by)
		if side == game.NoSide {
			return game.Err(match.NotAPlayer, "only the players of a match can take part in its deal")
		}
		return say(c, fair.RoleAt(row.table(id), side), now)
	})
}

var errShut = game.Err(fair.NotNow, "the deal was ended: this match is not played")

// shut ends the ceremony (exchange of numbers for a deal) of a match that will not be played, so
// that the match cannot start.
func (ds *Deals) shut(ctx context.Context, id string) error {
	row, err := ds.options.Store.Ceremony(ctx, id)
	if err == nil {
		err = ds.options.Store.ShutCeremony(ctx, id)
	}
	if err == nil {
		ds.tellCeremony(row)
	}
	return matchError(err)
}

// step changes a ceremony (the exchange of numbers for a deal): it loads the ceremony, calls the
// given function to change it, stores the result and notifies the players. After the last message
// it deals and starts the match, or both matches with this deal, in the same transaction.
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
		if len(row.Terms) == 0 && c.Phase() < fair.Dealing {
			return nil, errShut
		}
		if err := do(row, c); err != nil {
			if codeOf(err) == fair.Repeated {
				return dealingOf(row, c, id, by), nil
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
		return dealingOf(row, c, id, by), nil
	}
	return nil, ErrConflict
}

// storeStep stores the next state of a ceremony (exchange of numbers for a deal). After the last
// message, it also stores and starts the matches.
func (ds *Deals) storeStep(ctx context.Context, row *Ceremony, c *fair.Ceremony, server *fair.ServerPart) (err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ds.options.Commit)
	defer cancel()
	seq := row.Seq
	var drafts []*draft
	if c.Phase() == fair.Dealing {
		if drafts, err = ds.dealAfter(ctx, row, c, server); err != nil {
			return err
		}
	}
	if c.Phase() == fair.Gone {
		for _, role := range c.Waiting() {
			row.Absent[slices.Index(roles[:], role)] = true
		}
	}
	if row.Body, err = c.Encode(); err != nil {
		return err
	}
	row.Seq = len(c.Events())
	row.CheckAt, _ = c.Deadline()
	if row.CheckAt.IsZero() {
		row.Terms = nil // the terms are no longer needed: the match has started or will never start
	}
	rows := make([]Row, len(drafts))
	for i, d := range drafts {
		rows[i] = *d.stored()
	}
	began, err := ds.options.Store.StepCeremony(ctx, seq, *row, rows)
	for i := range began {
		ds.tables.begun(ctx, drafts[i], began[i])
	}
	return err
}

var roles = [4]fair.Role{fair.First, fair.Second, fair.Third, fair.Fourth}

// dealAfter computes the deal once all players have revealed their numbers, and returns
// the matches to start.
func (ds *Deals) dealAfter(ctx context.Context, row *Ceremony, c *fair.Ceremony, server *fair.ServerPart) ([]*draft, error) {
	r, ok := ds.options.Rules(row.Game)
	if !ok {
		return nil, game.Err(NoSuchGame, "this server does not have this game")
	}
	layout, err := server.Deal(c, r, ds.time.Now())
	if err != nil {
		return nil, err
	}
	bodies := []json.RawMessage{row.Terms}
	if row.Twins[0] != "" {
		if err := json.Unmarshal(row.Terms, &bodies); err != nil {
			return nil, err
		}
	}
	drafts := make([]*draft, len(bodies))
	for i, id := range row.Tables() {
		terms, err := readTerms(ctx, ds.options.Store, bodies[i])
		if err != nil {
			return nil, err
		}
		terms.Setup.Secret = layout.Secret()
		if drafts[i], err = ds.tables.draftOf(id, r, terms, &deal{c, server, layout, i}); err != nil {
			return nil, err
		}
	}
	return drafts, nil
}

// beginTwins starts one ceremony (exchange of numbers) that deals the same pieces for two matches
// on event boards. It claims both boards in the same transaction.
func (ds *Deals) beginTwins(ctx context.Context, id string, r game.Rules, matches [2]string, terms [2]match.Terms) error {
	m, err := fair.TwinsOf(r, matches[0], matches[1])
	if err != nil {
		return err
	}
	c, _, nonce, err := ds.book.newCeremony(m, make([]bool, len(roles)), terms[0].FirstMove)
	if err != nil {
		return err
	}
	row, err := ceremonyRow(id, &terms[0], c, nonce)
	if err != nil {
		return err
	}
	row.Twins = matches
	var bodies [2]json.RawMessage
	for i := range terms {
		body, names, err := encodeTerms(terms[i])
		if err != nil {
			return err
		}
		bodies[i], row.Names = body, append(row.Names, names...)
		row.Players[2*i], row.Players[2*i+1] = terms[i].Seats[0].Player, terms[i].Seats[1].Player
	}
	if row.Terms, err = json.Marshal(bodies); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ds.options.Commit)
	defer cancel()
	if err := ds.options.Store.SeatCeremony(ctx, row); err != nil {
		return err
	}
	ds.tellCeremony(row)
	ds.tellSeated(row)
	return nil
}
