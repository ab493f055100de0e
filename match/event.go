package match

import (
	"time"

	"kydai/game"
)

// Kind is a kind of event.
type Kind uint8

// The kinds of events, with the fields of Event that they use besides At, Began
// and By.
const (
	Started   Kind = iota + 1
	Moved          // Text: the complete code; Lag, Gave
	Offered        // What; N: number of own moves for a takeback
	Declined       // What
	Withdrawn      // What
	Undone         // N: plies
	Redone         // N: plies
	Paused         //
	Resumed        //
	Given          // Side: receiver; Gave; Text: reason
	Ended          // Side: the winner; Text: the reason
	Rematched      // Text: the id of the next match
)

var kindNames = [...]string{
	Started: "start", Moved: "move", Offered: "offer", Declined: "decline", Withdrawn: "withdraw",
	Undone: "undo", Redone: "redo", Paused: "pause", Resumed: "resume", Given: "give",
	Ended: "over", Rematched: "rematch",
}

// String returns the name of the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return ""
}

// setsTimeGoing reports whether an event of this kind starts a turn, so that time begins to run.
func (k Kind) setsTimeGoing() bool {
	return k == Started || k == Moved || k == Undone || k == Redone || k == Resumed
}

// What is a kind of offer that one player makes and the other may accept.
type What uint8

// The kinds of offers.
const (
	Draw     What = iota + 1
	Takeback      // of own last moves
	Pause         // in a game with a clock
	Resume        // ends a pause
	Rematch       // after the end
	whats
)

var whatNames = [...]string{Draw: "draw", Takeback: "takeback", Pause: "pause", Resume: "resume", Rematch: "rematch"}

// String returns the name of the offer.
func (w What) String() string {
	if int(w) < len(whatNames) {
		return whatNames[w]
	}
	return ""
}

// Event is one event of a match. Its sequence number is its index in the list. Because it
// may contain secrets, it prints only its kind and cannot be written as JSON; Encode
// returns the form for the store.
type Event struct {
	Kind  Kind
	By    game.Side // acting side; NoSide means the server
	Side  game.Side
	What  What
	Count int
	At    time.Time // when it happened
	Began time.Time // when it became durable; zero if not yet known
	Text  string
	Lag   time.Duration // lag measured by the server
	Gave  time.Duration // time given back for lag, or by a Given event
}

// begins returns the time at which the clock that this event starts begins to run. Normally this
// is Began. A Began before the event, or more than maxStamp after it, comes from a clock that was
// changed; then begins returns At, or At plus maxStamp.
func (e *Event) begins() time.Time {
	switch late := e.Began.Sub(e.At); {
	case e.Began.IsZero() || late <= 0:
		return e.At
	case late > maxStamp:
		return e.At.Add(maxStamp)
	}
	return e.Began
}

// maxStamp is the longest time that storing an event can take; after that the store gives up the
// change.
const maxStamp = 30 * time.Second

// String prints only the kind.
func (e Event) String() string { return "event " + e.Kind.String() }

// GoString prints only the kind.
func (e Event) GoString() string { return e.String() }

// MarshalText returns an error, so that no encoder can write a secret.
func (e Event) MarshalText() ([]byte, error) {
	return nil, game.Err("secret", "an event must not be written as text; publish a Notice instead")
}

// moment rounds a time to milliseconds in UTC, within the range that Encode supports.
func moment(t time.Time) time.Time {
	return time.UnixMilli(min(max(t.UnixMilli(), 0), maxAt)).UTC()
}

// stamp rounds a time as moment does. The zero time stays zero.
func stamp(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return moment(t)
}
