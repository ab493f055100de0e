package fair

import (
	"slices"

	"kydai/game"
)

// Player is the part of a player's client in one ceremony. It keeps the player's secret number,
// reveals the number only after all parties have committed, and checks every transcript from the
// server. It cannot be written as text or JSON.
type Player struct {
	role  Role
	table int // number of the player's table, 0 or 1
	match Match
	key   Key
	nonce Nonce
	last  Transcript // the last transcript received from the server
}

// NewPlayer creates the Player for one side of a match on the server with the given
// public key.
func NewPlayer(s game.Side, m Match, key Key, n Nonce) *Player {
	return NewPlayerAt(0, s, m, key, n)
}

// NewPlayerAt creates the Player for one side at a table, 0 or 1, of two matches that share one
// deal.
func NewPlayerAt(table int, s game.Side, m Match, key Key, n Nonce) *Player {
	return &Player{role: RoleAt(table, s), table: table, match: m, key: key, nonce: n}
}

// Commitment returns the player's commitment, the first message to send.
func (p *Player) Commitment() Hash { return Commitment(p.match.Hash(), p.role, p.nonce.Open()) }

// See checks a transcript from the server. It returns an error if the
// transcript belongs to another match or key, changes the player's own
// messages, changes earlier content, or contains a wrong hash.
func (p *Player) See(t Transcript) error {
	m := p.match
	if !t.fits() || len(t.Players) != m.players() {
		return game.Err(BadForm, "the transcript has not the fields of its version")
	}
	mine := t.Players[p.role.index()]
	switch {
	case t.Match != m.at(p.table) || t.match().Hash() != m.Hash() || t.Key != p.key:
		return game.Err(WrongMatch, "this is another match or another server")
	case mine.Public || mine.Commit != nil && *mine.Commit != p.Commitment():
		return game.Err(WrongOpening, "the server shows a commitment that this player did not send")
	case mine.Open != nil && *mine.Open != p.nonce.Open():
		return game.Err(WrongOpening, "the server shows a number that this player did not send")
	case t.Root != nil && (mine.Commit == nil || mine.Open == nil):
		return game.Err(NotOpened, "the server dealt without this player's number")
	case p.last.Version != 0 && !extends(p.last, t):
		return game.Err(Changed, "the server changed a value that it had shown before")
	}
	report := Verify(t, Evidence{Match: m.at(p.table), Keys: []Key{p.key}})
	for _, f := range report.Findings {
		if f.Grade == Fault {
			return game.Err(f.Code, f.Text)
		}
	}
	t.Players = slices.Clone(t.Players)
	p.last = t
	return nil
}

// Opening returns the player's secret number, which the client sends to the server. It returns an
// error until the client has received the commitments of all parties. After that, no party can
// change its own number, so the number may be revealed.
func (p *Player) Opening() (Hash, error) {
	t := &p.last
	missing := slices.ContainsFunc(t.Players, func(part Part) bool { return part.Commit == nil })
	if t.Version == 0 || missing || t.Server.zero() {
		return Hash{}, game.Err(NotNow, "one of the commitments is still missing")
	}
	return p.nonce.Open(), nil
}

// Shown checks the reveal that the server sent with a move: it must prove the piece that the move
// revealed to this player.
func (p *Player) Shown(o game.Opened, ply int, r Reveal) error {
	if p.last.Root == nil {
		return game.Err(NotNow, "there is no deal yet")
	}
	if r.Ply != ply || r.Square != o.Square || r.Piece != string(rune(o.Piece)) {
		return game.Err(WrongReveal, "the revealed piece is not the piece of the move")
	}
	return r.Check(p.match, *p.last.Root)
}

// String hides the content from printing.
func (p *Player) String() string { return "player" }

// GoString hides the content from printing with %#v.
func (p *Player) GoString() string { return "player" }

// MarshalText returns an error, so that no encoder can write the secret.
func (p *Player) MarshalText() ([]byte, error) {
	return nil, game.Err("secret", "a player's secret must not be written as text")
}

// extends reports whether the new transcript contains everything that the old one contained. The
// reveals may have another order: at the end of the game, a reveal that one player got becomes
// public and is inserted at its move.
func extends(old, now Transcript) bool {
	keep := func(a, b *Hash) bool { return a == nil || b != nil && *a == *b }
	if old.Server != now.Server || !keep(old.Root, now.Root) || !keep(old.Secret, now.Secret) {
		return false
	}
	for i, p := range old.Players { // both lists have the same length, because both transcripts are of the same match
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
