package caro

import "kydai/game"

// bitset is a set of squares.
type bitset [(maxSquares + 63) / 64]uint64

func (b *bitset) add(sq game.Square)      { b[sq/64] |= 1 << (sq % 64) }
func (b *bitset) has(sq game.Square) bool { return b[sq/64]>>(sq%64)&1 != 0 }

// Position is a position of caro in 144 bytes.
type Position struct {
	laid [2]bitset // squares of the black and of the white stones
	hash uint64
	state
}

// These assignments do not compile if Position lacks one of the interfaces.
var (
	_ game.Position = (*Position)(nil)
	_ game.Premover = (*Position)(nil)
	_ game.Shown    = (*Position)(nil)
	_ game.Marker   = (*Position)(nil)
	_ game.Refuser  = (*Position)(nil)
)

func pack(c *core) *Position {
	p := &Position{hash: c.hash, state: c.state}
	for sq := range c.squares() {
		if s := c.cells[c.geo.cell[sq]]; s != Empty {
			p.laid[s-1].add(sq)
		}
	}
	return p
}

func (p *Position) unpack(c *core) {
	c.init(p.state)
	for sq := range p.squares() {
		if s := p.At(sq); s != Empty {
			c.cells[c.geo.cell[sq]] = s
		}
	}
	c.hash = p.hash
}

// Board returns a mutable board for a search. Changes of the board do not affect the position.
func (p *Position) Board() *Board {
	b := &Board{past: make([]past, 0, pastRoom)}
	p.unpack(&b.core)
	return b
}

// At returns the stone on a square; Empty if there is none.
func (p *Position) At(sq game.Square) Stone {
	switch {
	case p.laid[Black-1].has(sq):
		return Black
	case p.laid[White-1].has(sq):
		return White
	}
	return Empty
}

// Size returns the edge length of the board in cells.
func (p *Position) Size() int { return int(p.size) }

// Rule returns the win rule.
func (p *Position) Rule() WinRule { return winRules[p.rule][p.edge] }

// Most returns the number of stones at which the game is drawn unless a side has won.
func (p *Position) Most() int { return p.most() }

// ProReach returns the distance from the centre to the edge of the area that the third stone of a
// pro opening must avoid; 0 for other openings.
func (p *Position) ProReach() int { return p.proReach() }

// Opening returns the opening protocol of the game.
func (p *Position) Opening() Opening { return p.opening }

// Stage returns what the side to move may do.
func (p *Position) Stage() Stage { return p.stage }

// Last returns the square of the last stone, or NoSquare.
func (p *Position) Last() game.Square { return p.last }

// Holder returns the side that plays a colour; NoSide until the colours are settled.
func (p *Position) Holder(c Stone) game.Side { return p.holder(c) }

// Turn returns the side to move. A side is a seat and not a colour: after a swap it may play either
// colour.
func (p *Position) Turn() game.Side { return p.turn }

// Legal lists the legal moves. First come the empty squares on which a stone may be placed,
// starting in the lower left corner; then the choices, such as a choice of colour.
func (p *Position) Legal() []game.Move {
	if p.over() {
		return nil
	}
	var c core
	p.unpack(&c)
	return c.legal(make([]game.Move, 0, int(p.squares())-int(p.stones)+2))
}

// Play returns the position after a legal move.
func (p *Position) Play(m game.Move) game.Position {
	var c core
	p.unpack(&c)
	c.play(m)
	next := &Position{laid: p.laid, hash: c.hash, state: c.state}
	if m.OnBoard() {
		next.laid[p.next-1].add(m.To())
	}
	return next
}

// Outcome returns a win by the last stone, or a draw by a full board or by the limit of stones.
func (p *Position) Outcome() game.Outcome { return p.outcome() }

// Key returns the key of the position. It does not depend on the order in which the stones were
// placed.
func (p *Position) Key() uint64 { return p.hash ^ p.state.key() }

// Perft counts the move sequences of exactly depth legal moves. Games that end earlier are not
// counted.
func (p *Position) Perft(depth int) uint64 { return p.Board().Perft(depth) }

// Premoves lists the moves that the given side may prepare: a stone on any empty square, and the
// choices that it may still get in the opening.
func (p *Position) Premoves(side game.Side) []game.Move {
	if p.over() {
		return nil
	}
	var ms []game.Move
	for sq := range p.squares() {
		if p.At(sq) == Empty {
			ms = append(ms, stoneAt(sq))
		}
	}
	for _, arg := range p.laterChoices(side) {
		ms = append(ms, choice(arg))
	}
	return ms
}

// Grid returns the board for display: black stones as X, white stones as o.
func (p *Position) Grid() game.Grid {
	g := game.Grid{Width: p.Size(), Height: p.Size(), Cells: make([]string, p.squares())}
	for sq := range p.squares() {
		g.Cells[sq] = [...]string{"", "X", "o"}[p.At(sq)]
	}
	return g
}

// Marks lists runs through the last stone. A run that wins has the kind "row". A run that is long
// enough but does not win has the kind "blocked", together with the stones that block it (the edge
// can also block, but is no stone), or "overline".
func (p *Position) Marks() []game.Mark {
	if p.last == game.NoSquare {
		return nil
	}
	var c core
	p.unpack(&c)
	var marks []game.Mark
	s := p.At(p.last)
	for _, step := range steps {
		v, lo, hi := c.judge(int(c.geo.cell[p.last]), step, s)
		if v == Short {
			continue
		}
		m := game.Mark{Kind: v.String()}
		for at := lo + step; at < hi; at += step {
			m.Squares = append(m.Squares, c.square(at))
		}
		if v == Blocked {
			for _, end := range [...]int{lo, hi} {
				if c.cells[end] != off {
					m.Because = append(m.Because, c.square(end))
				}
			}
		}
		marks = append(marks, m)
	}
	return marks
}
