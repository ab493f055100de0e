package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

type set = xiangqi.Set

// The kinds of pieces as values of type int.
const (
	king     = int(xiangqi.King)
	adviser  = int(xiangqi.Adviser)
	elephant = int(xiangqi.Elephant)
	horse    = int(xiangqi.Horse)
	rook     = int(xiangqi.Rook)
	cannon   = int(xiangqi.Cannon)
	soldier  = int(xiangqi.Soldier)
)

// scratch is the evaluation context: data that the terms of one evaluation share.
type scratch struct {
	board   *xiangqi.Board
	weights *Weights
	trace   *Trace // set only for the tuner; otherwise nil
	sign    int    // sign of the current side's terms in the trace: 1 for red, -1 for black
	sum     Pair   // sum of the current side's terms

	all   set
	own   [2]set
	sees  [2][8]set // attacked points by side and kind; for cannons, the points where they can capture
	steps [2]set    // points to which a side's cannons can move without a capture
	seen  [2]set    // points that any piece attacks, by side
	bears [2]int    // total weight of attacks on the enemy palace, by side
	kings [2]int
}

// add adds the weight with index i to the sum of the current side. If there is a trace, it counts
// the weight there.
func (x *scratch) add(i int) {
	x.sum += x.weights[i]
	if x.trace != nil {
		x.trace.note(i, x.sign)
	}
}

// times adds n times the weight with index i to the sum of the current side. If there is a trace,
// it counts the weight there.
func (x *scratch) times(i, n int) {
	x.sum += x.weights[i] * Pair(n)
	if x.trace != nil {
		x.trace.note(i, x.sign*n)
	}
}

// terms returns the sum of all terms except material and piece-square values, from red's point
// of view.
func (x *scratch) terms(men census) Pair {
	b := x.board
	x.own = [2]set{b.Side(0), b.Side(1)}
	x.all = x.own[0].Or(x.own[1])
	x.kings = [2]int{int(b.King(game.First)), int(b.King(game.Second))}
	x.soldierSight(0)
	x.soldierSight(1)
	var sums [2]Pair
	for us := range 2 {
		x.sum, x.sign = 0, 1-2*us
		x.soldiers(us)
		x.horses(us)
		x.cannons(us)
		x.rooks(us)
		x.home(us)
		x.together(us, men)
		sums[us] = x.sum
	}
	for us := range 2 {
		x.sum, x.sign = sums[us], 1-2*us
		x.threats(us)
		x.siege(us, men)
		if b.Turn().Index() == us {
			x.add(tempo)
		}
		sums[us] = x.sum
	}
	return sums[0] - sums[1]
}

// spot adds the points in s to the points that the pieces of the given side and kind attack.
func (x *scratch) spot(us, kind int, s set) {
	x.sees[us][kind] = x.sees[us][kind].Or(s)
}

// bear adds the attack of one piece on the enemy palace to the total. s is the set of points that
// the piece attacks; weight depends on the kind of the piece.
func (x *scratch) bear(us int, s set, weight int) {
	if n := s.And(xiangqi.Palace(us ^ 1)).Size(); n > 0 {
		x.bears[us] += weight * (1 + min(n, 3))
	}
}

// distance returns the Manhattan distance between two points.
func distance(a, b int) int {
	files := int(fileOf[a]) - int(fileOf[b])
	ranks := int(rankOf[a]) - int(rankOf[b])
	return max(files, -files) + max(ranks, -ranks)
}

var fileOf, rankOf [xiangqi.Points]uint8

func init() {
	for sq := range xiangqi.Points {
		fileOf[sq], rankOf[sq] = uint8(sq%xiangqi.Files), uint8(sq/xiangqi.Files)
	}
}

func (x *scratch) soldierSight(us int) {
	for men := x.board.Men(us, xiangqi.Soldier); !men.Empty(); {
		x.spot(us, soldier, xiangqi.SoldierSees(us, men.Pop()))
	}
}

const maxNear = 13

func (x *scratch) soldiers(us int) {
	men := x.board.Men(us, xiangqi.Soldier)
	crossed := men.Without(xiangqi.HomeHalf(us))
	if crossed.Empty() {
		return
	}
	// A soldier beyond the river attacks sideways, so two adjacent soldiers protect each other.
	for left := crossed; !left.Empty(); {
		sq := left.Pop()
		x.add(soldierNear + min(distance(sq, x.kings[us^1]), maxNear))
		sight := xiangqi.SoldierSees(us, sq)
		x.bear(us, sight, 2)
		if !sight.And(crossed).Empty() {
			x.add(soldierLinked)
		}
	}
}

