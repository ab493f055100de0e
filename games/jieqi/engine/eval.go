package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// evaluator evaluates the positions of a search. The search calls Push for every move, so that an
// evaluator can update sums incrementally. The search does not call Push for a null move, because a
// null move changes no sum.
type evaluator interface {
	// Reset starts a new search at the position of s and clears the stack of moves.
	Reset(s *State)
	// Push is called with what a move changes.
	Push(c change)
	// Pop removes the last pushed change.
	Pop()
	// Value returns the evaluation of the position of s for the side to move, without the effect of
	// the move limit. It is never called while the kind of a turned-up piece is not set (see
	// State.Open).
	Value(s *State) int
	// Hidden returns the values of hidden pieces, by kind. Their mean over the pool is the value with
	// which the search rates exchanges of hidden pieces.
	Hidden() *[xiangqi.Soldier + 1]int32
}

// face is what the owner of the view sees of a piece: the kind as which a face-up piece moves, or
// one of the constants below. The face 0 means that there is no piece.
type face uint8

const (
	dark  = face(kinds) + iota // a face-down piece
	blank                      // a piece that was turned up as a neutral piece (see Settle)
	faces
)

// change describes what a move changes on the board and in the pools.
type change struct {
	side     uint8 // side that moved
	from, to uint8
	was, is  face  // the moved piece before and after the move
	taken    face  // the captured piece
	shown    uint8 // kind that a turned-up piece takes out of the pool of its side; 0 for none
	left     uint8 // number of pieces of that kind that are still in the pool
}

// handcrafted evaluates positions with terms written by hand and tuned weights. It implements
// evaluator. It holds the weights in a layout that is fast to use in a search.
type handcrafted struct {
	weights *Weights
	points  [2][faces][xiangqi.Points]int32 // material plus piece-square values; for a face-down piece the value of its home point; black's values are negative
	hidden  [xiangqi.Soldier + 1]int32
	cache   []uint64 // evaluation cache; each entry holds 48 bits of the key and 16 bits of the value
	scores  []int32  // sum of the values of points by position of the search, from red's point of view
}

var _ evaluator = (*handcrafted)(nil)

const cacheEntries = 1 << 14

// halfIndex maps a point, by side, to an index in the left half of the board: a point in the right
// half has the index of its mirror image, and the side's first rank comes first. homeIndex maps a
// home point to its index among the home points of the left half.
var (
	halfIndex [2][xiangqi.Points]int
	homeIndex [2][xiangqi.Points]int
)

func init() {
	for sq := range xiangqi.Points {
		rank, file := sq/xiangqi.Files, sq%xiangqi.Files
		file = min(file, xiangqi.Files-1-file)
		halfIndex[0][sq] = rank*5 + file
		halfIndex[1][sq] = (xiangqi.Ranks-1-rank)*5 + file
	}
	for side := range 2 {
		for sq := range xiangqi.Points {
			i := halfIndex[side][sq]
			switch i / 5 {
			case 0:
				homeIndex[side][sq] = i % 5
			case 2:
				homeIndex[side][sq] = 4
			case 3:
				homeIndex[side][sq] = 5 + i%5/2
			}
		}
	}
}

func newHandcrafted(w *Weights) *handcrafted {
	h := &handcrafted{weights: w, cache: make([]uint64, cacheEntries), scores: make([]int32, 1, 256)}
	copy(h.hidden[:], w[hidden:])
	for sq := range xiangqi.Points {
		for side := range 2 {
			sign := int32(1 - 2*side)
			for k := 1; k < kinds; k++ {
				h.points[side][k][sq] = sign * (w[material+k] + w[squares+k*half+halfIndex[side][sq]])
			}
			h.points[side][dark][sq] = sign * w[homes+homeIndex[side][sq]]
		}
	}
	return h
}

// Hidden returns the weights of hidden pieces, by kind.
func (h *handcrafted) Hidden() *[xiangqi.Soldier + 1]int32 { return &h.hidden }

// Reset computes the sum of the position of s and clears the stack.
func (h *handcrafted) Reset(s *State) {
	score := int32(0)
	for side := range 2 {
		for men := s.board.Side(side); !men.Empty(); {
			sq := men.Pop()
			score += h.points[side][s.face(sq)][sq]
		}
	}
	h.scores = append(h.scores[:0], score)
}

