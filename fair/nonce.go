package fair

import (
	"io"

	"kydai/game"
)

// Nonce is a secret number. It cannot be written as text or JSON: code that needs the
// bytes must call Open, which is easy to search for.
type Nonce struct{ secret Hash }

// NewNonce draws a nonce. The deal is random if at least one party, the server or a
// player, used a good source of randomness.
func NewNonce(random io.Reader) (Nonce, error) {
	var n Nonce
	if _, err := io.ReadFull(random, n.secret[:]); err != nil {
		return Nonce{}, err
	}
	if n.secret == publicNonce {
		return Nonce{}, game.Err(BadForm, "the random source returned an error")
	}
	return n, nil
}

// NonceOf creates a nonce from its bytes, as read from the store.
func NonceOf(b []byte) (Nonce, error) {
	if len(b) != Size {
		return Nonce{}, game.Err(BadForm, "a nonce must have 32 bytes")
	}
	return Nonce{Hash(b)}, nil
}

// Open returns the number. A player's number may be disclosed once all commitments are
// recorded, the server's number once the game is over.
func (n Nonce) Open() Hash { return n.secret }

// String hides the content from printing.
func (n Nonce) String() string { return "nonce" }

// GoString hides the content from printing with %#v.
func (n Nonce) GoString() string { return "nonce" }

// MarshalText returns an error, so that no encoder can write the secret.
func (n Nonce) MarshalText() ([]byte, error) {
	return nil, game.Err("secret", "a nonce must not be written as text")
}

// publicNonce is the number of a player that cannot keep a secret: an engine of the server, or a
// guest whose client does not support the protocol. It is the same fixed number for all of them. So
// it adds no randomness to the deal, and the transcript marks it as public.
var publicNonce = Hash{}
