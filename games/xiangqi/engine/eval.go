package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// Evaluator evaluates positions. The search calls Push for every move, so that an Evaluator can
// update sums incrementally. The search does not call Push for a null move, because a null move
// changes no sum.
type Evaluator interface {
	// Reset starts a new search at b and clears the stack of moves.
	Reset(b *xiangqi.Board)
	// Push is called with a move before the move is played on b.
	Push(b *xiangqi.Board, m game.Move)
	// Pop removes the last pushed move.
	Pop()
	// Value returns the evaluation for the side to move. The unit is a hundredth of a soldier that
	// has not crossed the river.
	Value(b *xiangqi.Board) int
}

// handcrafted evaluates positions with terms written by hand and tuned weights. It implements
// Evaluator.
type handcrafted struct {
	weights *Weights
	points  [2][8][xiangqi.Points]Pair // material plus piece-square values; black's values are negative
	cache   []uint64                   // evaluation cache; each entry holds 48 bits of the key and 16 bits of the value
	sums    []sum
}

var _ Evaluator = (*handcrafted)(nil)

// sum is the part of the evaluation that is updated with every move.
type sum struct {
	score Pair   // sum of material and piece-square values, from red's point of view
	men   census // number of pieces by side and kind
}

// census holds the number of pieces of each side and kind, four bits each.
type census uint64

func one(side, kind int) census { return 1 << (side<<5 + kind<<2) }

func (c census) of(side, kind int) int { return int(c >> (side<<5 + kind<<2) & 15) }

const cacheEntries = 1 << 15

// halfIndex maps a point to an index in the left half of the board, seen from the own first rank of
// side 0 or 1. A point of the right half has the index of its mirror image in the left half.
var halfIndex [2][xiangqi.Points]int

func init() {
	for sq := range xiangqi.Points {
		rank, file := sq/xiangqi.Files, sq%xiangqi.Files
		file = min(file, xiangqi.Files-1-file)
		halfIndex[0][sq] = rank*5 + file
		halfIndex[1][sq] = (xiangqi.Ranks-1-rank)*5 + file
	}
}

func newHandcrafted(w *Weights) *handcrafted {
	h := &handcrafted{weights: w, cache: make([]uint64, cacheEntries), sums: make([]sum, 1, 256)}
	for kind := range 8 {
		for sq := range xiangqi.Points {
			for side := range 2 {
				v := w[material+kind] + w[squares+kind*50+halfIndex[side][sq]]
				if side == 1 {
					v = -v
				}
				h.points[side][kind][sq] = v
			}
		}
	}
	return h
}

// Reset computes the sums of a board and clears the stack.
func (h *handcrafted) Reset(b *xiangqi.Board) { h.sums = append(h.sums[:0], h.scratch(b)) }

func (h *handcrafted) scratch(b *xiangqi.Board) (s sum) {
	for side := range 2 {
		for men := b.Side(side); !men.Empty(); {
			sq := men.Pop()
			kind := int(b.At(game.Square(sq)).Kind()) & 7
			s.score += h.points[side][kind][sq]
			s.men += one(side, kind)
		}
	}
	return s
}

// Push computes the sums after a move and pushes them on the stack.
func (h *handcrafted) Push(b *xiangqi.Board, m game.Move) {
	s := h.sums[len(h.sums)-1]
	us := b.Turn().Index() & 1
	kind, to := m.Piece()&7, m.To()
	if taken := m.Taken() & 7; taken != 0 {
		s.score -= h.points[us^1][taken][to]
		s.men -= one(us^1, taken)
	}
	s.score += h.points[us][kind][to] - h.points[us][kind][m.From()]
	h.sums = append(h.sums, s)
}

// Pop removes the sums of the last move.
func (h *handcrafted) Pop() { h.sums = h.sums[:len(h.sums)-1] }

// Value evaluates the board for the side to move, using the cache.
func (h *handcrafted) Value(b *xiangqi.Board) int {
	key := b.Key()
	slot := &h.cache[key&(cacheEntries-1)]
	if (*slot^key)>>16 == 0 {
		return int(int16(uint16(*slot)))
	}
	x := scratch{board: b, weights: h.weights}
	v := h.evaluate(&x, h.sums[len(h.sums)-1])
	*slot = key&^0xffff | uint64(uint16(int16(v)))
	return v
}

const mostValue = 20000

// evaluate computes the value for the side to move.
func (h *handcrafted) evaluate(x *scratch, s sum) int {
	t := s.score + x.terms(s.men)
	v := blend(t, s.men)
	v = min(max(v, -mostValue), mostValue)
	if x.board.Turn() == game.Second {
		return -v
	}
	return v
}

// wholePhase is the game phase with all attacking pieces on the board.
const wholePhase = 32

// phase returns the game phase: wholePhase in the middlegame, less when attacking pieces have been
// exchanged.
func phase(men census) int {
	n := 0
	for side := range 2 {
		n += 4*men.of(side, rook) + 2*men.of(side, horse) + 2*men.of(side, cannon)
	}
	return min(n, wholePhase)
}

// weigh interpolates between middlegame and endgame values. The result is from red's point of view
// and multiplied by wholePhase.
func weigh(t Pair, men census) int {
	p := phase(men)
	return t.mg()*p + t.eg()*(wholePhase-p)
}

// blend returns the value from red's point of view. The value is scaled down if the side ahead can
// hardly win.
func blend(t Pair, men census) int {
	v := weigh(t, men)
	return v * scaling(men, ahead(v)) / (wholePhase * wholeScale)
}

// ahead returns the side with the advantage: 0 for red, 1 for black. v is a value from red's point
// of view.
func ahead(v int) int {
	if v < 0 {
		return 1
	}
	return 0
}