// Push computes the sum after a move and pushes it on the stack.
func (h *handcrafted) Push(c change) {
	own, by := &h.points[c.side&1], &h.points[c.side&1^1]
	h.scores = append(h.scores, h.scores[len(h.scores)-1]+own[c.is][c.to]-own[c.was][c.from]-by[c.taken][c.to])
}

// Pop removes the sum of the last move.
func (h *handcrafted) Pop() { h.scores = h.scores[:len(h.scores)-1] }

// Value evaluates the position for the side to move, using the cache.
func (h *handcrafted) Value(s *State) int {
	key := s.now().key
	slot := &h.cache[key&(cacheEntries-1)]
	if (*slot^key)>>16 == 0 {
		return int(int16(uint16(*slot)))
	}
	v := h.evaluate(s)
	*slot = key&^0xffff | uint64(uint16(int16(v)))
	return v
}

// fadeFrom is the number of plies without a capture after which Eval scales the value towards 0,
// because a draw by the move limit comes nearer.
const fadeFrom = 20

const mostValue = 20000

// face returns what the owner of the view sees of the piece on a point.
func (s *State) face(sq int) face {
	now := s.now()
	switch {
	case now.down.Has(sq):
		return dark
	case now.blank.Has(sq):
		return blank
	}
	return face(s.board.At(game.Square(sq)).Kind())
}

// Eval returns the evaluator's value, reduced after many plies without a capture.
func (s *State) Eval() int {
	v := s.eval.Value(s)
	if now := s.now(); now.quiet > fadeFrom {
		whole := 2 * int(s.limit)
		v = v * (whole - int(min(now.quiet, s.limit))) / (whole - fadeFrom)
	}
	return v
}

// evaluate computes the value for the side to move.
func (h *handcrafted) evaluate(s *State) int {
	now := s.now()
	x := scratch{board: s.board, weights: h.weights, now: now}
	v := int(h.scores[len(h.scores)-1])
	for side := range 2 {
		p := &now.pool[side]
		if p.total == 0 {
			continue
		}
		n := now.down.Or(now.blank).And(s.board.Side(side)).Size()
		v += (1 - 2*side) * n * int(p.sum) / int(p.total)
	}
	v += x.terms()
	v = min(max(v, -mostValue), mostValue)
	if s.board.Turn() == game.Second {
		v = -v
	}
	return v
}

// scratch is the evaluation context: data that the terms of one evaluation share.
type scratch struct {
	board   *xiangqi.Board
	weights *Weights
	now     *moment
	sum     int // sum of the terms from red's point of view
	sign    int // sign of the current side's terms: 1 for red, -1 for black
	trace   *trace

	all   set
	own   [2]set
	seen  [2]set // points that any piece attacks, by side
	cheap [2]set // points that soldiers, advisers and elephants attack, by side
	mid   [2]set // points in cheap and points that horses, cannons and face-down pieces attack
	bears [2]int
}

func (x *scratch) add(i int) {
	x.sum += x.sign * int(x.weights[i])
	if x.trace != nil {
		x.trace[i] += float64(x.sign)
	}
}

// terms returns the sum of all terms except the piece-square values, from red's point of view.
func (x *scratch) terms() int {
	b := x.board
	x.all = b.All()
	x.own = [2]set{b.Side(0), b.Side(1)}
	x.sign = 1 - 2*b.Turn().Index()
	x.add(tempo)
	for us := range 2 {
		x.sign = 1 - 2*us
		x.look(us)
	}
	for us := range 2 {
		x.sign = 1 - 2*us
		x.siege(us)
		x.threats(us)
	}
	return x.sum
}

