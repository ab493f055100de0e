package fair

import (
	"crypto/ed25519"
	"time"

	"kydai/game"
)

// House is the server's part in one ceremony: its number and its signing key.
// It has no text and no JSON form.
type House struct {
	nonce Nonce
	key   ed25519.PrivateKey
}

// NewHouse creates the server's part for one match. The number must be used
// only once.
func NewHouse(n Nonce, key ed25519.PrivateKey) (*House, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, game.Err(BadTerms, "the signing key is missing or has the wrong length")
	}
	return &House{nonce: n, key: key}, nil
}

// Terms returns the terms of a ceremony for the match, with the default time
// limits.
func (h *House) Terms(m Match, public [2]bool) Terms {
	return Terms{
		Match: m, Key: KeyOf(h.key), Server: Commitment(m.Hash(), Server, h.nonce.Open()), Public: public,
		CommitTime: UsualCommitTime, OpenTime: UsualOpenTime,
	}
}

// Layout computes the deal of a ceremony in which both players have revealed
// their numbers. It is deterministic.
func (h *House) Layout(c *Ceremony, r game.Rules) (*Layout, error) {
	numbers, err := c.Numbers()
	if err != nil {
		return nil, err
	}
	return Lay(r, c.terms.Match, Seed(c.hash, h.nonce.Open(), numbers))
}

// Deal computes the layout and records its signed root.
func (h *House) Deal(c *Ceremony, r game.Rules, now time.Time) (*Layout, error) {
	l, err := h.Layout(c, r)
	if err != nil {
		return nil, err
	}
	root := l.Root()
	e := Event{Kind: Dealt, At: moment(now), By: Server, Value: root, Signature: sign(h.key, c.statement(root))}
	return l, c.do(e)
}

// Close reveals the server's number. Call it only after the game is over.
func (h *House) Close(c *Ceremony, now time.Time) error {
	return c.do(Event{Kind: Closed, At: moment(now), By: Server, Value: h.nonce.Open()})
}

// String hides the content from printing.
func (h *House) String() string { return "house" }

// GoString hides the content from printing with %#v.
func (h *House) GoString() string { return "house" }

// MarshalText returns an error, so that no encoder can write the secret.
func (h *House) MarshalText() ([]byte, error) {
	return nil, game.Err("secret", "the server's secret must not be written as text")
}
