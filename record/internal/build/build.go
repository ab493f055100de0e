// Package build contains the code that the record formats share: it builds the tree of a game from
// moves, comments and signs, stores tags in the right fields, and formats moves, signs and boards
// as text.
package build

import (
	"kydai/game"
	"kydai/record"
	"kydai/record/internal/scan"
)

// Builder builds the tree of a game move by move. It tracks the position at every step, also
// inside variations.
type Builder struct {
	game  *record.Game
	read  MoveReader
	Cur   Branch
	Outer []Branch // branches of the lines that are interrupted by the open variations, outermost first
	moves int
	nodes []record.Node  // nodes allocated in advance
	links []*record.Node // pointers to nodes allocated in advance
}

// Branch is one line of the tree while it is being read.
type Branch struct {
	At, parent  *record.Node
	Pos, before game.Position // Pos is the position after At, before is the position before At
	Ply         int           // number of moves from the start position to Pos
	moved       bool          // true if the line has a move of its own
	numbered    bool          // true if a move number was read after the last move, so comments belong to the next move
	held        []string      // comments that belong to the next move
}

// Start creates the start position from g.Setup.
func (b *Builder) Start(g *record.Game, read MoveReader) error {
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	b.game, b.read, b.moves, b.Outer = g, read, 0, b.Outer[:0]
	b.Cur = Branch{At: &g.Root, Pos: p}
	return nil
}

// Play parses a move and appends it.
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

// Step appends the legal move between two squares. The origin is NoSquare for a placed stone.
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

// node and linked allocate many items at once, because a game has many moves and single allocations
// are slow.
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

// number records that a move number was read. Comments that follow belong to the next move.
func (b *Builder) number() { b.Cur.numbered = true }

// Comment adds a comment to the last move or, after a move number, keeps it for the next move.
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

// Nag adds an annotation glyph, given by its number (NAG), to the last move. Before the first move
// of a line it is ignored.
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

// Open begins a variation of the last move.
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

// Close ends the innermost open variation. It returns an error if no variation is open.
func (b *Builder) Close() error {
	if len(b.Outer) == 0 {
		return Bad("there is no variation to close")
	}
	b.CloseOne()
	return nil
}

// CloseOne ends the innermost open variation. The caller must make sure that a variation is open.
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

// Settle is called at the end of a line: it adds the comments that were kept for the next move to
// the last move, because there is no next move.
func (b *Builder) Settle() {
	b.Cur.At.After = append(b.Cur.At.After, b.Cur.held...)
	b.Cur.held, b.Cur.numbered = nil, false
}

// Finish ends the game and closes all open variations.
func (b *Builder) Finish() {
	for len(b.Outer) > 0 {
		b.CloseOne()
	}
	b.Settle()
}

// blame sets the ply and position of an error. It also works before the start position is known.
func (b *Builder) blame(e *record.Error) {
	e.Ply = b.Cur.Ply
	if b.Cur.Pos != nil {
		e.Position = b.Cur.Pos.String()
	}
}

// Fail converts err to a *record.Error with the number of the game, the place in the stream and the
// current position. The parameter count is the number of the game. Fail returns nil if err is nil.
func (b *Builder) Fail(count int, token string, at scan.Place, err error) error {
	if err == nil {
		return nil
	}
	e := record.NewError(token, err)
	e.Game, e.Line, e.Col, e.Offset = count, at.Line, at.Col, at.Offset
	b.blame(e)
	return e
}
