package engine

import (
	"kydai/engine/alphabeta"
	"kydai/engine/netted"
	"kydai/engine/nnue"
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

// A feature of a net is a piece on a point: 14 pieces, 90 points. Each side sees the board from its
// own point of view. Its own pieces have the first numbers, black's board is turned upside down,
// and the board is mirrored if the own general is to the right of the middle file.
const (
	netName    = "xiangqi"
	netPieces  = 2 * netKinds
	netKinds   = int(xiangqi.Soldier-xiangqi.King) + 1
	netBuckets = 8
	perBucket  = 4 // number of different piece counts of a board that share one bucket
	middleFile = xiangqi.Files / 2
)

var netSet = nnue.NewSet("pieces mirrored", netPieces, xiangqi.Points, 2, netPieces*xiangqi.Points, func(side, view, piece, square int) int {
	whose := 0
	if piece/netKinds != side {
		whose = netKinds
	}
	rank, file := square/xiangqi.Files, square%xiangqi.Files
	if side == 1 {
		rank = xiangqi.Ranks - 1 - rank
	}
	if view == 1 {
		file = xiangqi.Files - 1 - file
	}
	return (whose+piece%netKinds)*xiangqi.Points + rank*xiangqi.Files + file
})

func censusOf(b *xiangqi.Board) (men census) {
	for side := range 2 {
		for kind := xiangqi.King; kind <= xiangqi.Soldier; kind++ {
			men += census(b.Men(side, kind).Size()) * one(side, int(kind)) //nolint:gosec // the number of pieces is not negative
		}
	}
	return men
}

func netFeatures(b *xiangqi.Board, side int, to []uint16) []uint16 {
	view := netView(b, side)
	for whose := range 2 {
		for men := b.Side(whose); !men.Empty(); {
			sq := men.Pop()
			to = append(to, netSet.Index(side, view, netPiece(whose, int(b.At(game.Square(sq)).Kind())), sq))
		}
	}
	return to
}

func netPiece(side, kind int) int { return side*netKinds + kind - int(xiangqi.King) }

func netFile(b *xiangqi.Board, side int) int {
	return int(b.King(game.First+game.Side(side))) % xiangqi.Files
}

// netView returns 1 if the general of a side is to the right of the middle file, so that its view
// is mirrored.
func netView(b *xiangqi.Board, side int) int {
	if netFile(b, side) > middleFile {
		return 1
	}
	return 0
}

func netBucket(b *xiangqi.Board) int { return (b.Side(0).Size() + b.Side(1).Size() - 1) / perBucket }

// netEvaluator evaluates with a net. Like the hand-crafted evaluation, it scales the value down if
// the side ahead can hardly win.
type netEvaluator struct {
	stack *nnue.Stack
	men   []census // number of pieces in each position of the stack
	room  []uint16
	hand  *handcrafted // evaluation that the net corrects; nil if the net replaces it
}

func newNetEvaluator(n *nnue.Net) *netEvaluator {
	e := &netEvaluator{stack: nnue.NewStack(n, netSet, search.MaxPly+8), men: make([]census, 1, 256), room: make([]uint16, 0, 64)}
	if n.Header.Corrects {
		e.hand = newHandcrafted(DefaultWeights())
	}
	return e
}

// Reset discards the values of an earlier search. Value computes the net's first-layer sums again
// when it needs them.
func (e *netEvaluator) Reset(b *xiangqi.Board) {
	e.stack.Reset()
	if e.hand != nil {
		e.hand.Reset(b)
	}
	e.men = append(e.men[:0], censusOf(b))
}

// Push records on the stack which pieces a move adds and removes.
func (e *netEvaluator) Push(b *xiangqi.Board, m game.Move) {
	if e.hand != nil {
		e.hand.Push(b, m)
	}
	c := e.stack.Push()
	us := b.Turn().Index() & 1
	from, to := int(m.From()), int(m.To())
	kind, men := m.Piece()&7, e.men[len(e.men)-1]
	if taken := m.Taken() & 7; taken != 0 {
		c.Remove(netPiece(us^1, taken), to)
		men -= one(us^1, taken)
	}
	c.Remove(netPiece(us, kind), from)
	c.Add(netPiece(us, kind), to)
	if kind == king && (from%xiangqi.Files > middleFile) != (to%xiangqi.Files > middleFile) {
		c.Turn(us)
	}
	e.men = append(e.men, men)
}

// Pop removes the last move from the stack.
func (e *netEvaluator) Pop() {
	e.stack.Pop()
	if e.hand != nil {
		e.hand.Pop()
	}
	e.men = e.men[:len(e.men)-1]
}

// Value evaluates the board for the side to move.
func (e *netEvaluator) Value(b *xiangqi.Board) int {
	for side := range 2 {
		if !e.stack.Update(side, netView(b, side)) {
			e.stack.Refresh(side, netFeatures(b, side, e.room[:0]))
		}
	}
	us := b.Turn().Index()
	v := e.stack.Value(us, netBucket(b))
	v = v * scaling(e.men[len(e.men)-1], us^ahead(v)) / wholeScale
	if e.hand != nil {
		v += e.hand.Value(b)
	}
	return min(max(v, -mostValue), mostValue)
}

// netGame describes the engine of this game to package netted.
func netGame() netted.Game {
	return netted.Game{
		Name: netName, Set: netSet, Buckets: netBuckets, Params: Params(), Levels: levelSetting(),
		Hand: setting(DefaultWeights, Params()).Start,
		Net: func(n *nnue.Net) alphabeta.Start {
			return starting(func() Evaluator { return newNetEvaluator(n) })
		},
	}
}
