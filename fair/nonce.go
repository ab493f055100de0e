package fair

import (
	"io"

	"kydai/game"
)

// Nonce is a number that its owner keeps secret until it is time. It has no
// text and no JSON form: who needs it must say Open, and that word can be
// searched for.
type Nonce struct{ secret Hash }

// NewNonce draws a nonce. The deal is as random as the best of the readers
// that the three parties used.
func NewNonce(random io.Reader) (Nonce, error) {
	var n Nonce
	if _, err := io.ReadFull(random, n.secret[:]); err != nil {
		return Nonce{}, err
	}
	if n.secret == publicNonce {
		return Nonce{}, game.Err(BadForm, "this source of random numbers gives none")
	}
	return n, nil
}

// NonceOf makes a nonce of its bytes, as the store kept them.
func NonceOf(b []byte) (Nonce, error) {
	if len(b) != Size {
		return Nonce{}, game.Err(BadForm, "a nonce has 32 bytes")
	}
	return Nonce{Hash(b)}, nil
}

// Open returns the number. A player's may leave once all three commitments
// are recorded, the server's once the game is over, and neither before.
func (n Nonce) Open() Hash { return n.secret }

// String hides the nonce from printing.
func (n Nonce) String() string { return "nonce" }

// GoString hides the nonce from printing with %#v.
func (n Nonce) GoString() string { return "nonce" }

// MarshalText refuses, and with it every encoder that asks.
func (n Nonce) MarshalText() ([]byte, error) {
	return nil, game.Err("secret", "a nonce has no text form")
}

// publicNonce is what a party contributes that cannot keep a secret: a machine
// of the server's, or a guest whose client does not know the protocol. It adds
// nothing to the luck of the deal, and the transcript says so.
var publicNonce = Hash{}
