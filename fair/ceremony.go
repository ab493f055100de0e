package fair

import (
	"slices"
	"time"

	"kydai/game"
)

// Phase is a phase of the commit-and-reveal exchange (Ceremony).
type Phase uint8

// The phases, in order. Gone is the phase of an aborted ceremony; no phase follows it.
const (
	Committing Phase = iota // the players must send their commitments
	Opening                 // all players have committed; the players must reveal their numbers
	Dealing                 // all players have revealed; the server must deal
	Playing                 // the root is signed; the game is in progress
	Over                    // the server has revealed its number
	Gone                    // aborted
)

var phaseNames = [...]string{"committing", "opening", "dealing", "playing", "over", "aborted"}

// String is the phase's name.
func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return ""
}

// Ceremony is the commit-and-reveal exchange by which the server and the players agree on
// a deal. It is pure: no I/O, no clock, no randomness and no secret of its own. Its state
// depends only on Terms and events. A command either fails with an error code and changes
// nothing, or adds events. It is not safe for concurrent use.
type Ceremony struct {
	terms  Terms
	hash   Hash // hash of the match; every other hash depends on it
	begun  time.Time
	events []Event

	phase     Phase
	since     time.Time // start of the current phase
	commits   [most]Hash
	opened    [most]Hash
	has       [most]bool // whether each player has finished the current phase
	root      Hash
	signature Signature
	server    Hash // the server's revealed number; zero until the game is over
	late      []Role
}

// Begin starts a ceremony. For players whose numbers are public, it records the commitments at
// once.
func Begin(t Terms, now time.Time) (*Ceremony, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	c := &Ceremony{terms: t, hash: t.Match.Hash(), begun: moment(now), events: []Event{}}
	c.step(Committing, c.begun)
	return c, nil
}

// Replay rebuilds a ceremony from its events. It does not check the times of the events. It returns
// an error if the order of the events is impossible.
func Replay(t Terms, begun time.Time, events []Event) (*Ceremony, error) {
	c, err := Begin(t, begun)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		e.At = moment(e.At)
		if err := c.admit(&e); err != nil {
			return nil, game.Err(BadEvent, "the event is not valid here: ", err.Error())
		}
		c.add(e)
	}
	return c, nil
}

// Terms returns the terms of the ceremony.
func (c *Ceremony) Terms() Terms { return c.terms }

// Begun returns the start time.
func (c *Ceremony) Begun() time.Time { return c.begun }

// Events returns a copy of all events, for the caller to store.
func (c *Ceremony) Events() []Event { return slices.Clone(c.events) }

// Phase returns the current phase.
func (c *Ceremony) Phase() Phase { return c.phase }

// Commit records a player's commitment. If a player sends the same commitment again, Commit
// returns the error Repeated.
func (c *Ceremony) Commit(by Role, commitment Hash, now time.Time) error {
	return c.do(Event{Kind: Committed, At: moment(now), By: by, Value: commitment})
}

// Open records the secret number that a player reveals. It returns an error while a player's
// commitment is missing, or if the number does not match this player's commitment.
func (c *Ceremony) Open(by Role, number Hash, now time.Time) error {
	return c.do(Event{Kind: Opened, At: moment(now), By: by, Value: number})
}

// Expire aborts the ceremony if the deadline has passed. Before the deadline it returns
// an error.
func (c *Ceremony) Expire(now time.Time) error {
	return c.do(Event{Kind: Aborted, At: moment(now), By: Server})
}

// Abort ends the ceremony because a player has left.
func (c *Ceremony) Abort(by Role, now time.Time) error {
	if !c.takesPart(by) {
		return errNotYours
	}
	return c.do(Event{Kind: Aborted, At: moment(now), By: by})
}

// Deadline returns the time by which the players must finish the current phase. It returns false if
// the phase has no deadline.
func (c *Ceremony) Deadline() (time.Time, bool) {
	switch c.phase {
	case Committing:
		return c.since.Add(c.terms.CommitTime), true
	case Opening:
		return c.since.Add(c.terms.OpenTime), true
	}
	return time.Time{}, false
}

// Waiting lists the players whose message is still missing in the current phase. After an abort it
// lists the players because of whom the ceremony was aborted: they were late or left.
func (c *Ceremony) Waiting() []Role {
	if c.phase == Gone {
		return slices.Clone(c.late)
	}
	var list []Role
	for i, r := range c.players() {
		if c.phase <= Opening && !c.has[i] {
			list = append(list, r)
		}
	}
	return list
}

// Numbers returns the numbers that the players revealed, which the server needs
// for the deal.
func (c *Ceremony) Numbers() ([]Hash, error) {
	if c.phase < Dealing || c.phase == Gone {
		return nil, errNotNow
	}
	return slices.Clone(c.opened[:len(c.terms.Public)]), nil
}

// players lists the roles of the players in this ceremony, including players whose numbers are
// public.
func (c *Ceremony) players() []Role { return players[:len(c.terms.Public)] }

// all reports whether all players have finished the current phase.
func (c *Ceremony) all() bool { return !slices.Contains(c.has[:len(c.terms.Public)], false) }

// takesPart reports whether a role must send messages in this ceremony. A player whose number is
// public does not send any.
func (c *Ceremony) takesPart(by Role) bool {
	i := by.index()
	return i >= 0 && i < len(c.terms.Public) && !c.terms.Public[i]
}

func (c *Ceremony) do(e Event) error {
	if err := c.admit(&e); err != nil {
		return err
	}
	c.add(e)
	return nil
}

func (c *Ceremony) add(e Event) {
	c.apply(&e)
	c.events = append(c.events, e)
}
