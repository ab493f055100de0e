package engine

import (
	"kydai/game"
	"kydai/games/chess"
)

// Evaluator evaluates positions. The search calls Push before every move, so that an Evaluator can
// update its sums instead of computing them again. It does not call Push for a null move, because a
// pass changes no sum.
type Evaluator interface {
	// Reset starts a new search at b and clears the stack of moves.
	Reset(b *chess.Board)
	// Push is called before a move is played on b. It puts the sums for the position after the move
	// on the stack.
	Push(b *chess.Board, m game.Move)
	// Pop removes the last pushed move.
	Pop()
	// Value returns the evaluation for the side to move, in hundredths of a pawn.
	Value(b *chess.Board) int
}

// handcrafted is an Evaluator whose terms are written by hand. Their weights were tuned.
type handcrafted struct {
	weights   *Weights
	squares   [2][8][64]Pair // material plus piece-square values; black's values are negative
	pawnTable []pawnEntry
	cache     []uint64 // evaluation cache; each entry holds 48 bits of the key and 16 bits of the value
	sums      []sum
}

// sum is the part of the evaluation that is updated with every move.
type sum struct {
	score Pair // sum of h.squares over all pieces, from white's point of view
	phase int
}

// phases holds, by kind, the number that a piece adds to the game phase. The pieces of the start
// position together give wholePhase; fewer pieces mean that the endgame values count more.
var phases = [8]int{0, 0, 1, 1, 2, 4, 0, 0}

const (
	wholePhase   = 24
	cacheEntries = 1 << 15
)

func newHandcrafted(w *Weights) *handcrafted {
	h := &handcrafted{weights: w, pawnTable: make([]pawnEntry, pawnEntries), cache: make([]uint64, cacheEntries)}
	for kind := chess.Pawn; kind <= chess.King; kind++ {
		for sq := range 64 {
			for side := range 2 {
				v := w.Squares[kind-chess.Pawn][halfIndex[side][sq]]
				if kind < chess.King {
					v += w.Material[kind-chess.Pawn]
				}
				if side == chess.Black {
					v = -v
				}
				h.squares[side][kind][sq] = v
			}
		}
	}
	h.sums = make([]sum, 1, 256)
	return h
}

// Reset computes the sums of a board and clears the stack.
func (h *handcrafted) Reset(b *chess.Board) { h.sums = append(h.sums[:0], h.scratch(b)) }

func (h *handcrafted) scratch(b *chess.Board) (s sum) {
	for side := range 2 {
		for set := b.Side(side); set != 0; set &= set - 1 {
			sq := first(set)
			kind := b.Kind(game.Square(sq))
			s.score += h.squares[side][kind][sq]
			s.phase += phases[kind&7]
		}
	}
	return s
}

// Push computes the sums after a move and pushes them on the stack.
func (h *handcrafted) Push(b *chess.Board, m game.Move) {
	s := h.sums[len(h.sums)-1]
	us := b.Turn() & 1
	from, to := int(m.From())&63, int(m.To())&63
	kind, taken := m.Piece()&7, m.Taken()&7
	own := &h.squares[us]
	switch arg := m.Arg(); arg {
	case chess.CastleShort, chess.CastleLong:
		s.score += h.castled(b, us, from, to, arg)
	default:
		if taken != 0 {
			at := to
			if arg == chess.EnPassant {
				at ^= 8
			}
			s.score -= h.squares[us^1][taken][at]
			s.phase -= phases[taken]
		}
		after := kind
		if arg >= chess.ToKnight && arg <= chess.ToQueen {
			after = arg + 1
			s.phase += phases[after&7]
		}
		s.score += own[after&7][to] - own[kind][from]
	}
	h.sums = append(h.sums, s)
}

// castled returns the change of the score caused by castling.
func (h *handcrafted) castled(b *chess.Board, us, from, to, arg int) Pair {
	kingTo, rook, rookTo := castlingSquares(b, from, to, arg)
	own := &h.squares[us]
	return own[chess.King][kingTo] - own[chess.King][from] + own[chess.Rook][rookTo] - own[chess.Rook][rook]
}

