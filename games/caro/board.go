package caro

import "kydai/game"

// Allowed edge lengths of the board, in cells, and the default.
const (
	MinSize     = 5
	DefaultSize = 15
	MaxSize     = 20
)

const maxSquares = MaxSize * MaxSize

// Stone is the content of a cell: Empty or a colour.
type Stone uint8

// Values of Stone. Black is the colour of the first stone. In texts, black is written as x and
// white as o.
const (
	Empty Stone = iota
	Black
	White
	off // cell outside the board
)

// Other returns the opposite colour.
func (s Stone) Other() Stone { return 3 - s }

// Cells are stored in rows of length stride. Around the board there is a margin of cells with the
// value off, so a loop along a line needs no test for the edge.
const (
	stride = MaxSize + 2
	cells  = stride * stride
)

// steps holds, for each of the four directions, the offset to the next cell.
var steps = [...]int{1, stride, stride + 1, stride - 1}

// geometry holds data that depend only on the size of the board.
type geometry struct {
	blank [cells]Stone
	cell  [maxSquares]uint16 // index of the cell of each square
}

var geometries = func() (gs [MaxSize - MinSize + 1]geometry) {
	for i := range gs {
		g, size := &gs[i], MinSize+i
		for c := range g.blank {
			g.blank[c] = off
		}
		for sq := range size * size {
			c := (sq/size+1)*stride + sq%size + 1
			g.cell[sq] = uint16(c)
			g.blank[c] = Empty
		}
	}
	return gs
}()

// zobrist[colour-1][square] is the key of one stone for Zobrist hashing.
var zobrist = func() (keys [2][maxSquares]uint64) {
	for i := range keys {
		for sq := range keys[i] {
			keys[i][sq] = game.Mix(uint64(i)<<32 | uint64(sq) | 1<<40)
		}
	}
	return keys
}()

// core is a position without its history. In contrast to Position, it stores the content of every
// cell, so that a search can read it fast.
type core struct {
	state
	geo   *geometry
	win   *WinRule
	hash  uint64 // Zobrist hash of the stones
	cells [cells]Stone
}

func (c *core) init(s state) {
	c.state = s
	c.geo = &geometries[s.size-MinSize]
	c.win = &winRules[s.rule][s.edge]
	c.hash = 0
	c.cells = c.geo.blank
}

// put places a stone and updates the hash of the stones. The caller updates the other fields of the
// state.
func (c *core) put(sq game.Square, s Stone) {
	c.cells[c.geo.cell[sq]] = s
	c.hash ^= zobrist[s-1][sq]
}

func (c *core) play(m game.Move) {
	if !m.OnBoard() {
		c.chosen(m.Arg())
		return
	}
	sq := m.To()
	c.put(sq, c.next)
	c.stones++
	c.last = sq
	c.won = c.wins(sq, c.next)
	c.placed()
}

// run returns the first cell beyond each end of a run: the unbroken row of colour s through a given
// cell. The parameter at is the index of the cell, and the parameter step is the direction of the
// row. The cell itself counts as a stone of colour s.
func (c *core) run(at, step int, s Stone) (lo, hi int) {
	lo, hi = at-step, at+step
	for c.cells[lo] == s {
		lo -= step
	}
	for c.cells[hi] == s {
		hi += step
	}
	return lo, hi
}

func (c *core) blocks(cell int, s Stone) bool {
	end := c.cells[cell]
	return end == s.Other() || end == off && c.win.EdgeBlocks
}

// judge applies the win rule to the run of colour s through a given cell. The parameter at is the
// index of the cell, and the parameter step is the direction of the run. judge also returns the
// first cell beyond each end of the run.
func (c *core) judge(at, step int, s Stone) (v Verdict, lo, hi int) {
	lo, hi = c.run(at, step, s)
	n := (hi-lo)/step - 1
	if n < c.win.Least {
		return Short, lo, hi
	}
	return c.win.Judge(n, c.blocks(lo, s) && c.blocks(hi, s)), lo, hi
}

func (c *core) wins(sq game.Square, s Stone) bool {
	at := int(c.geo.cell[sq])
	for _, step := range steps {
		if v, _, _ := c.judge(at, step, s); v == Wins {
			return true
		}
	}
	return false
}

func (c *core) square(cell int) game.Square {
	return game.Square((cell/stride-1)*int(c.size) + cell%stride - 1)
}

// squares returns the number of squares on the board.
func (s *state) squares() game.Square { return game.Square(s.size) * game.Square(s.size) }

func (c *core) legal(buf []game.Move) []game.Move {
	if c.over() {
		return buf
	}
	if c.stage != Picking {
		bound := c.proStone()
		for sq := range c.squares() {
			if c.cells[c.geo.cell[sq]] == Empty && (!bound || c.allowed(sq)) {
				buf = append(buf, stoneAt(sq))
			}
		}
	}
	for _, arg := range c.choices() {
		buf = append(buf, choice(arg))
	}
	return buf
}

// Board is a mutable position for searches. Do and Undo do not allocate memory. Board is not safe
// for concurrent use. Position.Board creates one.
type Board struct {
	core
	past []past
}

// past is a move together with the state before it, which Undo restores.
type past struct {
	before state
	move   game.Move
}

// pastRoom is the largest number of moves in a game: one stone on each square, and at most two
// choices of a colour.
const pastRoom = maxSquares + 2

// Turn returns the side to move.
func (b *Board) Turn() game.Side { return b.turn }

// Next returns the colour of the next stone.
func (b *Board) Next() Stone { return b.next }

// Size returns the edge length of the board in cells.
func (b *Board) Size() int { return int(b.size) }

// Rule returns the win rule.
func (b *Board) Rule() WinRule { return *b.win }

// Stage returns what the side to move may do.
func (b *Board) Stage() Stage { return b.stage }

// At returns the stone on a square; Empty if there is none.
func (b *Board) At(sq game.Square) Stone { return b.cells[b.geo.cell[sq]] }

// Key returns the key of the position. It equals Position.Key.
func (b *Board) Key() uint64 { return b.hash ^ b.state.key() }

// Outcome returns the outcome; the zero Outcome while the game is in progress.
func (b *Board) Outcome() game.Outcome { return b.outcome() }

// Wins reports whether a stone of colour s on a square would win. It does not matter whether the
// square is empty.
func (b *Board) Wins(sq game.Square, s Stone) bool { return b.wins(sq, s) }

// Legal appends the legal moves to buf, in the same order as Position.Legal.
func (b *Board) Legal(buf []game.Move) []game.Move { return b.legal(buf) }

// Do plays a legal move.
func (b *Board) Do(m game.Move) {
	b.past = append(b.past, past{before: b.state, move: m})
	b.play(m)
}

// Undo takes back the last move.
func (b *Board) Undo() {
	p := b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
	b.state = p.before
	if sq := p.move.To(); sq != game.NoSquare {
		b.cells[b.geo.cell[sq]] = Empty
		b.hash ^= zobrist[b.next-1][sq]
	}
}

// Position returns the current position. Later changes of the board do not affect it.
func (b *Board) Position() *Position { return pack(&b.core) }

// Perft counts the move sequences of exactly depth legal moves. Games that end earlier are not
// counted.
func (b *Board) Perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var buf [maxSquares + 2]game.Move
	moves := b.legal(buf[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		b.Do(m)
		n += b.Perft(depth - 1)
		b.Undo()
	}
	return n
}
