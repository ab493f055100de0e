package fair

import (
	"crypto/ed25519"
	"time"

	"kydai/game"
)

// ServerPart is the server's state in one ceremony: its secret number and its signing key. A
// ServerPart cannot be written as text or JSON.
type ServerPart struct {
	nonce Nonce
	key   ed25519.PrivateKey
}

// NewServerPart creates the server's state for one match. The number must not be used for
// another match.
func NewServerPart(n Nonce, key ed25519.PrivateKey) (*ServerPart, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, game.Err(BadTerms, "the signing key is missing or has the wrong length")
	}
	return &ServerPart{nonce: n, key: key}, nil
}

// Terms returns the terms of a ceremony for the match, with the default time limits. The parameter
// public marks the players whose number is public.
func (s *ServerPart) Terms(m Match, public []bool) Terms {
	return Terms{
		Match: m, Key: KeyOf(s.key), Server: Commitment(m.Hash(), Server, s.nonce.Open()), Public: public,
		CommitTime: DefaultCommitTime, OpenTime: DefaultOpenTime,
	}
}

// Layout computes the deal of a ceremony in which all players have revealed
// their numbers. It is deterministic.
func (s *ServerPart) Layout(c *Ceremony, r game.Rules) (*Layout, error) {
	numbers, err := c.Numbers()
	if err != nil {
		return nil, err
	}
	return Lay(r, c.terms.Match, Seed(c.hash, s.nonce.Open(), numbers))
}

// Deal computes the layout, signs its root and records the root in the ceremony.
func (s *ServerPart) Deal(c *Ceremony, r game.Rules, now time.Time) (*Layout, error) {
	l, err := s.Layout(c, r)
	if err != nil {
		return nil, err
	}
	root := l.Root()
	e := Event{Kind: Dealt, At: moment(now), By: Server, Value: root, Signature: sign(s.key, c.statement(root))}
	return l, c.do(e)
}

// Close reveals the server's number. Call it only after the game is over.
func (s *ServerPart) Close(c *Ceremony, now time.Time) error {
	return c.do(Event{Kind: Closed, At: moment(now), By: Server, Value: s.nonce.Open()})
}

// String hides the content from printing.
func (s *ServerPart) String() string { return "server" }

// GoString hides the content from printing with %#v.
func (s *ServerPart) GoString() string { return "server" }

// MarshalText returns an error, so that no encoder can write the secret.
func (s *ServerPart) MarshalText() ([]byte, error) {
	return nil, game.Err("secret", "the server's secret must not be written as text")
}
