//go:build !js

package engine

import (
	"kydai/engine"
	"kydai/engine/alphabeta"
	"kydai/engine/netted"
	"kydai/engine/nnue"
	"kydai/game"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/search"
)

// The features of a net, for the own pieces and again for those of the opponent:
//
//	up     a face-up piece of one of 7 kinds on one of 90 points
//	dark   a face-down piece on one of 15 home points
//	blank  a piece on one of 90 points that was turned up and whose kind is not settled
//	pool   the number of hidden pieces of a kind, 0 to 5, as far as the owner of the view knows it
//
// Each side sees the board from its own point of view. Its own pieces have the first numbers,
// black's board is turned upside down, and the board is mirrored if the own general is to the right
// of the middle file.
//
// The nets number the pieces of a side: 7 kinds, the dark piece, the blank piece, and a piece that
// stands for the pool, whose squares are the kinds and numbers of netPool.
const (
	netKinds = 7
	netDark  = netKinds
	netBlank = netKinds + 1
	netHeap  = netKinds + 2
	netMen   = netKinds + 3 // number of pieces of a side

	netCounts = 6  // a pool holds 0 to 5 pieces of a kind
	netPools  = 36 // 6 kinds with netCounts numbers each
	netHomes  = 15 // number of home points of a side

	firstDark   = 2 * netKinds * xiangqi.Points
	firstBlank  = firstDark + 2*netHomes
	firstPool   = firstBlank + 2*xiangqi.Points
	netFeatures = firstPool + 2*netPools

	netBuckets = 8
	perBucket  = 4 // number of different piece counts of a board that share one bucket
	middleFile = xiangqi.Files / 2
)

// netNumber maps a face to the number of the piece in the nets.
var netNumber = [faces]int{
	xiangqi.King: 0, xiangqi.FreeAdviser: 1, xiangqi.FreeElephant: 2, xiangqi.Horse: 3, xiangqi.Rook: 4,
	xiangqi.Cannon: 5, xiangqi.Soldier: 6, dark: netDark, blank: netBlank,
}

var netSet = nnue.NewSet("up, dark, blank, pool, mirrored", 2*netMen, xiangqi.Points, 2, netFeatures, netIndex)

// netIndex returns the feature of a piece on a square. For combinations that do not occur, it
// returns netFeatures, which is not a feature.
func netIndex(side, view, piece, square int) int {
	whose := 0
	if piece/netMen != side {
		whose = 1
	}
	kind := piece % netMen
	if kind == netHeap {
		if square >= netPools {
			return netFeatures
		}
		return firstPool + whose*netPools + square
	}
	rank, file := square/xiangqi.Files, square%xiangqi.Files
	if side == 1 {
		rank = xiangqi.Ranks - 1 - rank
	}
	if view == 1 {
		file = xiangqi.Files - 1 - file
	}
	switch kind {
	case netDark:
		if whose == 1 {
			rank = xiangqi.Ranks - 1 - rank
		}
		home := netHome(rank*xiangqi.Files + file)
		if home < 0 {
			return netFeatures
		}
		return firstDark + whose*netHomes + home
	case netBlank:
		return firstBlank + whose*xiangqi.Points + rank*xiangqi.Files + file
	}
	return ((whose*netKinds+kind)*xiangqi.Ranks+rank)*xiangqi.Files + file
}

// netHome returns the number of a home point of the first side, from 0 to netHomes-1; -1 for other
// points.
func netHome(point int) int {
	n := 0
	for sq := range xiangqi.Points / 2 {
		if k := xiangqi.Home(game.Square(sq)); k == xiangqi.None || k == xiangqi.King {
			continue
		}
		if sq == point {
			return n
		}
		n++
	}
	return -1
}

// netPool returns the square that stands for a number of hidden pieces of a kind.
func netPool(kind, count int) int { return (kind-int(xiangqi.Adviser))*netCounts + count }

func netPiece(side, number int) int { return side*netMen + number }

// Net describes the nets of this game: the feature set and how positions are converted to it.
func Net() nnue.Kind {
	return nnue.Kind{
		Game: "jieqi", Set: netSet, Buckets: netBuckets, Mirror: netMirror(),
		Sample: netSample, Unsettled: netUnsettled, Hand: byHand, Tree: newTree,
	}
}

