package record

import (
	"errors"
	"slices"
	"strings"

	"kydai/game"
)

// builder grows the tree of a game move by move and knows the position at
// every step, also inside variations.
type builder struct {
	g     *Game
	read  moveReader
	cur   branch
	outer []branch // the lines that wait while a variation is read
	moves int
	nodes []Node  // allocated ahead
	links []*Node // allocated ahead
}

// branch is one line of the tree while it is read.
type branch struct {
	at, parent  *Node
	pos, before game.Position // after at; before it
	ply         int           // moves from the start to pos
	moved       bool          // the line has a move of its own
	numbered    bool          // a move number stands after the last move
	held        []string      // comments for the next move
}

// start makes the first position from g.Setup.
func (b *builder) start(g *Game, read moveReader) error {
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	b.g, b.read, b.moves, b.outer = g, read, 0, b.outer[:0]
	b.cur = branch{at: &g.Root, pos: p}
	return nil
}

// play reads a move and appends it.
func (b *builder) play(text string) error {
	m, err := b.read.move(b.cur.pos, text)
	if err != nil {
		return err
	}
	return b.push(m)
}

// push appends a complete move.
func (b *builder) push(m game.Move) error {
	if b.moves >= MaxMoves {
		return game.Err(TooBig, "too many moves for one game")
	}
	b.moves++
	n := b.node()
	n.Move, n.Before = m, b.cur.held
	c := &b.cur
	c.at.Next = b.linked(c.at.Next, n)
	c.parent, c.before = c.at, c.pos
	c.at, c.pos = n, c.pos.Play(m)
	c.ply++
	c.moved, c.numbered, c.held = true, false, nil
	return nil
}

// step appends the one legal move between two squares; from is NoSquare for a
// stone that is put.
func (b *builder) step(from, to game.Square) error {
	for _, m := range b.cur.pos.Legal() {
		if m.From() == from && m.To() == to {
			m, err := complete(b.cur.pos, m)
			if err != nil {
				return err
			}
			return b.push(m)
		}
	}
	return game.Err(game.IllegalMove, "the move is not legal here")
}

// node and linked allocate many at a time; a game has many moves.
func (b *builder) node() *Node {
	if len(b.nodes) == 0 {
		b.nodes = make([]Node, 32)
	}
	n := &b.nodes[0]
	b.nodes = b.nodes[1:]
	return n
}

func (b *builder) linked(list []*Node, n *Node) []*Node {
	if list != nil {
		return append(list, n)
	}
	if len(b.links) == 0 {
		b.links = make([]*Node, 32)
	}
	list = b.links[:1:1]
	b.links = b.links[1:]
	list[0] = n
	return list
}

// number notes that a move number was read: comments now belong to the move
// that follows.
func (b *builder) number() { b.cur.numbered = true }

// comment keeps a comment where the record will show it again.
func (b *builder) comment(text string) {
	c := &b.cur
	switch text = clean(text); {
	case text == "":
	case c.numbered || !c.moved && len(b.outer) > 0:
		c.held = append(c.held, text)
	default:
		c.at.After = append(c.at.After, text)
	}
}

// nag marks the last move. Before the first move of a line it has no meaning
// and is dropped.
func (b *builder) nag(n int) {
	if !b.cur.moved {
		return
	}
	at := b.cur.at
	for _, have := range at.NAGs {
		if have == n {
			return
		}
	}
	at.NAGs = append(at.NAGs, n)
}

// open begins a variation: another way to play the last move.
func (b *builder) open() error {
	if !b.cur.moved {
		return badRecord("a variation needs a move to vary")
	}
	if len(b.outer) >= MaxDepth {
		return game.Err(TooBig, "too many variations within variations")
	}
	b.outer = append(b.outer, b.cur)
	c := b.cur
	b.cur = branch{at: c.parent, pos: c.before, ply: c.ply - 1}
	return nil
}

// close ends a variation.
func (b *builder) close() error {
	if len(b.outer) == 0 {
		return badRecord("there is no variation to close")
	}
	b.closeOne()
	return nil
}

