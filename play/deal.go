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

// Types of package fair, for those who may not know it.
type (
	// Reveal is a fair.Reveal.
	Reveal = fair.Reveal
	// Transcript is a fair.Transcript.
	Transcript = fair.Transcript
	// Hash is a fair.Hash.
	Hash = fair.Hash
)

// Codes of package fair, likewise.
const (
	NotNow       = fair.NotNow
	SpokeLate    = fair.TooLate
	Changed      = fair.Changed
	NotYours     = fair.NotYours
	WrongOpening = fair.WrongOpening
)

// minKey is the size of the smallest Options.Key, in bytes.
const minKey = 32

// signerOf makes the key that signs deals of the key of a site. Without one
// nothing is signed, but what was can be read.
func signerOf(key []byte) ed25519.PrivateKey {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("kydai/fair/sign"))
	return ed25519.NewKeyFromSeed(mac.Sum(nil))
}

// DealKey is the public key by which the deals of this server are signed;
// false if nobody can check them.
func (s *Service) DealKey() (fair.Key, bool) { return fair.KeyOf(s.signer), s.o.Key != nil }

// provable reports whether deals of a game can be checked here.
func (s *Service) provable(r game.Rules) bool {
	_, packed := r.(game.Packed)
	return packed && s.o.Key != nil
}

// deal is how a match was dealt: who said what, and what came of it. It holds
// the whole secret of the match.
type deal struct {
	ceremony *fair.Ceremony
	house    *fair.House
	layout   *fair.Layout
}

// String hides the deal from printing.
func (*deal) String() string { return "deal" }

// GoString hides the deal from printing with %#v.
func (*deal) GoString() string { return "deal" }

// newCeremony begins a ceremony with a number of the server's that was never
// used. Sides that are public have nothing to say in it.
func (s *Service) newCeremony(id string, r game.Rules, public [2]bool, now time.Time) (*fair.Ceremony, *fair.House, game.Secret, error) {
	n, err := s.luck.nonce()
	if err != nil {
		return nil, nil, game.Secret{}, err
	}
	house, err := fair.NewHouse(n, s.signer)
	if err != nil {
		return nil, nil, game.Secret{}, err
	}
	m, err := fair.MatchOf(r, id)
	if err != nil {
		return nil, nil, game.Secret{}, err
	}
	terms := house.Terms(m, public)
	terms.CommitTime, terms.OpenTime = s.o.Ceremony, s.o.Ceremony
	c, err := fair.Begin(terms, now)
	number := n.Open()
	return c, house, game.NewSecret(number[:]), err
}

// dealAtOnce deals for a match in which nobody has a number of his own. Where
// nobody could check it, it deals by chance alone.
func (s *Service) dealAtOnce(id string, r game.Rules, terms *match.Terms) (*Ceremony, *deal, error) {
	if !s.provable(r) {
		var err error
		terms.Setup.Secret, err = s.luck.deal(r)
		return nil, nil, err
	}
	now := s.Now()
	c, house, nonce, err := s.newCeremony(id, r, [2]bool{true, true}, now)
	if err != nil {
		return nil, nil, err
	}
	layout, err := house.Deal(c, r, now)
	if err != nil {
		return nil, nil, err
	}
	terms.Setup.Secret = layout.Secret()
	row, err := ceremonyRow(id, terms, c, nonce)
	return &row, &deal{c, house, layout}, err
}

// ceremonyRow is a ceremony as it is stored.
func ceremonyRow(id string, terms *match.Terms, c *fair.Ceremony, nonce game.Secret) (Ceremony, error) {
	body, err := c.Encode()
	row := Ceremony{
		ID: id, Game: terms.Game, Players: [2]string{terms.Seats[0].Player, terms.Seats[1].Player},
		Seq: len(c.Events()), Body: body, Nonce: nonce,
	}
	row.CheckAt, _ = c.Deadline()
	return row, err
}

// houseOf is the server's part in a stored ceremony.
func (s *Service) houseOf(row Ceremony) (*fair.Ceremony, *fair.House, error) {
	c, err := fair.Decode(row.Body)
	if err != nil {
		return nil, nil, err
	}
	n, err := fair.NonceOf(row.Nonce.Open())
	if err != nil {
		return nil, nil, err
	}
	house, err := fair.NewHouse(n, s.signer)
	return c, house, err
}

// readDeal reads how a match was dealt; nil if nobody wrote it down.
func (s *Service) readDeal(ctx context.Context, id string, r game.Rules) (*deal, error) {
	row, err := s.o.Store.Ceremony(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return nil, nil //nolint:nilnil // a match of before, or of a server without a key
	}
	if err != nil {
		return nil, err
	}
	c, house, err := s.houseOf(row)
	if err != nil {
		return nil, err
	}
	layout, err := house.Layout(c, r)
	return &deal{c, house, layout}, err
}

// findDeal makes sure that a table knows how its match was dealt. The table is
// locked.
func (s *Service) findDeal(ctx context.Context, t *table, m *match.Match) error {
	if t.dealt || !m.Hidden() {
		return nil
	}
	terms := m.Terms()
	r, ok := s.o.Rules(terms.Game)
	if _, packed := r.(game.Packed); !ok || !packed {
		return nil
	}
	d, err := s.readDeal(ctx, t.id, r)
	if err != nil {
		return err
	}
	t.deal, t.dealt = d, true
	return nil
}

// snapshot is a match at the table.
func (t *table) snapshot(m *match.Match) *Snapshot {
	s := newSnapshot(t.id, m)
	s.deal = t.deal
	if cur := t.cur.Load(); cur != nil {
		s.board.Store(cur.board.Load())
	}
	return s
}

// Reveals opens what the moves from a ply on showed a side, or everybody once
// the match is over. There are none where the deal cannot be checked.
func (s *Snapshot) Reveals(side game.Side, from int) []Reveal {
	if s.deal == nil {
		return nil
	}
	if from >= s.Ply {
		return nil
	}
	// The view of a side holds all that the side was shown and nothing else.
	steps := s.View(side).Line.Steps()
	if s.Over {
		if truth, err := s.Truth(); err == nil {
			steps = truth.Steps()
		}
	} else if last, ok := s.last(side); ok && from == s.Ply-1 {
		steps = func(yield func(int, game.Step) bool) { yield(from, last) }
	}
	var all []Reveal
	for ply, step := range steps {
		if ply < from {
			continue
		}
		shown, err := s.deal.layout.RevealsOf(ply, step, side, s.Over)
		if err != nil {
			panic("play: a move showed what was not dealt: " + codeOf(err))
		}
		all = append(all, shown...)
	}
	return all
}

// Transcript is what a side may know of how the match was dealt; nil where
// that cannot be checked. Once the match is over it holds the server's number.
func (s *Snapshot) Transcript(side game.Side) *Transcript {
	if s.deal == nil {
		return nil
	}
	c := s.deal.ceremony
	if s.Over {
		closed, err := fair.Replay(c.Terms(), c.Begun(), c.Events())
		if err == nil {
			err = s.deal.house.Close(closed, c.Begun())
		}
		if err != nil {
			panic("play: a ceremony that was stored cannot be closed: " + codeOf(err))
		}
		c = closed
	}
	t := c.Transcript(s.Reveals(side, 0))
	return &t
}