// netMirror returns, for each feature, the feature of the same piece on the mirrored point.
func netMirror() []uint16 {
	m := make([]uint16, netFeatures)
	for f := range m {
		m[f] = uint16(f) //nolint:gosec // the number of a feature fits into 16 bits
	}
	for piece := range 2 * netMen {
		for square := range xiangqi.Points {
			if f := netSet.Index(0, 0, piece, square); f < netFeatures {
				m[f] = netSet.Index(0, 1, piece, square)
			}
		}
	}
	return m
}

// stateFor creates a state without history for training. A true position is replaced by the view of
// the side to move.
func stateFor(p game.Position, e evaluator) (*State, bool) {
	pos, ok := p.(*jieqi.Position)
	if !ok {
		return nil, false
	}
	if _, truth := pos.Viewer(); truth {
		if pos, ok = pos.View(pos.Turn()).(*jieqi.Position); !ok {
			return nil, false
		}
	}
	s := &State{board: pos.Board(), eval: e, hidden: e.Hidden(), limit: 1}
	s.past = append(make([]moment, 0, 2), rootOf(pos, s.hidden))
	e.Reset(s)
	return s, true
}

// netSample converts a position to a training sample of a net, as the side to move sees it.
func netSample(p game.Position, to *nnue.Sample) bool {
	s, ok := stateFor(p, idle{})
	if ok {
		s.sample(to)
	}
	return ok
}

// netUnsettled converts the position after a move that turns a piece up to a training sample: the
// side that moved sees a piece of unknown kind.
func netUnsettled(p game.Position, m game.Move, to *nnue.Sample) bool {
	if !m.Flag() || m.Arg() != 0 {
		return false
	}
	s, ok := stateFor(p, idle{})
	if ok {
		s.Do(m)
		s.Settle()
		s.sample(to)
	}
	return ok
}

func (s *State) sample(to *nnue.Sample) {
	to.Symmetric = true
	for side := range to.Features {
		to.Features[side] = s.netFeatures(side, to.Features[side][:0])
		to.Symmetric = to.Symmetric && s.netFile(side) == middleFile
	}
	to.Turn, to.Bucket = s.board.Turn().Index(), s.netBucket()
}

// idle is an evaluator for states whose value nobody asks for.
type idle struct{}

func (idle) Reset(*State)     {}
func (idle) Push(change)      {}
func (idle) Pop()             {}
func (idle) Value(*State) int { return 0 }

// Hidden returns zeros.
func (idle) Hidden() *[xiangqi.Soldier + 1]int32 { return &[xiangqi.Soldier + 1]int32{} }

// byHand returns the hand-crafted evaluation as a function of positions.
func byHand() func(game.Position) (int, bool) {
	hand := newHandcrafted(DefaultWeights())
	return func(p game.Position) (int, bool) {
		s, ok := stateFor(p, hand)
		if !ok {
			return 0, false
		}
		return hand.Value(s), !s.InCheck()
	}
}

// netFeatures appends the features of the position, from the point of view of a side.
func (s *State) netFeatures(side int, to []uint16) []uint16 {
	view := s.netView(side)
	for whose := range 2 {
		for men := s.board.Side(whose); !men.Empty(); {
			sq := men.Pop()
			to = append(to, netSet.Index(side, view, netPiece(whose, netNumber[s.face(sq)]), sq))
		}
		p := &s.now().pool[whose]
		for k := int(xiangqi.Adviser); k <= int(xiangqi.Soldier); k++ {
			to = append(to, netSet.Index(side, view, netPiece(whose, netHeap), netPool(k, int(p.of[k]))))
		}
	}
	return to
}

func (s *State) netFile(side int) int {
	return int(s.board.King(game.First+game.Side(side))) % xiangqi.Files
}

// netView returns 1 if the general of a side is to the right of the middle file, so that its view
// is mirrored.
func (s *State) netView(side int) int {
	if s.netFile(side) > middleFile {
		return 1
	}
	return 0
}

func (s *State) netBucket() int { return (s.board.All().Size() - 1) / perBucket }

// netEvaluator evaluates with a net. It implements evaluator.
type netEvaluator struct {
	stack  *nnue.Stack
	hidden [xiangqi.Soldier + 1]int32
	room   []uint16
	hand   *handcrafted // evaluation that the net corrects; nil if the net replaces it
}

