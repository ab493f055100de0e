package xiangqi

import "kydai/game"

// Board is a mutable board with a fast legal move generator. It holds the pieces, the side to move
// and the moves played since its creation. It does not track counters and repetitions, and it does
// not check its input: moves must be legal, and each side must have its general in its palace and
// at most 16 pieces. Board is not safe for concurrent use.
type Board struct {
	cells [Points + 6]Piece // kind and side of the piece on each point; cells[offBoard] is never empty
	by    [2][16]Set        // points of pieces by side and kind
	occ   [2]Set
	files [Files]uint16 // occupancy of each file, one bit per rank
	king  [2]uint8
	turn  uint8
	key   uint64
	past  []done
}

// done holds the data needed to undo a move.
type done struct {
	from, to     uint8
	piece, taken Piece // piece has the kind that the moved piece had before the move
	key          uint64
}

// historyRoom is the number of moves that Do can play before it allocates memory.
const historyRoom = 512

// NewBoard returns an empty board with red to move.
func NewBoard() *Board {
	b := &Board{past: make([]done, 0, historyRoom)}
	b.Clear()
	return b
}

// Clear prepares a zero Board for use. On other boards it has no effect.
func (b *Board) Clear() { b.cells[offBoard] = Piece(King) }

// Put sets the piece on a point. The zero Piece clears the point.
func (b *Board) Put(sq game.Square, p Piece) {
	at := bitOf[sq]
	file, rank := fileOf[sq], rankOf[sq]
	if old := b.cells[sq]; old != 0 {
		side := old >> 4 & 1
		b.by[side][old&15] = b.by[side][old&15].Without(at)
		b.occ[side] = b.occ[side].Without(at)
		b.files[file] &^= 1 << rank
		b.key ^= zobrist[old&31][sq]
	}
	b.cells[sq] = p
	if p == 0 {
		return
	}
	side := p >> 4 & 1
	b.by[side][p&15] = b.by[side][p&15].Or(at)
	b.occ[side] = b.occ[side].Or(at)
	b.files[file] |= 1 << rank
	b.key ^= zobrist[p&31][sq]
	if p.Kind() == King {
		b.king[side] = uint8(sq)
	}
}

// SetTurn sets the side to move.
func (b *Board) SetTurn(s game.Side) {
	if turn := uint8(s.Index()); turn != b.turn {
		b.turn = turn
		b.key ^= zobristTurn
	}
}

// Turn returns the side to move.
func (b *Board) Turn() game.Side { return game.First + game.Side(b.turn) }

// At returns the piece on a point; the zero Piece if the point is empty.
func (b *Board) At(sq game.Square) Piece { return b.cells[sq] }

// King returns the point of a side's general.
func (b *Board) King(s game.Side) game.Square { return game.Square(b.king[s.Index()]) }

// Key returns a hash that is equal for the same pieces on the same points with the same side to
// move.
func (b *Board) Key() uint64 { return b.key }

// Depth returns the number of moves that Undo can take back.
func (b *Board) Depth() int { return len(b.past) }

// Clone returns an independent copy.
func (b *Board) Clone() *Board {
	c := *b
	c.past = append(make([]done, 0, max(historyRoom, 2*len(b.past))), b.past...)
	return &c
}

// Do plays a move. It uses only the two points of the move.
func (b *Board) Do(m game.Move) {
	from, to := m.From(), m.To()
	b.past = append(b.past, done{uint8(from), uint8(to), b.cells[from], b.cells[to], b.key})
	b.shift(int(from), int(to))
}

// DoAs plays a move. After it, the moved piece moves as kind k.
func (b *Board) DoAs(m game.Move, k Kind) {
	b.Do(m)
	b.Put(m.To(), b.cells[m.To()]&^15|Piece(k))
}

// DoPass passes the turn. Undo takes the pass back.
func (b *Board) DoPass() {
	b.past = append(b.past, done{from: offBoard, key: b.key})
	b.turn ^= 1
	b.key ^= zobristTurn
}

func (b *Board) shift(from, to int) {
	us := b.turn & 1
	piece, taken := b.cells[from], b.cells[to]
	target := bitOf[to]
	both := bitOf[from].Or(target)
	b.by[us][piece&15] = b.by[us][piece&15].Xor(both)
	b.occ[us] = b.occ[us].Xor(both)
	if taken != 0 {
		them := us ^ 1
		b.by[them][taken&15] = b.by[them][taken&15].Xor(target)
		b.occ[them] = b.occ[them].Xor(target)
	}
	b.files[fileOf[from]] &^= 1 << rankOf[from]
	b.files[fileOf[to]] |= 1 << rankOf[to]
	b.cells[from], b.cells[to] = 0, piece
	if piece&15 == Piece(King) {
		b.king[us] = uint8(to)
	}
	key := b.key ^ zobristTurn ^ zobrist[piece&31][from] ^ zobrist[piece&31][to]
	if taken != 0 {
		key ^= zobrist[taken&31][to]
	}
	b.key = key
	b.turn = us ^ 1
}

// Undo takes back the last Do, DoAs or DoPass.
func (b *Board) Undo() {
	last := len(b.past) - 1
	d := &b.past[last]
	b.past = b.past[:last]
	b.turn ^= 1
	b.key = d.key
	if d.from == offBoard {
		return
	}
	us := b.turn & 1
	from, to := int(d.from), int(d.to)
	now, target := b.cells[to], bitOf[to]
	b.by[us][now&15] = b.by[us][now&15].Xor(target)
	b.by[us][d.piece&15] = b.by[us][d.piece&15].Xor(bitOf[from])
	b.occ[us] = b.occ[us].Xor(bitOf[from].Or(target))
	b.files[fileOf[from]] |= 1 << rankOf[from]
	b.cells[from], b.cells[to] = d.piece, d.taken
	if d.piece&15 == Piece(King) {
		b.king[us] = d.from
	}
	if d.taken == 0 {
		b.files[fileOf[to]] &^= 1 << rankOf[to]
		return
	}
	them := us ^ 1
	b.by[them][d.taken&15] = b.by[them][d.taken&15].Xor(target)
	b.occ[them] = b.occ[them].Xor(target)
}

var (
	zobrist     [32][Points]uint64
	zobristTurn uint64
)

func init() {
	keys := game.Keys(0x9000)
	zobristTurn = keys.Next()
	for p := range zobrist {
		for sq := range zobrist[p] {
			zobrist[p][sq] = keys.Next()
		}
	}
}
