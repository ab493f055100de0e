package engine

import (
	"kydai/engine/alphabeta"
	"kydai/engine/netted"
	"kydai/engine/nnue"
	"kydai/game"
	"kydai/games/chess"
	"kydai/search"
)

// A feature of a net is a piece on a square: 12 pieces, 64 squares. Each side sees the board from
// its own point of view. Its own pieces have the first numbers, black's board is turned upside
// down, and the board is mirrored if the own king is on the files e to h.
const (
	netName    = "chess"
	netPieces  = 12
	netKinds   = netPieces / 2
	netBuckets = 8
	perBucket  = 4 // number of different piece counts of a board that share one bucket
)

var netSet = nnue.NewSet("pieces mirrored", netPieces, 64, 2, netPieces*64, func(side, view, piece, square int) int {
	whose := 0
	if piece/netKinds != side {
		whose = netKinds
	}
	return (whose+piece%netKinds)*64 + (square ^ 56*side ^ 7*view)
})

func netFeatures(b *chess.Board, side int, to []uint16) []uint16 {
	view := netView(b, side)
	for set := b.Side(0) | b.Side(1); set != 0; set &= set - 1 {
		sq := first(set)
		piece := b.Kind(game.Square(sq)) - chess.Pawn
		if b.Side(1)>>sq&1 != 0 {
			piece += netKinds
		}
		to = append(to, netSet.Index(side, view, piece, sq))
	}
	return to
}

// netView returns 1 if the king of a side is on files e to h, so that its view is mirrored.
func netView(b *chess.Board, side int) int { return first(b.Set(side, chess.King)) >> 2 & 1 }

func netBucket(b *chess.Board) int { return (count(b.Side(0)|b.Side(1)) - 1) / perBucket }

// netEvaluator evaluates with a net. Endings with a bare king and endings that cannot be won get
// the value of the hand-crafted evaluation instead.
type netEvaluator struct {
	stack *nnue.Stack
	room  []uint16
	hand  *handcrafted // evaluation that the net corrects; nil if the net replaces it
}

func newNetEvaluator(n *nnue.Net) *netEvaluator {
	e := &netEvaluator{stack: nnue.NewStack(n, netSet, search.MaxPly+8), room: make([]uint16, 0, 64)}
	if n.Header.Corrects {
		e.hand = newHandcrafted(DefaultWeights())
	}
	return e
}

// Reset discards the values of an earlier search. Value computes the net's first-layer sums again
// when it needs them.
func (e *netEvaluator) Reset(b *chess.Board) {
	e.stack.Reset()
	if e.hand != nil {
		e.hand.Reset(b)
	}
}

// Push records on the stack which pieces a move adds and removes.
func (e *netEvaluator) Push(b *chess.Board, m game.Move) {
	if e.hand != nil {
		e.hand.Push(b, m)
	}
	c := e.stack.Push()
	us := b.Turn() & 1
	own, other := us*netKinds-chess.Pawn, (us^1)*netKinds-chess.Pawn
	from, to := int(m.From())&63, int(m.To())&63
	kind, taken, arg := m.Piece()&7, m.Taken()&7, m.Arg()
	if arg == chess.CastleShort || arg == chess.CastleLong {
		kingTo, rook, rookTo := castlingSquares(b, from, to, arg)
		c.Remove(own+chess.Rook, rook)
		c.Add(own+chess.Rook, rookTo)
		to, taken = kingTo, 0
	}
	if taken != 0 {
		at := to
		if arg == chess.EnPassant {
			at ^= 8
		}
		c.Remove(other+taken, at)
	}
	after := kind
	if arg >= chess.ToKnight && arg <= chess.ToQueen {
		after = arg + 1
	}
	c.Remove(own+kind, from)
	c.Add(own+after, to)
	if kind == chess.King && (from^to)&4 != 0 {
		c.Turn(us)
	}
}

// Pop removes the last move from the stack.
func (e *netEvaluator) Pop() {
	e.stack.Pop()
	if e.hand != nil {
		e.hand.Pop()
	}
}

// Value evaluates the board for the side to move.
func (e *netEvaluator) Value(b *chess.Board) int {
	sign := 1
	if b.Turn() == chess.Black {
		sign = -1
	}
	v, bare := mopUp(b)
	switch {
	case bare:
		v *= sign
	case e.hand != nil:
		v = e.hand.value(b)
		if !hopeless(b, sign*v) {
			v += e.net(b)
		}
	default:
		v = e.net(b)
		if hopeless(b, sign*v) {
			v = v * scaleHopeless / wholeScale
		}
	}
	return faded(min(max(v, -mostValue), mostValue), b.Quiet())
}

// net returns the value of the net for the side to move.
func (e *netEvaluator) net(b *chess.Board) int {
	for side := range 2 {
		if !e.stack.Update(side, netView(b, side)) {
			e.stack.Refresh(side, netFeatures(b, side, e.room[:0]))
		}
	}
	return e.stack.Value(b.Turn(), netBucket(b))
}

// hopeless reports whether the side that is ahead has no pawn and too little material to win. The
// parameter white is the evaluation from white's point of view; its sign tells which side is ahead.
func hopeless(b *chess.Board, white int) bool {
	strong := chess.White
	if white < 0 {
		strong = chess.Black
	}
	return b.Set(strong, chess.Pawn) == 0 && scaling(b, white) == scaleHopeless
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
