package fair

import (
	"slices"

	"kydai/game"
)

// Player is the part of a player's client in one ceremony: it keeps the
// player's number, opens it when that is safe, and looks at every transcript
// the server shows. It has neither a text nor a JSON form.
type Player struct {
	role  Role
	match Match
	key   Key
	nonce Nonce
	last  Transcript // as shown last
}

// NewPlayer takes part as a side in a match whose server has that key.
func NewPlayer(s game.Side, m Match, key Key, n Nonce) *Player {
	return &Player{role: RoleOf(s), match: m, key: key, nonce: n}
}

// Commitment is what the player shows first.
func (p *Player) Commitment() Hash { return Commitment(p.match.Hash(), p.role, p.nonce.Open()) }

// See looks at what the server shows now, and reports what is wrong with it:
// it is of another match or key, the player's own part is not what the player
// said, what was shown before has changed, a hash does not fit.
func (p *Player) See(t Transcript) error {
	mine := t.Players[p.role.index()]
	m := p.match
	switch {
	case t.match().Hash() != m.Hash() || t.Key != p.key:
		return game.Err(WrongMatch, "this is another match, or another server")
	case mine.Public || mine.Commit != nil && *mine.Commit != p.Commitment():
		return game.Err(WrongOpening, "the server shows another commitment than this player's")
	case mine.Open != nil && *mine.Open != p.nonce.Open():
		return game.Err(WrongOpening, "the server shows another number than this player's")
	case t.Root != nil && (mine.Commit == nil || mine.Open == nil):
		return game.Err(NotOpened, "something was dealt without this player")
	case p.last.Version != 0 && !extends(p.last, t):
		return game.Err(Changed, "the server shows something else than before")
	}
	report := Verify(t, Evidence{Match: m.ID, Keys: []Key{p.key}})
	for _, f := range report.Findings {
		if f.Grade == Fault {
			return game.Err(f.Code, f.Text)
		}
	}
	p.last = t
	return nil
}

// Opening is the player's number, which may be said once all three
// commitments have been shown and none of them can be changed any more.
func (p *Player) Opening() (Hash, error) {
	t := &p.last
	if t.Players[0].Commit == nil || t.Players[1].Commit == nil || t.Server.zero() {
		return Hash{}, game.Err(NotNow, "not all three commitments have been shown")
	}
	return p.nonce.Open(), nil
}

// Shown checks the reveal that came with a move against what the move showed
// this player.
func (p *Player) Shown(o game.Opened, ply int, r Reveal) error {
	if p.last.Root == nil {
		return game.Err(NotNow, "nothing was dealt yet")
	}
	if r.Ply != ply || r.Square != o.Square || r.Piece != string(rune(o.Piece)) {
		return game.Err(WrongReveal, "the piece opened is not the one that the move showed")
	}
	return r.Check(p.match, *p.last.Root)
}

// String hides the player from printing.
func (p *Player) String() string { return "player" }

// GoString hides the player from printing with %#v.
func (p *Player) GoString() string { return "player" }

// MarshalText refuses, and with it every encoder that asks.
func (p *Player) MarshalText() ([]byte, error) {
	return nil, game.Err("secret", "a player has no text form")
}

// extends reports whether a transcript only adds to an earlier one. Reveals
// may come in between, for at the end those to one player are shown to all.
func extends(old, now Transcript) bool {
	keep := func(a, b *Hash) bool { return a == nil || b != nil && *a == *b }
	if old.Server != now.Server || !keep(old.Root, now.Root) || !keep(old.Secret, now.Secret) {
		return false
	}
	for i, p := range old.Players {
		q := now.Players[i]
		if p.Public != q.Public || !keep(p.Commit, q.Commit) || !keep(p.Open, q.Open) {
			return false
		}
	}
	for _, r := range old.Reveals {
		if !slices.ContainsFunc(now.Reveals, func(s Reveal) bool { return sameReveal(r, s) }) {
			return false
		}
	}
	return true
}

func sameReveal(a, b Reveal) bool {
	return a.Ply == b.Ply && a.Square == b.Square && a.Piece == b.Piece && a.To == b.To &&
		a.Salt == b.Salt && slices.Equal(a.Path, b.Path)
}