func newNetEvaluator(n *nnue.Net) *netEvaluator {
	e := &netEvaluator{stack: nnue.NewStack(n, netSet, search.MaxPly+8), room: make([]uint16, 0, 64)}
	copy(e.hidden[:], DefaultWeights()[hidden:])
	if n.Header.Corrects {
		e.hand = newHandcrafted(DefaultWeights())
	}
	return e
}

// Hidden returns the hand-crafted values of hidden pieces, by kind.
func (e *netEvaluator) Hidden() *[xiangqi.Soldier + 1]int32 { return &e.hidden }

// Reset discards the values of an earlier search. Value computes the net's first-layer sums again
// when it needs them.
func (e *netEvaluator) Reset(s *State) {
	e.stack.Reset()
	if e.hand != nil {
		e.hand.Reset(s)
	}
}

// Push records on the stack which features a move adds and removes.
func (e *netEvaluator) Push(c change) {
	if e.hand != nil {
		e.hand.Push(c)
	}
	n := e.stack.Push()
	us, from, to := int(c.side), int(c.from), int(c.to)
	if c.taken != 0 {
		n.Remove(netPiece(us^1, netNumber[c.taken]), to)
	}
	n.Remove(netPiece(us, netNumber[c.was]), from)
	n.Add(netPiece(us, netNumber[c.is]), to)
	if c.shown != 0 {
		heap := netPiece(us, netHeap)
		n.Remove(heap, netPool(int(c.shown), int(c.left)+1))
		n.Add(heap, netPool(int(c.shown), int(c.left)))
	}
	if c.is == face(xiangqi.King) && (from%xiangqi.Files > middleFile) != (to%xiangqi.Files > middleFile) {
		n.Turn(us)
	}
}

// Pop removes the last move from the stack.
func (e *netEvaluator) Pop() {
	e.stack.Pop()
	if e.hand != nil {
		e.hand.Pop()
	}
}

// Value evaluates the position for the side to move.
func (e *netEvaluator) Value(s *State) int {
	for side := range 2 {
		if !e.stack.Update(side, s.netView(side)) {
			e.stack.Refresh(side, s.netFeatures(side, e.room[:0]))
		}
	}
	v := e.stack.Value(s.board.Turn().Index(), s.netBucket())
	if e.hand != nil {
		v += e.hand.Value(s)
	}
	return min(max(v, -mostValue), mostValue)
}

// netGame describes the engine of this game to package netted.
func netGame() netted.Game {
	return netted.Game{
		Name: "jieqi", Set: netSet, Buckets: netBuckets, Params: Params(), Levels: levelSetting(),
		Hand: starting(func() evaluator { return newHandcrafted(DefaultWeights()) }),
		Net: func(n *nnue.Net) alphabeta.Start {
			return starting(func() evaluator { return newNetEvaluator(n) })
		},
	}
}

// starting returns the function that starts searches with evaluators that fresh creates.
func starting(fresh func() evaluator) alphabeta.Start {
	evals := alphabeta.NewPool(fresh)
	return func(line *game.Line) (func() search.State, error) { return start(evals, line, ChanceParams()) }
}

// newEngine creates the engine that programs use. This version supports nets.
func newEngine() engine.Engine { return netted.New(netGame()) }

// newTree creates the tree that collects positions for training.
func newTree(n *nnue.Net) nnue.Tree {
	return netted.NewTree(netted.TreeGame[evaluator]{
		Params: Params(), Fork: fork, Describe: describe,
		Start: func(evals *alphabeta.Pool[evaluator], line *game.Line) (func() search.State, error) {
			return start(evals, line, ChanceParams())
		},
		Hand: func() evaluator { return newHandcrafted(DefaultWeights()) },
		Net:  func(n *nnue.Net) evaluator { return newNetEvaluator(n) },
	}, n)
}

// fork creates a state at the position of a state, with another evaluator and without earlier
// positions.
func fork(s search.State, e evaluator) search.State {
	st, ok := s.(*State)
	if !ok {
		return nil
	}
	c := *st
	now := *st.now()
	now.quiet, now.since, now.by = 0, 0, game.NoMove
	c.board, c.eval, c.hidden, c.root = st.board.Clone(), e, e.Hidden(), 0
	c.past = append(make([]moment, 0, 2*search.MaxPly+8), now)
	e.Reset(&c)
	return &c
}

// describe stores the features of the position of a state in a sample.
func describe(s search.State, to *nnue.Sample) bool {
	st, ok := s.(*State)
	if ok {
		st.sample(to)
	}
	return ok
}
