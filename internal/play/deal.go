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

// Types of package fair, for packages that may not import it.
type (
	// Reveal is a fair.Reveal.
	Reveal = fair.Reveal
	// Transcript is a fair.Transcript.
	Transcript = fair.Transcript
	// Hash is a fair.Hash.
	Hash = fair.Hash
)

// Error codes of package fair.
const (
	NotNow       = fair.NotNow
	SpokeLate    = fair.TooLate
	Changed      = fair.Changed
	NotYours     = fair.NotYours
	WrongOpening = fair.WrongOpening
)

// minKey is the minimum size of Options.Key, in bytes.
const minKey = 32

// signerOf derives the key that signs deals from the site's key. Without one
// nothing is signed, but existing deals can be read.
func signerOf(key []byte) ed25519.PrivateKey {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("kydai/fair/sign"))
	return ed25519.NewKeyFromSeed(mac.Sum(nil))
}

// dealBook creates deals and reads stored ones.
type dealBook struct {
	store    Ceremonies
	signed   bool // deals can be verified
	signer   ed25519.PrivateKey
	patience time.Duration // time limit of each step of a ceremony
	time     *timekeeper
	random   *random
}

// key returns the public key that verifies this server's deals; false if deals
// cannot be verified.
func (b *dealBook) key() (fair.Key, bool) { return fair.KeyOf(b.signer), b.signed }

// provable reports whether deals of a game can be verified here.
func (b *dealBook) provable(r game.Rules) bool {
	_, packed := r.(game.Packed)
	return packed && b.signed
}

// deal is a match's ceremony and its result. It contains the whole secret of
// the match.
type deal struct {
	ceremony *fair.Ceremony
	server   *fair.ServerPart
	layout   *fair.Layout
	table    int // 0 or 1
}

// twin reports whether the deal is played at another table, too.
func (d *deal) twin() bool { return d != nil && d.ceremony.Terms().Match.Other != "" }

// transcript returns the transcript of the deal for a viewer who may see these
// reveals.
func (d *deal) transcript(reveals []Reveal, over bool) Transcript {
	return d.told(over).TranscriptAt(d.table, reveals)
}

// String hides the deal from printing.
func (*deal) String() string { return "deal" }

// GoString hides the deal from printing with %#v.
func (*deal) GoString() string { return "deal" }

// reveals returns the proofs of the pieces that a move revealed to a side, or
// all once the match is over.
func (d *deal) reveals(ply int, step game.Step, side game.Side, over bool) ([]Reveal, error) {
	return d.layout.RevealsOf(ply, step, side, over)
}

// told returns the public state of the ceremony; once the match is over it
// includes the server's number.
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

// newCeremony starts a ceremony with a new number of the server. Public sides
// send nothing. Each step has a limit.
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

// dealAtOnce deals for a match in which no player contributes a number. If the
// deal cannot be verified, it is simply random.
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

// ceremonyRow encodes a ceremony for the store.
func ceremonyRow(id string, terms *match.Terms, c *fair.Ceremony, nonce game.Secret) (Ceremony, error) {
	body, err := c.Encode()
	row := Ceremony{
		ID: id, Game: terms.Game, Players: [4]string{terms.Seats[0].Player, terms.Seats[1].Player},
		Seq: len(c.Events()), Body: body, Nonce: nonce,
	}
	row.CheckAt, _ = c.Deadline()
	return row, err
}

// serverOf returns the server's part in a stored ceremony.
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

// sealed reports whether a match has a twin and not both are over.
func (b *dealBook) sealed(ctx context.Context, id string) (bool, error) {
	return b.store.Sealed(ctx, id)
}

// readDeal reads the deal of a match; nil if none was stored.
func (b *dealBook) readDeal(ctx context.Context, id string, r game.Rules) (*deal, error) {
	row, err := b.store.Ceremony(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return nil, nil //nolint:nilnil // an old match, or a server without a key
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
