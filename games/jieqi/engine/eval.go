package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// evaluator holds the weights in a layout that is fast to use in a search.
type evaluator struct {
	weights *Weights
	up      [2][kinds][xiangqi.Points]int32 // material plus piece-square values; black's values are negative
	down    [2][xiangqi.Points]int32        // value of a face-down piece by home point; black's values are negative
	hidden  [xiangqi.Soldier + 1]int32
	cache   []uint64 // evaluation cache; each entry holds 48 bits of the key and 16 bits of the value
}

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

func newEvaluator(w *Weights) *evaluator {
	e := &evaluator{weights: w, cache: make([]uint64, cacheEntries)}
	copy(e.hidden[:], w[hidden:])
	for sq := range xiangqi.Points {
		for side := range 2 {
			sign := int32(1 - 2*side)
			for k := range kinds {
				e.up[side][k][sq] = sign * (w[material+k] + w[squares+k*half+halfIndex[side][sq]])
			}
			e.down[side][sq] = sign * w[homes+homeIndex[side][sq]]
		}
	}
	return e
}

// fadeFrom is the number of plies without a capture after which Eval scales the value towards 0,
// because a draw by the move limit comes nearer.
const fadeFrom = 20

const mostValue = 20000

// Eval returns the value for the side to move, from the cache if possible.
func (s *State) Eval() int {
	now := s.now()
	slot := &s.eval.cache[now.key&(cacheEntries-1)]
	var v int
	if (*slot^now.key)>>16 == 0 {
		v = int(int16(uint16(*slot)))
	} else {
		v = s.value(now)
		*slot = now.key&^0xffff | uint64(uint16(int16(v)))
	}
	if now.quiet > fadeFrom {
		whole := 2 * int(s.limit)
		v = v * (whole - int(min(now.quiet, s.limit))) / (whole - fadeFrom)
	}
	return v
}

// value computes the evaluation for the side to move. It does not consider the move limit, which
// Eval adds.
func (s *State) value(now *moment) int {
	x := scratch{board: s.board, weights: s.eval.weights, now: now}
	v := int(now.score)
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
