package fair

import (
	"slices"
	"time"

	"kydai/game"
)

var (
	errNotNow   = game.Err(NotNow, "the deal is in another phase: this step is too early or already over")
	errTooLate  = game.Err(TooLate, "the deadline of this step has passed")
	errNotYours = game.Err(NotYours, "this step belongs to another party")
	errRepeated = game.Err(Repeated, "this step is already recorded")
	errChanged  = game.Err(Changed, "another value is already recorded for this step")
)

// admit returns an error if the event may not follow the events so far.
func (c *Ceremony) admit(e *Event) error {
	if e.Kind != Dealt && e.Signature != (Signature{}) {
		return game.Err(BadForm, "a signature is only valid on a deal event")
	}
	switch e.Kind {
	case Committed:
		return c.admitCommit(e)
	case Opened:
		return c.admitOpen(e)
	case Dealt:
		return c.admitDeal(e)
	case Aborted:
		return c.admitAbort(e)
	case Closed:
		return c.admitClose(e)
	}
	return game.Err(BadForm, "there is no such event")
}

// admitSaid checks a message of a player: a commitment or a revealed number. The player must take
// part in the ceremony, the ceremony must be in the given phase, the player must not have sent the
// message before, and the message must be in time. The parameter said holds the values that the
// players have sent so far.
func (c *Ceremony) admitSaid(e *Event, in Phase, said [most]Hash) error {
	if !c.takesPart(e.By) {
		return errNotYours
	}
	i := e.By.index()
	if done := c.phase > in || c.phase == in && c.has[i]; done && c.phase != Gone {
		if said[i] == e.Value {
			return errRepeated
		}
		return errChanged
	}
	if c.phase != in {
		return errNotNow
	}
	if deadline, _ := c.Deadline(); !e.At.Before(deadline) {
		return errTooLate
	}
	return nil
}

func (c *Ceremony) admitCommit(e *Event) error {
	if err := c.admitSaid(e, Committing, c.commits); err != nil {
		return err
	}
	// A commitment is a hash of the number and the sender's role, so two honest parties never have
	// equal commitments. Refuse a copy of another party's commitment.
	if e.Value.zero() || e.Value == c.terms.Server || slices.Contains(c.commits[:], e.Value) {
		return game.Err(BadForm, "the commitment is not one of this player")
	}
	return nil
}

func (c *Ceremony) admitOpen(e *Event) error {
	if err := c.admitSaid(e, Opening, c.opened); err != nil {
		return err
	}
	if e.Value == publicNonce || Commitment(c.hash, e.By, e.Value) != c.commits[e.By.index()] {
		return game.Err(WrongOpening, "the number does not match its commitment")
	}
	return nil
}

func (c *Ceremony) admitDeal(e *Event) error {
	switch {
	case e.By != Server:
		return errNotYours
	case c.phase != Dealing:
		return errNotNow
	case !signed(c.terms.Key, c.statement(e.Value), e.Signature):
		return game.Err(WrongSignature, "the root is not signed by the server's key")
	}
	return nil
}

func (c *Ceremony) admitAbort(e *Event) error {
	deadline, ticking := c.Deadline()
	switch {
	case c.phase >= Playing:
		return errNotNow
	case e.By == Server && (!ticking || e.At.Before(deadline)):
		return game.Err(NotDue, "no deadline has passed yet")
	case e.By != Server && !c.takesPart(e.By):
		return errNotYours
	}
	return nil
}

func (c *Ceremony) admitClose(e *Event) error {
	switch {
	case e.By != Server:
		return errNotYours
	case c.phase != Playing:
		return errNotNow
	case Commitment(c.hash, Server, e.Value) != c.terms.Server:
		return game.Err(WrongSecret, "the server's number does not match its commitment")
	}
	return nil
}

// apply updates the state by an event that admit accepted.
func (c *Ceremony) apply(e *Event) {
	switch i := e.By.index(); e.Kind {
	case Committed:
		c.commits[i], c.has[i] = e.Value, true
		if c.all() {
			c.step(Opening, e.At)
		}
	case Opened:
		c.opened[i], c.has[i] = e.Value, true
		if c.all() {
			c.step(Dealing, e.At)
		}
	case Dealt:
		c.root, c.signature, c.phase = e.Value, e.Signature, Playing
	case Aborted:
		c.late = []Role{e.By}
		if e.By == Server {
			c.late = c.Waiting()
		}
		c.phase = Gone
	case Closed:
		c.server, c.phase = e.Value, Over
	}
}

// step starts the next phase. For players whose numbers are public, it fills in the commitment or
// the number itself. If all players' numbers are public, it goes on to the phase after that at
// once.
func (c *Ceremony) step(p Phase, at time.Time) {
	c.phase, c.since, c.has = p, at, [most]bool{}
	if p == Dealing {
		return
	}
	for i, r := range c.players() {
		if c.terms.Public[i] {
			c.has[i] = true
			c.commits[i], c.opened[i] = Commitment(c.hash, r, publicNonce), publicNonce
		}
	}
	if c.all() {
		c.step(p+1, at)
	}
}

// statement returns the hash that the server signs: it covers the match, all contributions and the
// root.
func (c *Ceremony) statement(root Hash) Hash {
	n := len(c.terms.Public)
	return statement(c.hash, append([]Hash{c.terms.Server}, c.commits[:n]...), c.opened[:n], root)
}
