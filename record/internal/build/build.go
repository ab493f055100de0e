// Package build holds what the formats of records share: it grows the tree of a
// game from moves, comments and signs, puts tags where they belong, and writes
// moves, signs and boards as text.
package build

import (
	"kydai/game"
	"kydai/record"
	"kydai/record/internal/scan"
)

// Builder grows the tree of a game move by move and knows the position at
// every step, also inside variations.
type Builder struct {
	game  *record.Game
	read  MoveReader
	Cur   Branch
	Outer []Branch // the lines that wait while a variation is read
	moves int
	nodes []record.Node  // allocated ahead
	links []*record.Node // allocated ahead
}

// Branch is one line of the tree while it is read.
type Branch struct {
	At, parent  *record.Node
	Pos, before game.Position // after at; before it
	Ply         int           // moves from the start to pos
	moved       bool          // the line has a move of its own
	numbered    bool          // a move number stands after the last move
	held        []string      // comments for the next move
}

// Start makes the first position from g.Setup.
func (b *Builder) Start(g *record.Game, read MoveReader) error {
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	b.game, b.read, b.moves, b.Outer = g, read, 0, b.Outer[:0]
	b.Cur = Branch{At: &g.Root, Pos: p}
	return nil
}

// Play reads a move and appends it.
func (b *Builder) Play(text string) error {
	m, err := b.read.move(b.Cur.Pos, text)
	if err != nil {
		return err
	}
	return b.Push(m)
}

// Push appends a complete move.
func (b *Builder) Push(m game.Move) error {
	if b.moves >= record.MaxMoves {
		return game.Err(record.TooBig, "too many moves for one game")
	}
	b.moves++
	n := b.node()
	n.Move, n.Before = m, b.Cur.held
	c := &b.Cur
	c.At.Next = b.linked(c.At.Next, n)
	c.parent, c.before = c.At, c.Pos
	c.At, c.Pos = n, c.Pos.Play(m)
	c.Ply++
	c.moved, c.numbered, c.held = true, false, nil
	return nil
}

// Step appends the one legal move between two squares; from is NoSquare for a
// stone that is put.
func (b *Builder) Step(from, to game.Square) error {
	for _, m := range b.Cur.Pos.Legal() {
		if m.From() == from && m.To() == to {
			m, err := complete(b.Cur.Pos, m)
			if err != nil {
				return err
			}
			return b.Push(m)
		}
	}
	return game.Err(game.IllegalMove, "the move is not legal here")
}

// node and linked allocate many at a time; a game has many moves.
func (b *Builder) node() *record.Node {
	if len(b.nodes) == 0 {
		b.nodes = make([]record.Node, 32)
	}
	n := &b.nodes[0]
	b.nodes = b.nodes[1:]
	return n
}

func (b *Builder) linked(list []*record.Node, n *record.Node) []*record.Node {
	if list != nil {
		return append(list, n)
	}
	if len(b.links) == 0 {
		b.links = make([]*record.Node, 32)
	}
	list = b.links[:1:1]
	b.links = b.links[1:]
	list[0] = n
	return list
}

// number notes that a move number was read: comments now belong to the move
// that follows.
func (b *Builder) number() { b.Cur.numbered = true }

// Comment keeps a comment where the record will show it again.
func (b *Builder) Comment(text string) {
	c := &b.Cur
	switch text = scan.Clean(text); {
	case text == "":
	case c.numbered || !c.moved && len(b.Outer) > 0:
		c.held = append(c.held, text)
	default:
		c.At.After = append(c.At.After, text)
	}
}

// Nag marks the last move. Before the first move of a line it has no meaning
// and is dropped.
func (b *Builder) Nag(n int) {
	if !b.Cur.moved {
		return
	}
	at := b.Cur.At
	for _, have := range at.NAGs {
		if have == n {
			return
		}
	}
	at.NAGs = append(at.NAGs, n)
}

// Open begins a variation: another way to play the last move.
func (b *Builder) Open() error {
	if !b.Cur.moved {
		return Bad("a variation needs a move to vary")
	}
	if len(b.Outer) >= record.MaxDepth {
		return game.Err(record.TooBig, "too many variations within variations")
	}
	b.Outer = append(b.Outer, b.Cur)
	c := b.Cur
	b.Cur = Branch{At: c.parent, Pos: c.before, Ply: c.Ply - 1}
	return nil
}

// Close ends a variation.
func (b *Builder) Close() error {
	if len(b.Outer) == 0 {
		return Bad("there is no variation to close")
	}
	b.CloseOne()
	return nil
}

// CloseOne ends a variation that is known to be open.
func (b *Builder) CloseOne() {
	last := len(b.Outer) - 1
	up := b.Outer[last]
	if b.Cur.moved {
		b.Settle()
	} else {
		up.At.After = append(up.At.After, b.Cur.held...)
	}
	b.Outer = b.Outer[:last]
	b.Cur = up
}

// Settle gives comments that wait for a move to the last one instead.
func (b *Builder) Settle() {
	b.Cur.At.After = append(b.Cur.At.After, b.Cur.held...)
	b.Cur.held, b.Cur.numbered = nil, false
}

// Finish ends the game, closing what is still open.
func (b *Builder) Finish() {
	for len(b.Outer) > 0 {
		b.CloseOne()
	}
	b.Settle()
}

// blame fills in where in the game an error happened. It also works before
// there is a position.
func (b *Builder) blame(e *record.Error) {
	e.Ply = b.Cur.Ply
	if b.Cur.Pos != nil {
		e.Position = b.Cur.Pos.String()
	}
}

// Fail gives err its place in the stream and in the game that has the number
// count; nil stays nil.
func (b *Builder) Fail(count int, token string, at scan.Place, err error) error {
	if err == nil {
		return nil
	}
	e := record.NewError(token, err)
	e.Game, e.Line, e.Col, e.Offset = count, at.Line, at.Col, at.Offset
	b.blame(e)
	return e
}
