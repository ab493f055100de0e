package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// evaluator holds the weights in the layout for the search.
type evaluator struct {
	weights *Weights
	up      [2][kinds][xiangqi.Points]int32 // material and piece-square values, black's negative
	down    [2][xiangqi.Points]int32        // value of a face-down piece by home point, black's negative
	hidden  [xiangqi.Soldier + 1]int32
	cache   []uint64 // evaluation cache: 48 bits of the key, 16 of the value
}

const cacheEntries = 1 << 14

// halfIndex maps a point to its index in the left half of the board, as a side sees it with its own
// rank first. homeIndex maps a home point to its index in that half.
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

// After fadeFrom plies without a capture, the value decreases.
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

// value evaluates the position for the side to move, without regard to the move limit.
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

// scratch is the evaluation context: data shared by the terms of one evaluation.
type scratch struct {
	board   *xiangqi.Board
	weights *Weights
	now     *moment
	sum     int // for red
	sign    int // 1 for red, -1 for black
	trace   *trace

	all   set
	own   [2]set
	seen  [2]set // points attacked by any piece
	cheap [2]set // points attacked by soldiers, advisers and elephants
	mid   [2]set // points attacked by those, horses, cannons and face-down pieces
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

// look computes the attacks of a side's pieces.
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

// siege evaluates a side's attack on the enemy general, and the mobility of its
// own general.
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

// threats evaluates attacked enemy pieces and protected own pieces.
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

// faceDown is the evaluation class of a face-down piece. Every other piece has its kind as its
// class. Generals have no class, so faceDown uses their number.
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
