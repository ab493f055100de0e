package fair

import "time"

// Kind is what happened in a ceremony.
type Kind string

// The kinds of events. Which fields of an Event they use is said behind them,
// besides At and By.
const (
	Committed Kind = "commit" // Value: the commitment
	Opened    Kind = "open"   // Value: the player's number
	Dealt     Kind = "deal"   // Value: the root; Signature
	Aborted   Kind = "abort"  // By: who left, or the server if somebody was late
	Closed    Kind = "close"  // Value: the server's number
)

// Event is something that happened in a ceremony. All of it is public from
// the moment it is recorded.
type Event struct {
	Kind      Kind      `json:"kind"`
	At        time.Time `json:"at"`
	By        Role      `json:"by"`
	Value     Hash      `json:"value"`
	Signature Signature `json:"signature,omitzero"`
}

func moment(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
