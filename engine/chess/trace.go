package chess

import (
	"math"

	"kydai/game"
	"kydai/games/chess"
)

// Model gives a tuner the evaluation as numbers times weights.
type Model struct {
	weights *Weights
	hand    *hand
}

// NewModel makes a model with a copy of the weights.
func NewModel(w *Weights) *Model {
	c := *w
	return &Model{weights: &c, hand: newHand(&c)}
}

// Vector is the weights as Weights.Vector gives them.
func (m *Model) Vector() []float64 { return m.weights.Vector() }

// Trace takes a position apart for the first side. visit is told the
// coefficient of a weight in a part of the value. Part 0 is the plain sum,
// where weight -1 is a constant; every other part is a sum whose square, if
// the sum is positive, is added for a positive part and taken away for a
// negative one.
func (m *Model) Trace(position string, visit func(part, weight int, coefficient float64)) error {
	b, err := chess.NewBoard(position)
	if err != nil {
		return err
	}
	if v, bare := mopUp(&b); bare {
		visit(0, -1, float64(v))
		return nil
	}
	s := m.hand.scratch(&b)
	base := scratch{board: &b}
	total := m.fresh(&base, s)
	phase := min(s.phase, wholePhase)
	shares := [2]float64{float64(phase) / wholePhase, 0}
	shares[1] = (1 - shares[0]) * float64(base.scale(total)) / wholeScale
	tell := func(part, index, n int) {
		for stage, share := range shares {
			if n == 0 || share == 0 {
				continue
			}
			if part == 0 {
				visit(0, 2*index+stage, float64(n)*share)
			} else {
				visit(part*(stage+1), 2*index+stage, float64(n)*math.Sqrt(share/dangerScale))
			}
		}
	}
	first := m.traceSquares(&b, tell)
	m.traceRest(&b, s, &base, total, first, tell)
	return nil
}

// fresh evaluates without what the pawn table remembers.
func (m *Model) fresh(x *scratch, s sum) Pair {
	b := x.board
	m.hand.pawnTable[pawnHash(b.Set(0, chess.Pawn), b.Set(1, chess.Pawn))].known = false
	return m.hand.total(x, s)
}

// traceSquares counts material and squares, and returns how many weights
// these are.
func (m *Model) traceSquares(b *chess.Board, tell func(part, index, n int)) int {
	material := len(m.weights.Material)
	for side, sign := range [2]int{1, -1} {
		for set := b.Side(side); set != 0; set &= set - 1 {
			sq := first(set)
			kind := b.Kind(game.Square(sq)) - chess.Pawn
			if kind < material {
				tell(0, kind, sign)
			}
			tell(0, material+32*kind+int(halfIndex[side][sq]), sign)
		}
	}
	return material + 32*6
}

// traceRest finds the counts of all other weights by changing each by one.
func (m *Model) traceRest(b *chess.Board, s sum, base *scratch, total Pair, skip int, tell func(part, index, n int)) {
	one := pair(1, 1)
	index := 0
	for _, f := range m.weights.Fields() {
		for i := range f.Values {
			if index >= skip {
				x := scratch{board: b}
				f.Values[i] += one
				t := m.fresh(&x, s)
				f.Values[i] -= one
				tell(0, index, (t - total).mg())
				tell(-1, index, (x.danger[0] - base.danger[0]).mg())
				tell(1, index, (x.danger[1] - base.danger[1]).mg())
			}
			index++
		}
	}
}

// Source writes other weights, in the order of Vector, as the Go file that
// holds them.
func (m *Model) Source(weights []float64) string {
	var w Weights
	w.SetVector(weights)
	return w.Source()
}

// Quiet reports whether a position is fit for tuning: nobody is in check and
// the best move neither takes nor promotes.
func (m *Model) Quiet(p game.Position, best game.Move) bool {
	pos, ok := p.(*chess.Position)
	if !ok {
		return false
	}
	b := pos.Board()
	arg := best.Arg()
	return !b.InCheck() && best.Taken() == 0 && (arg < chess.ToKnight || arg > chess.ToQueen)
}
