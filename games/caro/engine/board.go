package engine

import (
	"math/bits"
	"sync"

	"kydai/game"
	rules "kydai/games/caro"
)

// A row of cells takes 32 indexes, so that the row of a set (one bit per cell) fits into one 32-bit
// word.
const (
	rowShift = 5
	rowCells = 1 << rowShift
	rowMask  = rowCells - 1
	cells    = rules.MaxSize * rowCells
	lineMost = 2*rules.MaxSize - 1
)

// cell is the index of a cell on the board: row*32 + column.
type cell = int

// noCell is a value of cell that stands for no cell.
const noCell cell = -1

// set is a set of cells: one word per row, one bit per column.
type set [rules.MaxSize]uint32

func (s *set) has(c cell) bool { return s[c>>rowShift]>>(c&rowMask)&1 != 0 }
func (s *set) add(c cell)      { s[c>>rowShift] |= 1 << (c & rowMask) }

// steps holds, for each of the four directions, the difference between the indexes of two
// neighbouring cells on a line.
var steps = [4]int{1, rowCells, rowCells + 1, 1 - rowCells}

// zobrist[colour][cell] is the key of one stone for Zobrist hashing. turnKey is the key of white to
// move.
var zobrist, turnKey = func() (keys [2][cells]uint64, turn uint64) {
	for i := range keys {
		for c := range keys[i] {
			keys[i][c] = scramble(uint64(i)<<32 | uint64(c) | 1<<50)
		}
	}
	return keys, scramble(1 << 51)
}()

// scramble is the finaliser of SplitMix64.
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// change stores the shapes of one cell (see shape) before a stone changed them. The method undo
// restores them.
type change struct {
	at     int16
	kinds  bool // true if the kind of the cell's shape changed, for black or white
	shapes uint32
}

// frame holds the data needed to take back a stone or a pass.
type frame struct {
	at    int32 // cell of the stone; noCell for a pass
	mark  int32 // length of the list changes before the stone; undo restores all later changes
	value [2]worth
	key   uint64
	won   bool
}

// worth holds the sums of shapeFacts.turn and shapeFacts.wait over all empty cells, for one colour.
type worth struct{ turn, wait int32 }

// both returns a value that does not depend on which colour is to move.
func (w worth) both() int { return int(w.turn + w.wait) }

// board keeps, for every empty cell, direction and colour, the class of a stone placed there. It
// also keeps the sums of the values of the classes, and the sets of cells with threats. It does not
// allocate memory after creation, unless more than freePlies stones are tried one after another.
type board struct {
	classes *classTable
	facts   *shapeTable
	sets    *[threatSets]int16                    // values of threats for the evaluation
	cellsOf *[rules.MaxSize * rules.MaxSize]int16 // by square
	size    int
	most    int // number of stones at which the game is drawn: the cells of the board, or an agreed limit
	stones  int
	turn    int    // colour to move: 0 black, 1 white
	won     bool   // whether the last stone has won
	seed    uint64 // key of the board without stones; it depends on the size, the win rule and the stone limit
	key     uint64
	value   [2]worth            // by colour
	shapes  [cells]uint32       // what a stone on the cell would make: black's shape in the low 16 bits, white's above
	count   [2][kinds]int32     // by colour and kind: number of empty cells whose shape has this kind
	threats [2][kinds]set       // by colour and kind: the empty cells whose shape has this kind
	taken   set                 // cells with a stone
	lines   [4][lineMost]uint64 // contents of the lines in each direction: two bits per cell, with five extra cells at both ends
	frames  [rules.MaxSize*rules.MaxSize + 256]frame
	depth   int // number of frames in use
	changes []change
}

// lineOf returns the index of the line through a cell in direction d, and the position of the cell
// on that line.
func lineOf(d int, at cell) (line, place int) {
	row, col := at>>rowShift, at&rowMask
	switch d {
	case 0:
		return row, col
	case 1:
		return col, row
	case 2:
		return row - col + rules.MaxSize - 1, col
	}
	return row + col, col
}

// lineIndex[d][cell] contains the results of lineOf.
var lineIndex = func() (idx [4][cells]struct{ line, place uint8 }) {
	for d := range idx {
		for row := range rules.MaxSize {
			for col := range rules.MaxSize {
				l, p := lineOf(d, row<<rowShift|col)
				idx[d][row<<rowShift|col] = struct{ line, place uint8 }{uint8(l), uint8(p)}
			}
		}
	}
	return idx
}()

// freePlies is the number of stones in a row that can be made before the list of changes must grow.
const freePlies = 64

// empty caches empty boards, by size and rule, because their classes take time to compute.
var (
	empty     = map[emptyKey]*board{}
	emptyLock sync.Mutex
)

