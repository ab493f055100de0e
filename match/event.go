package match

import (
	"time"

	"kydai/game"
)

// Kind is a kind of event.
type Kind uint8

// The kinds of events. The comments name the fields of Event that a kind uses besides At, Began and
// By.
const (
	Started   Kind = iota + 1
	Moved          // Text: the complete code of the move; Lag, Gave
	Offered        // What: the kind of offer; Count: for a takeback, the number of the player's own moves
	Declined       // What: the kind of offer
	Withdrawn      // What: the kind of offer
	Undone         // Count: the number of plies taken back
	Redone         // Count: the number of plies played again
	Paused         // the game is interrupted and both clocks stop
	Resumed        // the game goes on after a pause
	Given          // Side: the receiver; Gave: the time; Text: the reason
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
	Takeback      // takes back the player's own last moves
	Pause         // stops the clocks, in a game with a clock
	Resume        // ends a pause
	Rematch       // a new match, offered after the end of this match
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
	By    game.Side // the acting side; NoSide means the server
	Side  game.Side
	What  What
	Count int
	At    time.Time // time when the event happened
	Began time.Time // time when the event became durable; zero if not yet known
	Text  string
	Lag   time.Duration // network lag of a move, as measured by the server
	Gave  time.Duration // time given back for lag, or time added by a Given event
}

// begins returns the time at which the next turn begins after this event. Normally this is Began.
// If the server's clock was changed, Began may be earlier than At or later than At plus maxStamp.
// In these cases begins returns At or At plus maxStamp.
func (e *Event) begins() time.Time {
	switch late := e.Began.Sub(e.At); {
	case e.Began.IsZero() || late <= 0:
		return e.At
	case late > maxStamp:
		return e.At.Add(maxStamp)
	}
	return e.Began
}

// maxStamp is the longest time that storing an event can take. A transaction that takes longer
// fails.
const maxStamp = 30 * time.Second

// String prints only the kind.
func (e Event) String() string { return "event " + e.Kind.String() }

// GoString prints only the kind.
func (e Event) GoString() string { return e.String() }

// MarshalText returns an error, so that no encoder can write a secret.
func (e Event) MarshalText() ([]byte, error) {
	return nil, game.Err("secret", "an event must not be written as text; publish a Notice instead")
}

// moment rounds a time to milliseconds in UTC. A time outside the range that Encode supports
// becomes the nearest time in this range.
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
