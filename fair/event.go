package fair

import "time"

// Kind is a kind of event in a ceremony, the commit-and-reveal exchange.
type Kind string

// The kinds of events, with the fields of Event that they use besides At and
// By.
const (
	Committed Kind = "commit" // Value: the commitment
	Opened    Kind = "open"   // Value: the player's number
	Dealt     Kind = "deal"   // Value: the root of the Merkle tree; Signature: the server's signature
	Aborted   Kind = "abort"  // By: the player who left, or the server if a deadline passed
	Closed    Kind = "close"  // Value: the server's number
)

// Event is one recorded step of a ceremony. It is public as soon as it is recorded.
type Event struct {
	Kind      Kind      `json:"kind"`
	At        time.Time `json:"at"`
	By        Role      `json:"by"`
	Value     Hash      `json:"value"`
	Signature Signature `json:"signature,omitzero"`
}

func moment(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
