package match

import (
	"time"

	"kydai/game"
)

// Kind is what happened.
type Kind uint8

// The kinds of events. Which fields of an Event they use is said behind them,
// besides At, Began and By.
const (
	Started   Kind = iota + 1
	Moved          // Text: the complete code; Lag, Gave
	Offered        // What; N: of a takeback, how many own moves
	Declined       // What
	Withdrawn      // What
	Undone         // N: plies
	Redone         // N: plies
	Paused         //
	Resumed        //
	Given          // Side: to whom; Gave; Text: why
	Ended          // Side: the winner; Text: the reason
	Rematched      // Text: the id of the next match
)

var kindNames = [...]string{
	Started: "start", Moved: "move", Offered: "offer", Declined: "decline", Withdrawn: "withdraw",
	Undone: "undo", Redone: "redo", Paused: "pause", Resumed: "resume", Given: "give",
	Ended: "over", Rematched: "rematch",
}

// String is the kind's name.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return ""
}

// setsTimeGoing reports whether the turn's time begins with such an event.
func (k Kind) setsTimeGoing() bool {
	return k == Started || k == Moved || k == Undone || k == Redone || k == Resumed
}

// What is something that one player proposes and the other accepts.
type What uint8

// What can be offered.
const (
	Draw     What = iota + 1
	Takeback      // some of one's own last moves
	Pause         // in a game with a clock
	Resume        // the end of such a pause
	Rematch       // after the end
	whats
)

var whatNames = [...]string{Draw: "draw", Takeback: "takeback", Pause: "pause", Resume: "resume", Rematch: "rematch"}

// String is the offer's name.
func (w What) String() string {
	if int(w) < len(whatNames) {
		return whatNames[w]
	}
	return ""
}

// Event is something that happened in a match. Its sequence number is its
// place in the list. It may hold what is secret, so it prints no more than its
// kind and has no JSON form; Encode is the form for the store.
type Event struct {
	Kind  Kind
	By    game.Side // who did it; NoSide: the server
	Side  game.Side
	What  What
	N     int
	At    time.Time // when it happened
	Began time.Time // when it was durable; zero while not known
	Text  string
	Lag   time.Duration // what the server measured
	Gave  time.Duration // what was given for it, or by a Given
}

// begins is when time that the event sets going begins to pass.
func (e *Event) begins() time.Time {
	if e.Began.After(e.At) {
		return e.Began
	}
	return e.At
}

// String hides all but the kind.
func (e Event) String() string { return "event " + e.Kind.String() }

// GoString hides all but the kind.
func (e Event) GoString() string { return e.String() }

// MarshalText refuses, and with it every encoder that asks.
func (e Event) MarshalText() ([]byte, error) {
	return nil, game.Err("secret", "an event has no text form; what may be known of it is a Notice")
}

// moment is t to the millisecond in UTC, within what Encode can write.
func moment(t time.Time) time.Time {
	return time.UnixMilli(min(max(t.UnixMilli(), 0), maxAt)).UTC()
}

// stamp is a moment that may be missing.
func stamp(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return moment(t)
}