// look computes which points the pieces of the given side attack.
func (x *scratch) look(us int) {
	b := x.board
	zone := xiangqi.Palace(us ^ 1)
	hide := x.now.down
	var cheap, mid, big set
	bears := 0
	see := func(sees set) {
		bears += sees.And(zone).Size()
	}
	for men := b.Men(us, xiangqi.Soldier); !men.Empty(); {
		sq := men.Pop()
		sees := xiangqi.SoldierSees(us, sq)
		if hide.Has(sq) {
			mid = mid.Or(sees)
			continue
		}
		cheap = cheap.Or(sees)
		see(sees)
	}
	for men := b.Men(us, xiangqi.Adviser); !men.Empty(); {
		mid = mid.Or(xiangqi.AdviserSees(us, men.Pop()))
	}
	for men := b.Men(us, xiangqi.Elephant); !men.Empty(); {
		mid = mid.Or(b.ElephantSees(us, men.Pop()))
	}
	for men := b.Men(us, xiangqi.FreeAdviser); !men.Empty(); {
		sees := diagonal[men.Pop()]
		cheap = cheap.Or(sees)
		see(sees)
	}
	for men := b.Men(us, xiangqi.FreeElephant); !men.Empty(); {
		sees := elephantSees(men.Pop(), x.all)
		cheap = cheap.Or(sees)
		see(sees)
	}
	for men := b.Men(us, xiangqi.Horse); !men.Empty(); {
		sq := men.Pop()
		sees := b.HorseSees(sq)
		mid = mid.Or(sees)
		if !hide.Has(sq) {
			see(sees)
			x.add(horseMobility + sees.Without(x.own[us]).Size())
		}
	}
	for men := b.Men(us, xiangqi.Cannon); !men.Empty(); {
		sq := men.Pop()
		first, second := b.LineSees(sq)
		mid = mid.Or(second)
		if !hide.Has(sq) {
			see(second)
			x.add(cannonMobility + min(first.Without(x.all).Size(), 17))
		}
	}
	for men := b.Men(us, xiangqi.Rook); !men.Empty(); {
		sq := men.Pop()
		first, _ := b.LineSees(sq)
		if hide.Has(sq) {
			mid = mid.Or(first)
			continue
		}
		big = big.Or(first)
		see(first)
		x.add(rookMobility + min(first.Without(x.own[us]).Size(), 17))
	}
	x.cheap[us], x.mid[us] = cheap, cheap.Or(mid)
	x.seen[us] = x.mid[us].Or(big).Or(xiangqi.KingSees(us, int(b.King(game.First+game.Side(us)))))
	x.bears[us] = bears
}

// siege evaluates a side's attack on the enemy general, and the mobility of the side's own general.
func (x *scratch) siege(us int) {
	b := x.board
	foe := us ^ 1
	at := int(b.King(game.First + game.Side(foe)))
	for men := b.Men(us, xiangqi.Cannon).And(xiangqi.Cross(at)).Without(x.now.down); !men.Empty(); {
		x.add(cannonFile + min(xiangqi.Between(at, men.Pop()).And(x.all).Size(), 5))
	}
	for men := b.Men(us, xiangqi.Rook).And(xiangqi.Cross(at)).Without(x.now.down); !men.Empty(); {
		x.add(rookFile + min(xiangqi.Between(at, men.Pop()).And(x.all).Size(), 5))
	}
	x.add(kingDanger + min(x.bears[us], 23))
	home := int(b.King(game.First + game.Side(us)))
	x.add(kingFlight + min(xiangqi.KingSees(us, home).Without(x.own[us]).Without(x.seen[foe]).Size(), 4))
}

// threats evaluates the enemy pieces that the given side attacks and the side's own pieces that it
// protects.
func (x *scratch) threats(us int) {
	foe := us ^ 1
	for men := x.own[foe].And(x.seen[us]); !men.Empty(); {
		sq := men.Pop()
		kind := x.class(sq)
		switch {
		case !x.seen[foe].Has(sq):
			x.add(hanging + kind)
		case kind == int(xiangqi.Rook) && x.mid[us].Has(sq),
			(kind == int(xiangqi.Horse) || kind == int(xiangqi.Cannon) || kind == faceDown) && x.cheap[us].Has(sq):
			x.add(harried + kind)
		}
	}
	for men := x.own[us].And(x.seen[us]); !men.Empty(); {
		x.add(guarded + x.class(men.Pop()))
	}
}

// faceDown is the evaluation class of a face-down piece. The class of any other piece is its kind.
// Generals have no class, so faceDown uses their number.
const faceDown = int(xiangqi.King)

func (x *scratch) class(sq int) int {
	if x.now.down.Or(x.now.blank).Has(sq) {
		return faceDown
	}
	k := int(x.board.At(game.Square(sq)).Kind())
	if k == int(xiangqi.King) {
		return 0
	}
	return k
}
