package play

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"time"

	"kydai/fair"
	"kydai/game"
	"kydai/match"
)

// Types of package fair under names of this package, for packages that must not import package
// fair.
type (
	// Reveal is the proof of one revealed piece; see fair.Reveal.
	Reveal = fair.Reveal
	// Transcript is the verifiable record of a deal; see fair.Transcript.
	Transcript = fair.Transcript
	// Hash is a hash or a random number of the deal protocol; see fair.Hash.
	Hash = fair.Hash
)

// Error codes of package fair under names of this package, for packages that must not import
// package fair.
const (
	NotNow       = fair.NotNow
	SpokeLate    = fair.TooLate
	Changed      = fair.Changed
	NotYours     = fair.NotYours
	WrongOpening = fair.WrongOpening
)

// minKey is the minimum size of Options.Key, in bytes.
const minKey = 32

// signerOf derives the key that signs deals from the site's key.
func signerOf(key []byte) ed25519.PrivateKey {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("kydai/fair/sign"))
	return ed25519.NewKeyFromSeed(mac.Sum(nil))
}

// dealBook creates deals of hidden pieces and reads deals from the store.
type dealBook struct {
	store    Ceremonies
	signed   bool // this server signs its deals, so that clients can verify them
	signer   ed25519.PrivateKey
	patience time.Duration // time limit of each step of the exchange of numbers before a deal
	time     *timekeeper
	random   *random
}

// key returns the public key with which clients verify this server's deals. ok is false if the
// server's deals cannot be verified.
func (b *dealBook) key() (fair.Key, bool) { return fair.KeyOf(b.signer), b.signed }

// provable reports whether this server's deals of a game can be verified.
func (b *dealBook) provable(r game.Rules) bool {
	_, packed := r.(game.Packed)
	return packed && b.signed
}

// deal holds the exchange of numbers (ceremony) for a match and the deal that resulted from it. It
// contains all secrets of the match.
type deal struct {
	ceremony *fair.Ceremony
	server   *fair.ServerPart
	layout   *fair.Layout
	table    int // index of this match among the up to two matches with the same deal: 0 or 1
}

// twin reports whether a second match is played with the same deal.
func (d *deal) twin() bool { return d != nil && d.ceremony.Terms().Match.Other != "" }

// transcript returns the transcript of the deal. The parameter reveals contains the proofs of the
// revealed pieces that the viewer may see. If over is true, the match has ended, and the transcript
// also contains the server's number.
func (d *deal) transcript(reveals []Reveal, over bool) Transcript {
	return d.told(over).TranscriptAt(d.table, reveals)
}

// String hides the secret content from printing.
func (*deal) String() string { return "deal" }

// GoString hides the secret content from printing with %#v.
func (*deal) GoString() string { return "deal" }

// reveals returns the proofs of the pieces that a move revealed to the given side. Once the match
// is over, it returns the proofs of all pieces that the move revealed.
func (d *deal) reveals(ply int, step game.Step, side game.Side, over bool) ([]Reveal, error) {
	return d.layout.RevealsOf(ply, step, side, over)
}

// told returns the public state of the ceremony (exchange of numbers for the deal). Once the match
// is over, this includes the server's number.
func (d *deal) told(over bool) *fair.Ceremony {
	if !over {
		return d.ceremony
	}
	closed, err := fair.Replay(d.ceremony.Terms(), d.ceremony.Begun(), d.ceremony.Events())
	if err == nil {
		err = d.server.Close(closed, d.ceremony.Begun())
	}
	if err != nil {
		panic("play: a ceremony that was stored cannot be closed: " + codeOf(err))
	}
	return closed
}

// newCeremony starts a ceremony (the exchange of numbers for a deal) and draws the server's random
// number for it. The parameter public marks the sides whose number is public; these sides send no
// messages. The parameter limit is the time limit of each step.
func (b *dealBook) newCeremony(m fair.Match, public []bool, limit time.Duration) (*fair.Ceremony, *fair.ServerPart, game.Secret, error) {
	n, err := b.random.nonce()
	if err != nil {
		return nil, nil, game.Secret{}, err
	}
	server, err := fair.NewServerPart(n, b.signer)
	if err != nil {
		return nil, nil, game.Secret{}, err
	}
	terms := server.Terms(m, public)
	terms.CommitTime, terms.OpenTime = limit, limit
	c, err := fair.Begin(terms, b.time.Now())
	number := n.Open()
	return c, server, game.NewSecret(number[:]), err
}

// dealAtOnce deals for a match in which no player contributes a number. If deals of the game cannot
// be verified, dealAtOnce only draws random pieces and returns nil for both the ceremony and the
// deal.
func (b *dealBook) dealAtOnce(id string, r game.Rules, terms *match.Terms) (*Ceremony, *deal, error) {
	if !b.provable(r) {
		var err error
		terms.Setup.Secret, err = b.random.deal(r)
		return nil, nil, err
	}
	m, err := fair.MatchOf(r, id)
	if err != nil {
		return nil, nil, err
	}
	c, server, nonce, err := b.newCeremony(m, []bool{true, true}, b.patience)
	if err != nil {
		return nil, nil, err
	}
	layout, err := server.Deal(c, r, b.time.Now())
	if err != nil {
		return nil, nil, err
	}
	terms.Setup.Secret = layout.Secret()
	row, err := ceremonyRow(id, terms, c, nonce)
	return &row, &deal{ceremony: c, server: server, layout: layout}, err
}

// ceremonyRow converts a ceremony (exchange of numbers for a deal) to its database row.
func ceremonyRow(id string, terms *match.Terms, c *fair.Ceremony, nonce game.Secret) (Ceremony, error) {
	body, err := c.Encode()
	row := Ceremony{
		ID: id, Game: terms.Game, Players: [4]string{terms.Seats[0].Player, terms.Seats[1].Player},
		Seq: len(c.Events()), Body: body, Nonce: nonce,
	}
	row.CheckAt, _ = c.Deadline()
	return row, err
}

// serverOf decodes a stored ceremony (exchange of numbers for a deal). It returns the ceremony and
// the server's part: its secret number and signing key.
func (b *dealBook) serverOf(row Ceremony) (*fair.Ceremony, *fair.ServerPart, error) {
	c, err := fair.Decode(row.Body)
	if err != nil {
		return nil, nil, err
	}
	n, err := fair.NonceOf(row.Nonce.Open())
	if err != nil {
		return nil, nil, err
	}
	server, err := fair.NewServerPart(n, b.signer)
	return c, server, err
}

// sealed reports whether the deal of a match must stay secret: another match is played with the
// same deal, and at least one of the two is not over.
func (b *dealBook) sealed(ctx context.Context, id string) (bool, error) {
	return b.store.Sealed(ctx, id)
}

// readDeal reads the deal of a match; it returns nil if no deal was stored.
func (b *dealBook) readDeal(ctx context.Context, id string, r game.Rules) (*deal, error) {
	row, err := b.store.Ceremony(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return nil, nil //nolint:nilnil // no deal is stored, because the match is old or the server had no key
	}
	if err != nil {
		return nil, err
	}
	c, server, err := b.serverOf(row)
	if err != nil {
		return nil, err
	}
	layout, err := server.Layout(c, r)
	return &deal{c, server, layout, row.table(id)}, err
}