func (x *scratch) horses(us int) {
	for men := x.board.Men(us, xiangqi.Horse); !men.Empty(); {
		sq := men.Pop()
		sight := x.board.HorseSees(sq)
		x.spot(us, horse, sight)
		x.bear(us, sight, 3)
		x.add(horseMobility + sight.Without(x.own[us]).Without(x.sees[us^1][soldier]).Size())
		x.add(horseNear + min(distance(sq, x.kings[us^1]), maxNear))
	}
}

func (x *scratch) cannons(us int) {
	for men := x.board.Men(us, xiangqi.Cannon); !men.Empty(); {
		first, second := x.board.LineSees(men.Pop())
		empty := first.Without(x.all)
		x.spot(us, cannon, second)
		x.steps[us] = x.steps[us].Or(empty)
		x.bear(us, second, 2)
		x.add(cannonMobility + empty.Size())
		x.add(cannonAims + min(second.And(x.own[us^1]).Size(), 4))
	}
}

func (x *scratch) rooks(us int) {
	for men := x.board.Men(us, xiangqi.Rook); !men.Empty(); {
		first, _ := x.board.LineSees(men.Pop())
		x.spot(us, rook, first)
		x.bear(us, first, 4)
		x.add(rookMobility + first.Without(x.own[us]).Size())
	}
}

// home evaluates the pieces that stay in their own half, and completes the attack sets of the side.
func (x *scratch) home(us int) {
	b := x.board
	for men := b.Men(us, xiangqi.Adviser); !men.Empty(); {
		x.spot(us, adviser, xiangqi.AdviserSees(us, men.Pop()))
	}
	for men := b.Men(us, xiangqi.Elephant); !men.Empty(); {
		x.spot(us, elephant, b.ElephantSees(us, men.Pop()))
	}
	x.sees[us][king] = xiangqi.KingSees(us, x.kings[us])
	seen := set{}
	for kind := king; kind <= soldier; kind++ {
		seen = seen.Or(x.sees[us][kind])
	}
	x.seen[us] = seen
	for kind := adviser; kind <= soldier; kind++ {
		if n := b.Men(us, xiangqi.Kind(kind)).And(seen).Size(); n > 0 {
			x.times(guarded+kind, n)
		}
	}
}

// together evaluates combinations of pieces that are worth more or less than the single pieces.
func (x *scratch) together(us int, men census) {
	foe := us ^ 1
	x.add(guards + 3*min(men.of(us, adviser), 2) + min(men.of(us, elephant), 2))
	x.add(soldierCount + min(men.of(us, soldier), 5))
	advisers, elephants := min(men.of(foe, adviser), 2), min(men.of(foe, elephant), 2)
	for kind := horse; kind <= soldier; kind++ {
		if n := men.of(us, kind); n > 0 {
			x.times(versusAdvisers+3*kind+advisers, n)
			x.times(versusElephant+3*kind+elephants, n)
		}
	}
	r, h, c := men.of(us, rook), men.of(us, horse), men.of(us, cannon)
	if r > 1 {
		x.add(couples)
	}
	if h > 1 {
		x.add(couples + 1)
	}
	if c > 1 {
		x.add(couples + 2)
	}
	if r > 0 && h > 0 {
		x.add(couples + 3)
	}
	if r > 0 && c > 0 {
		x.add(couples + 4)
	}
	if h > 0 && c > 0 {
		x.add(couples + 5)
	}
	if r > 0 && men.of(foe, rook) == 0 {
		x.add(rookEdge)
	}
}

// takers lists the attacking pieces of the first four rows of the section threat. The fifth row is
// for attacks by the general, the advisers and the elephants.
var takers = [4]int{soldier, horse, cannon, rook}

// threats evaluates possible captures, by the kinds of attacker and victim and by whether the
// victim is protected.
func (x *scratch) threats(us int) {
	foe := us ^ 1
	sees := &x.sees[us]
	for row, kind := range takers {
		x.victims(row, sees[kind].And(x.own[foe]), foe)
	}
	x.victims(len(takers), sees[adviser].Or(sees[elephant]).Or(sees[king]).And(x.own[foe]), foe)
}

func (x *scratch) victims(row int, attacked set, foe int) {
	for !attacked.Empty() {
		sq := attacked.Pop()
		i := threat + 2*(8*row+int(x.board.At(game.Square(sq)).Kind())&7)
		if x.seen[foe].Has(sq) {
			i++
		}
		x.add(i)
	}
}