func (b *builder) closeOne() {
	last := len(b.outer) - 1
	up := b.outer[last]
	if b.cur.moved {
		b.settle()
	} else {
		up.at.After = append(up.at.After, b.cur.held...)
	}
	b.outer = b.outer[:last]
	b.cur = up
}

// settle gives comments that wait for a move to the last one instead.
func (b *builder) settle() {
	b.cur.at.After = append(b.cur.at.After, b.cur.held...)
	b.cur.held, b.cur.numbered = nil, false
}

// finish ends the game, closing what is still open.
func (b *builder) finish() {
	for len(b.outer) > 0 {
		b.closeOne()
	}
	b.settle()
}

// blame fills in where in the game an error happened. It also works before
// there is a position.
func (b *builder) blame(e *Error) {
	e.Ply = b.cur.ply
	if b.cur.pos != nil {
		e.Position = b.cur.pos.String()
	}
}

// moveReader reads the text of a move in the ways a record may write it.
type moveReader struct {
	notations []game.Notation
	codeFirst bool
}

// reads is the order for records in the named notation, the usual one if
// empty: that notation, then codes, then whatever else the game has.
func reads(r game.Rules, notation string) moveReader {
	var mr moveReader
	if n, ok := game.NotationOf(r, notation); ok {
		mr.notations = append(mr.notations, n)
	} else {
		mr.codeFirst = true
	}
	if noted, ok := r.(game.Noted); ok {
		for _, n := range noted.Notations() {
			if len(mr.notations) == 0 || n.Name() != mr.notations[0].Name() {
				mr.notations = append(mr.notations, n)
			}
		}
	}
	return mr
}

// move returns a complete move. Where several ways fail it reports the most
// telling failure: an illegal move rather than no move at all. A notation that
// read a move which those before it could not is asked first from then on: a
// record is written in one.
func (mr *moveReader) move(p game.Position, text string) (game.Move, error) {
	var worst error
	try := func(m game.Move, err error) (game.Move, bool) {
		if err == nil {
			m, err = complete(p, m)
		}
		if err != nil && (worst == nil || codeOf(worst) == game.BadMove && codeOf(err) != game.BadMove) {
			worst = err
		}
		return m, err == nil
	}
	if mr.codeFirst {
		if m, ok := try(p.Decode(text)); ok {
			return m, nil
		}
	}
	for i, n := range mr.notations {
		if m, ok := try(n.Read(p, text)); ok {
			if i > 0 {
				mr.notations = append([]game.Notation{n}, slices.Delete(slices.Clone(mr.notations), i, i+1)...)
			}
			return m, nil
		}
		if i == 0 && !mr.codeFirst {
			if m, ok := try(p.Decode(text)); ok {
				return m, nil
			}
		}
	}
	return game.NoMove, worst
}

// complete adds what luck or the secret says to a move.
func complete(p game.Position, m game.Move) (game.Move, error) {
	c, chancy := p.(game.Chancy)
	if !chancy {
		return m, nil
	}
	done := c.Completions(m)
	if len(done) != 1 {
		return game.NoMove, game.Err(game.NeedsFace, "the move ", p.Encode(m), " needs what it turned up")
	}
	return done[0].Move, nil
}

func codeOf(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// moveText writes a complete move so that moveReader reads it back: in the
// notation if that is enough, else as a code. A nil notation means codes.
func moveText(n game.Notation, p game.Position, m game.Move, fits func(string) bool) (string, error) {
	if n != nil {
		text := n.Write(p, m)
		short, _, _ := strings.Cut(text, "(") // without a remark that can be spared
		for _, t := range []string{text, short} {
			if fits(t) && readsAs(n, p, m, t) {
				return t, nil
			}
		}
	}
	code := p.Encode(m)
	if !fits(code) {
		return "", game.Err(Unwritable, "the format has no way to write the move ", code)
	}
	return code, nil
}

// readsAs looks only where a notation may leave out what a move turned up.
func readsAs(n game.Notation, p game.Position, m game.Move, text string) bool {
	if _, chancy := p.(game.Chancy); !chancy {
		return true
	}
	back, err := n.Read(p, text)
	if err == nil {
		back, err = complete(p, back)
	}
	return err == nil && back == m
}