type emptyKey struct {
	size int
	rule rules.WinRule
	eval *evaluation
}

// newBoard creates an empty board.
func newBoard(size int, rule rules.WinRule, eval *evaluation) *board {
	b := new(board)
	b.clear(size, rule, eval)
	return b
}

// clear makes b an empty board, copied from the cache if possible.
func (b *board) clear(size int, rule rules.WinRule, eval *evaluation) {
	rule.Name = ""
	key := emptyKey{size, rule, eval}
	emptyLock.Lock()
	defer emptyLock.Unlock()
	from := empty[key]
	if from == nil {
		from = computeEmpty(size, rule, eval)
		empty[key] = from
	}
	changes := b.changes
	if changes == nil {
		changes = make([]change, 0, freePlies*(4*codeCells+1))
	}
	*b = *from
	b.changes = changes[:0]
}

func computeEmpty(size int, rule rules.WinRule, eval *evaluation) *board {
	b := &board{classes: tableFor(rule), facts: &eval.shapes, sets: &eval.threats, size: size, most: size * size}
	b.cellsOf = new([rules.MaxSize * rules.MaxSize]int16)
	b.eachCell(func(at cell) { b.cellsOf[b.squareOf(at)] = int16(at) })
	seed := uint64(size)<<32 | uint64(rule.Least)<<24 | uint64(rule.Most)<<16 | uint64(rule.Blockable)<<8
	if rule.EdgeBlocks {
		seed |= 1
	}
	b.seed = scramble(seed) ^ eval.salt
	b.key = b.seed
	for d := range b.lines {
		for i := range b.lines[d] {
			b.lines[d][i] = 1<<60 - 1
		}
	}
	b.eachCell(func(at cell) {
		for d := range b.lines {
			l, p := lineOf(d, at)
			b.lines[d][l] &^= 3 << (2 * (p + reach))
		}
	})
	b.eachCell(func(at cell) { b.setShapes(at, 0, b.freshShapes(at)) })
	return b
}

func (b *board) eachCell(do func(at cell)) {
	for row := range b.size {
		for col := range b.size {
			do(row<<rowShift | col)
		}
	}
}

// load places the stones of a position on an empty board. undo cannot take these stones back.
func (b *board) load(p *rules.Position, turn rules.Stone) {
	for sq := range game.Square(b.size * b.size) {
		if s := p.At(sq); s != rules.Empty {
			b.turn = int(s) - 1
			b.make(b.cellOf(sq))
			b.depth, b.changes = 0, b.changes[:0]
		}
	}
	b.turn = int(turn) - 1
	b.won = p.Outcome().Winner != game.NoSide
	if b.most = p.Most(); b.most < b.size*b.size {
		b.seed ^= scramble(uint64(b.most)) //nolint:gosec // the number of stones is not negative, so the conversion is safe
	}
	b.key = b.freshKey()
}

// freshKey computes the key from the stones.
func (b *board) freshKey() uint64 {
	k := b.seed
	b.eachCell(func(at cell) {
		if s := b.at(at); s != vacant {
			k ^= zobrist[s-1][at]
		}
	})
	if b.turn == 1 {
		k ^= turnKey
	}
	return k
}

// cellOf looks the cell up, because two divisions for each move would take 5 % of the time of a search.
func (b *board) cellOf(sq game.Square) cell { return cell(b.cellsOf[sq]) }

func (b *board) squareOf(at cell) game.Square {
	return game.Square(at>>rowShift*b.size + at&rowMask)
}

// at returns the content of a cell: vacant, or the colour of the stone plus 1.
func (b *board) at(c cell) int {
	return int(b.lines[0][c>>rowShift] >> (2 * (c&rowMask + reach)) & 3)
}

// shapeAt returns the shape that a stone of the given colour would make on an empty cell.
func (b *board) shapeAt(colour int, at cell) shape { return shape(b.shapes[at] >> (16 * colour)) }

func (b *board) kindAt(colour int, at cell) kind { return b.facts[b.shapeAt(colour, at)].kind }

// codeAt returns the code of a cell: the contents of the five cells on each side of it. The cell is
// given by its position, place, on the line.
func codeAt(line uint64, place int) uint32 {
	w := uint32(line>>(2*place&63)) & (1<<(codeBits+2) - 1) // the mask 63 spares a check of the shift
	return w&(1<<(2*reach)-1) | w>>2&^(1<<(2*reach)-1)
}

// freshShapes computes the shapes of a cell from the four lines through it.
func (b *board) freshShapes(at cell) uint32 {
	var s uint32
	for d := range b.lines {
		l, p := lineOf(d, at)
		e := uint32(b.classes[codeAt(b.lines[d][l], p)])
		s |= (e&15 | e>>4<<16) << (4 * d)
	}
	return s
}

