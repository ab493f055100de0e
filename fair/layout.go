package fair

import (
	"slices"

	"kydai/game"
)

// Layout is a deal with its salts and its Merkle tree. It contains all secrets of a match
// and, like Nonce, cannot be written as text or JSON.
type Layout struct {
	match  Match
	hash   Hash
	secret game.Secret
	salts  []Hash
	tree   tree
}

// Lay computes the deal from a seed, with the game's own shuffle and the seed's Source as
// the source of randomness.
func Lay(r game.Rules, m Match, seed Hash) (*Layout, error) {
	d, ok := r.(game.Packed)
	if !ok {
		return nil, game.Err(NotPacked, "there is no deal in ", r.Info().Name, ", or its deals cannot be verified")
	}
	l := &Layout{match: m, hash: m.Hash(), secret: d.Deal(NewSource(seed).IntN)}
	if len(m.squares()) != len(l.secret.Open()) {
		return nil, game.Err(NotPacked, "the deal does not match the squares of its packs")
	}
	l.plant(seed)
	return l, nil
}

// layAgain computes the deal from the seed with a shuffle of its own. Verify compares the result
// with the deal that the game's own shuffle gives.
func layAgain(m Match, seed Hash) *Layout {
	source := NewSource(seed)
	var dealt []byte
	for _, p := range m.Packs {
		pieces := []byte(p.Pieces)
		for i := len(pieces) - 1; i > 0; i-- {
			j := source.IntN(i + 1)
			pieces[i], pieces[j] = pieces[j], pieces[i]
		}
		dealt = append(dealt, pieces...)
	}
	l := &Layout{match: m, hash: m.Hash(), secret: game.NewSecret(dealt)}
	l.plant(seed)
	return l
}

// plant builds the Merkle tree over a deal, with salts that are derived from the seed.
func (l *Layout) plant(seed Hash) {
	squares, pieces := l.match.squares(), l.secret.Open()
	leaves := make([]Hash, len(squares))
	l.salts = make([]Hash, len(squares))
	salts := newKeyed(seed)
	for i, sq := range squares {
		l.salts[i] = salts.at(domainSalt, uint64(i))
		leaves[i] = leafOf(l.hash, sq, pieces[i], l.salts[i])
	}
	l.tree = newTree(leaves)
}

// Secret returns the deal in the form in which a match stores its hidden pieces.
func (l *Layout) Secret() game.Secret { return l.secret }

// Root returns the root of the Merkle tree. The root is public: the server cannot change the deal
// after publishing it, but the root reveals nothing about the deal.
func (l *Layout) Root() Hash { return l.tree.root() }

// String hides the content from printing.
func (l *Layout) String() string { return "layout" }

// GoString hides the content from printing with %#v.
func (l *Layout) GoString() string { return "layout" }

// MarshalText returns an error, so that no encoder can write the secret.
func (l *Layout) MarshalText() ([]byte, error) {
	return nil, game.Err("secret", "a layout must not be written as text; publish a Reveal instead")
}

// Reveal returns the proof for a piece that the move at the given ply revealed. Only the player
// o.To may receive the proof; NoSide means that everyone may.
func (l *Layout) Reveal(ply int, o game.Opened) (Reveal, error) {
	i := slices.Index(l.match.squares(), o.Square)
	if i < 0 || l.secret.Open()[i] != o.Piece {
		return Reveal{}, game.Err(NoSuchLeaf, "this piece was not dealt to this square")
	}
	r := Reveal{Ply: ply, Square: o.Square, Piece: string(rune(o.Piece)), Salt: l.salts[i], Path: l.tree.path(i)}
	if o.To != game.NoSide {
		r.To = RoleOf(o.To)
	}
	return r, nil
}

// RevealsOf returns the proofs for the pieces that a move revealed to everyone or to
// viewer. Once the game is over it returns all proofs of the move.
func (l *Layout) RevealsOf(ply int, step game.Step, viewer game.Side, over bool) ([]Reveal, error) {
	var out []Reveal
	for _, o := range opensOf(step.Before, step.Move) {
		if o.To != game.NoSide && o.To != viewer && !over {
			continue
		}
		r, err := l.Reveal(ply, o)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// Reveals collects the proofs of RevealsOf for all moves of a line.
func (l *Layout) Reveals(line *game.Line, viewer game.Side, over bool) ([]Reveal, error) {
	var out []Reveal
	for ply, step := range line.Steps() {
		shown, err := l.RevealsOf(ply, step, viewer, over)
		if err != nil {
			return nil, err
		}
		out = append(out, shown...)
	}
	return out, nil
}

func opensOf(p game.Position, m game.Move) []game.Opened {
	if o, ok := p.(game.Opener); ok {
		return o.Opens(m)
	}
	return nil
}

// Reveal proves the identity of one revealed piece: the leaf and its path to the root.
type Reveal struct {
	Ply    int         `json:"ply"` // ply of the move that revealed the piece, from 0
	Square game.Square `json:"square"`
	Piece  string      `json:"piece"`
	Salt   Hash        `json:"salt"`
	Path   []Hash      `json:"path"`
	To     Role        `json:"to,omitempty"` // the only player who saw the piece before the end of the game; "" means everyone saw it
}

// Check returns an error unless the path leads from the piece to the root of the match.
func (r *Reveal) Check(m Match, root Hash) error { return r.check(m.Hash(), m.squares(), root) }

func (r *Reveal) check(match Hash, squares []game.Square, root Hash) error {
	i := slices.Index(squares, r.Square)
	if i < 0 || len(r.Piece) != 1 || len(r.Path) != depthOf(len(squares)) {
		return game.Err(NoSuchLeaf, "the reveal does not belong to a dealt square")
	}
	if climb(leafOf(match, r.Square, r.Piece[0], r.Salt), i, r.Path) != root {
		return game.Err(WrongReveal, "the revealed piece is not the dealt one")
	}
	return nil
}
