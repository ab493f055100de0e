package engine

import (
	"math"
	"strings"

	"kydai/game"
	"kydai/games/chess"
)

// Model presents the evaluation to the tuner as a function of its weights.
type Model struct {
	weights *Weights
	eval    *handcrafted
}

// NewModel creates a model with a copy of the weights.
func NewModel(w *Weights) *Model {
	c := *w
	return &Model{weights: &c, eval: newHandcrafted(&c)}
}

// Vector returns the weights in the order of Weights.Vector.
func (m *Model) Vector() []float64 { return m.weights.Vector() }

// Name returns the name of the weight with the given index in Vector. If the weight has no name of
// its own, it returns the name of the field of Weights that contains the weight.
func (m *Model) Name(weight int) string {
	index := weight / 2
	for _, f := range m.weights.Fields() {
		switch {
		case index >= len(f.Values):
			index -= len(f.Values)
		case f.Name == "Terms":
			return f.Labels[index]
		default:
			return strings.ToLower(f.Name[:1]) + f.Name[1:]
		}
	}
	return ""
}

// Trace splits the evaluation of a position, from the first side's point of view, into parts. It
// calls the function visit with the coefficient of each weight in each part. Part 0 is a plain sum
// of weights times coefficients; weight -1 stands for a constant in this sum. In the other parts,
// the sum is squared if it is positive: the square is added to the value for parts above 0, and
// subtracted for parts below 0.
func (m *Model) Trace(position string, visit func(part, weight int, coefficient float64)) error {
	b, err := chess.NewBoard(position)
	if err != nil {
		return err
	}
	if v, bare := mopUp(&b); bare {
		visit(0, -1, float64(v))
		return nil
	}
	s := m.eval.scratch(&b)
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

// fresh evaluates a position without the cached pawn structure, because the cached values were
// computed with other weights.
func (m *Model) fresh(x *scratch, s sum) Pair {
	b := x.board
	m.eval.pawnTable[pawnHash(b.Set(0, chess.Pawn), b.Set(1, chess.Pawn))].known = false
	return m.eval.total(x, s)
}

// traceSquares calls the function tell for each piece with the material weight and the piece-square
// weight of the piece: 1 for a white piece, -1 for a black piece. It returns the number of all such
// weights.
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

// traceRest finds the coefficients of all weights from index skip on. It increases up to
// packedWeights weights, each by a higher power of two, and evaluates the position again: the
// coefficients are the digits of the change of the sum.
func (m *Model) traceRest(b *chess.Board, s sum, base *scratch, total Pair, skip int, tell func(part, index, n int)) {
	index := 0
	for _, f := range m.weights.Fields() {
		if index < skip {
			index += len(f.Values)
			continue
		}
		for at := 0; at < len(f.Values); at += packedWeights {
			group := f.Values[at:min(at+packedWeights, len(f.Values))]
			for i := range group {
				group[i] += 1 << (packedBits * i)
			}
			x := scratch{board: b}
			t := m.fresh(&x, s)
			for i := range group {
				group[i] -= 1 << (packedBits * i)
			}
			changes := [3]Pair{t - total, x.danger[0] - base.danger[0], x.danger[1] - base.danger[1]}
			for i := range group {
				for j, part := range [3]int{0, -1, 1} {
					n := int(int8(changes[j]))
					tell(part, index+i, n)
					changes[j] = (changes[j] - Pair(n)) >> packedBits
				}
			}
			index += len(group)
		}
	}
}

// A Pair has room for packedWeights coefficients of packedBits bits each. They must be from -128 to
// 127; the largest are those of terms per square, with at most 64 squares.
const (
	packedBits    = 8
	packedWeights = 32 / packedBits
)

// Source returns the source of a Go file with the given weights, which are in the order of Vector.
func (m *Model) Source(weights []float64) string {
	var w Weights
	w.SetVector(weights)
	return w.Source()
}

// Quiet reports whether a position is suitable for tuning: no side is in check, and the given best
// move is neither a capture nor a promotion.
func (m *Model) Quiet(p game.Position, best game.Move) bool {
	pos, ok := p.(*chess.Position)
	if !ok {
		return false
	}
	b := pos.Board()
	arg := best.Arg()
	return !b.InCheck() && best.Taken() == 0 && (arg < chess.ToKnight || arg > chess.ToQueen)
}