// setShapes replaces the shapes of a cell, and updates the sums of values and the sets of cells by
// kind. It reports whether the kind of a shape changed, for black or white.
func (b *board) setShapes(at cell, before, after uint32) (kinds bool) {
	b.shapes[at] = after
	if x, y := shape(before), shape(after); x != y {
		x, y := &b.facts[x], &b.facts[y]
		b.value[0].turn += int32(y.turn) - int32(x.turn)
		b.value[0].wait += int32(y.wait) - int32(x.wait)
		if x.kind != y.kind {
			b.changeKind(0, at, x.kind, y.kind)
			kinds = true
		}
	}
	if x, y := shape(before>>16), shape(after>>16); x != y {
		x, y := &b.facts[x], &b.facts[y]
		b.value[1].turn += int32(y.turn) - int32(x.turn)
		b.value[1].wait += int32(y.wait) - int32(x.wait)
		if x.kind != y.kind {
			b.changeKind(1, at, x.kind, y.kind)
			kinds = true
		}
	}
	return kinds
}

func (b *board) changeKind(colour int, at cell, from, to kind) {
	row, bit := at>>rowShift, uint32(1)<<(at&rowMask)
	b.count[colour][from]--
	b.count[colour][to]++
	b.threats[colour][from][row] &^= bit
	b.threats[colour][to][row] |= bit
}

// make places a stone of the colour to move on an empty cell.
func (b *board) make(at cell) {
	f := &b.frames[b.depth]
	b.depth++
	f.at, f.mark, f.value, f.key, f.won = int32(at), int32(len(b.changes)), b.value, b.key, b.won
	us := b.turn
	b.won = b.kindAt(us, at) == kindFive
	b.replace(at, b.shapes[at], 0)
	stone := uint64(us + 1)
	for d := range steps {
		idx := lineIndex[d][at]
		place := int(idx.place)
		w := b.lines[d][idx.line] | stone<<(2*(place+reach))
		b.lines[d][idx.line] = w
		// near contains the empty cells among the five cells before the stone and the five cells
		// after it.
		near := ^(w | w>>1) >> (2 * place) & (1 << (codeBits + 2) / 3)
		step, shift := steps[d], 4*d
		for ; near != 0; near &= near - 1 {
			i := bits.TrailingZeros64(near) / 2
			e := uint32(b.classes[codeAt(w, place+i-reach)])
			e = (e&15 | e>>4<<16) << (shift & 31)
			c := at + (i-reach)*step
			before := b.shapes[c]
			if after := before&^(0x000f000f<<(shift&31)) | e; after != before {
				b.replace(c, before, after)
			}
		}
	}
	b.taken.add(at)
	b.stones++
	b.turn = us ^ 1
	b.key ^= zobrist[us][at] ^ turnKey
}

// replace calls setShapes and records the old shapes, so that undo can restore them.
func (b *board) replace(at cell, before, after uint32) {
	kinds := b.setShapes(at, before, after)
	b.changes = append(b.changes, change{int16(at), kinds, before})
}

// undo takes back the last stone or pass.
func (b *board) undo() {
	b.depth--
	f := &b.frames[b.depth]
	b.turn ^= 1
	if at := cell(f.at); at != noCell {
		for d := range steps {
			idx := lineIndex[d][at]
			b.lines[d][idx.line] &^= 3 << (2 * (int(idx.place) + reach))
		}
		for i := len(b.changes) - 1; i >= int(f.mark); i-- {
			c := &b.changes[i]
			if c.kinds {
				b.restoreKinds(cell(c.at), c.shapes)
			}
			b.shapes[c.at] = c.shapes
		}
		b.changes = b.changes[:f.mark]
		b.taken[at>>rowShift] &^= 1 << (at & rowMask)
		b.stones--
	}
	b.value, b.key, b.won = f.value, f.key, f.won
}

func (b *board) restoreKinds(at cell, before uint32) {
	after := b.shapes[at]
	for colour := range 2 {
		x, y := b.facts[shape(after>>(16*colour))].kind, b.facts[shape(before>>(16*colour))].kind
		if x != y {
			b.changeKind(colour, at, x, y)
		}
	}
}

// keyAfter returns the key of the position after a stone of the colour to move.
func (b *board) keyAfter(at cell) uint64 { return b.key ^ zobrist[b.turn][at] ^ turnKey }

// pass passes the turn.
func (b *board) pass() {
	f := &b.frames[b.depth]
	b.depth++
	f.at, f.mark, f.value, f.key, f.won = int32(noCell), int32(len(b.changes)), b.value, b.key, b.won
	b.turn ^= 1
	b.key ^= turnKey
}