// castlingSquares returns the target square of the king, and the origin and target squares of the
// rook.
func castlingSquares(b *chess.Board, from, to, arg int) (kingTo, rook, rookTo int) {
	row := from &^ 7
	kingTo, rookTo, rook = row|6, row|5, row|7
	if arg == chess.CastleLong {
		kingTo, rookTo, rook = row|2, row|3, row
	}
	if b.Chess960() {
		rook = to
	}
	return kingTo, rook, rookTo
}

// Pop removes the sums of the last move.
func (h *handcrafted) Pop() { h.sums = h.sums[:len(h.sums)-1] }

// Value evaluates the board for the side to move, using the cache.
func (h *handcrafted) Value(b *chess.Board) int { return faded(h.value(b), b.Quiet()) }

// value is Value before it is reduced for want of progress.
func (h *handcrafted) value(b *chess.Board) int {
	key := b.Key()
	slot := &h.cache[key&(cacheEntries-1)]
	var v int
	if (*slot^key)>>16 == 0 {
		v = int(int16(uint16(*slot)))
	} else {
		v = h.evaluate(b, h.sums[len(h.sums)-1])
		*slot = key&^0xffff | uint64(uint16(int16(v)))
	}
	return v
}

// faded reduces a value if there was no capture or pawn move for many plies: an advantage without
// progress counts less. The parameter quiet is the number of these plies.
func faded(v, quiet int) int {
	if quiet > fadeFrom {
		return v * (fadeWhole - quiet) / (fadeWhole - fadeFrom)
	}
	return v
}

// If there was no capture or pawn move for fadeFrom plies, the value begins to shrink linearly. It
// would be zero after fadeWhole plies.
const (
	fadeFrom  = 20
	fadeWhole = 180
)

// evaluate computes the value for the side to move.
func (h *handcrafted) evaluate(b *chess.Board, s sum) int {
	v, bare := mopUp(b)
	if !bare {
		x := scratch{board: b}
		total := h.total(&x, s)
		v = x.blend(total, min(s.phase, wholePhase))
	}
	v = min(max(v, -mostValue), mostValue)
	if b.Turn() == chess.Black {
		return -v
	}
	return v
}

const mostValue = 20000

// total returns the sum of all linear terms, from white's point of view. King danger is not linear,
// because it is squared later; total stores it in x.
func (h *handcrafted) total(x *scratch, s sum) Pair {
	b := x.board
	e := h.pawns(b)
	x.prepare(b, e)
	t := s.score + e.score + e.shelter[0] - e.shelter[1]
	t += h.pieces(x, e, chess.White) - h.pieces(x, e, chess.Black)
	t += h.threats(x, chess.White) - h.threats(x, chess.Black)
	t += h.passed(x, e, chess.White) - h.passed(x, e, chess.Black)
	x.danger[0] = h.danger(x, e, chess.White)
	x.danger[1] = h.danger(x, e, chess.Black)
	if b.Turn() == chess.White {
		t += h.weights.Terms[tempo]
	} else {
		t -= h.weights.Terms[tempo]
	}
	return t
}

// dangerScale is the divisor of the squared king danger.
const dangerScale = 1024

// blend adds the squared king danger to the sum t. It then mixes the middlegame and the endgame
// value, according to the game phase.
func (x *scratch) blend(t Pair, phase int) int {
	mg := t.mg() - squared(x.danger[0].mg()) + squared(x.danger[1].mg())
	return (mg*phase*wholeScale + x.endgame(t)*(wholePhase-phase)*x.scale(t)) / (wholePhase * wholeScale)
}

func (x *scratch) endgame(t Pair) int {
	return t.eg() - squared(x.danger[0].eg()) + squared(x.danger[1].eg())
}

// scale returns the scale of the endgame value, at most wholeScale.
func (x *scratch) scale(t Pair) int { return scaling(x.board, x.endgame(t)) }

func squared(n int) int {
	if n <= 0 {
		return 0
	}
	return n * n / dangerScale
}
