package fair

import (
	"slices"
	"time"

	"kydai/game"
)

// Phase is how far a ceremony has come.
type Phase uint8

// The phases, in order. A ceremony that was aborted stays so.
const (
	Committing Phase = iota // the players have to commit
	Opening                 // all three have; the players have to open
	Dealing                 // both have; the server has to deal
	Playing                 // the root is signed; the game goes on
	Over                    // the server has opened its number
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

// Ceremony is how the three parties come to a deal. It is pure: no I/O, no
// clock, no randomness and no secret of its own. It is its Terms and its
// events; every command either fails with a code and changes nothing, or adds
// events. It is not safe for concurrent use.
type Ceremony struct {
	terms  Terms
	hash   Hash // of the match
	begun  time.Time
	events []Event

	phase     Phase
	since     time.Time // when the phase began
	commits   [2]Hash
	opened    [2]Hash
	has       [2]bool // done with the present step
	root      Hash
	signature Signature
	server    Hash // opened
	late      []Role
}

// Begin begins a ceremony. The commitments of public contributions are made
// by themselves.
func Begin(t Terms, now time.Time) (*Ceremony, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	c := &Ceremony{terms: t, hash: t.Match.Hash(), begun: moment(now), events: []Event{}}
	c.step(Committing, c.begun)
	return c, nil
}

// Replay makes the ceremony again whose events these are. It believes what
// they say of time, and refuses those that cannot follow one another.
func Replay(t Terms, begun time.Time, events []Event) (*Ceremony, error) {
	c, err := Begin(t, begun)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		e.At = moment(e.At)
		if err := c.admit(&e); err != nil {
			return nil, game.Err(BadEvent, "this event cannot follow: ", err.Error())
		}
		c.add(e)
	}
	return c, nil
}

// Terms returns what the ceremony began with.
func (c *Ceremony) Terms() Terms { return c.terms }

// Begun is when it began.
func (c *Ceremony) Begun() time.Time { return c.begun }

// Events lists what happened, for the store.
func (c *Ceremony) Events() []Event { return slices.Clone(c.events) }

// Phase is how far it has come.
func (c *Ceremony) Phase() Phase { return c.phase }

// Commit records a player's commitment. Said again it is Repeated.
func (c *Ceremony) Commit(by Role, commitment Hash, now time.Time) error {
	return c.do(Event{Kind: Committed, At: moment(now), By: by, Value: commitment})
}

// Open records a player's number. It is refused until all three commitments
// are recorded, and if it is not what the player committed to.
func (c *Ceremony) Open(by Role, number Hash, now time.Time) error {
	return c.do(Event{Kind: Opened, At: moment(now), By: by, Value: number})
}

// Expire aborts the ceremony if somebody is late.
func (c *Ceremony) Expire(now time.Time) error {
	return c.do(Event{Kind: Aborted, At: moment(now), By: Server})
}

// Abort ends the ceremony because a player left it.
func (c *Ceremony) Abort(by Role, now time.Time) error {
	if by.index() < 0 {
		return errNotYours
	}
	return c.do(Event{Kind: Aborted, At: moment(now), By: by})
}

// Deadline is when the players who are not done with the present step are
// late; false if nobody has to do anything by a certain time.
func (c *Ceremony) Deadline() (time.Time, bool) {
	switch c.phase {
	case Committing:
		return c.since.Add(c.terms.CommitTime), true
	case Opening:
		return c.since.Add(c.terms.OpenTime), true
	}
	return time.Time{}, false
}

// Waiting lists the players who are not done with the present step. After an
// abort it lists those who were late or left.
func (c *Ceremony) Waiting() []Role {
	if c.phase == Gone {
		return slices.Clone(c.late)
	}
	var list []Role
	for i, r := range players {
		if c.phase <= Opening && !c.has[i] {
			list = append(list, r)
		}
	}
	return list
}

// Numbers returns what both players opened, for the server to deal with.
func (c *Ceremony) Numbers() ([2]Hash, error) {
	if c.phase < Dealing || c.phase == Gone {
		return [2]Hash{}, errNotNow
	}
	return c.opened, nil
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
