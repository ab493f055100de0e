package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// Trace holds the coefficient of each weight in the evaluation of a board, from red's point of
// view.
type Trace struct {
	Counts [weightCount]int16
	Phase  int // game phase, from 0 to wholePhase
	men    census
}

func (t *Trace) note(i, n int) { t.Counts[i] += int16(n) }

// TraceOf returns the coefficients of all weights in the evaluation of a board. They do not depend
// on the weights.
func TraceOf(b *xiangqi.Board) *Trace {
	t := &Trace{}
	var w Weights
	for side := range 2 {
		for men := b.Side(side); !men.Empty(); {
			sq := men.Pop()
			kind := int(b.At(game.Square(sq)).Kind()) & 7
			t.note(material+kind, 1-2*side)
			t.note(squares+kind*50+halfIndex[side][sq], 1-2*side)
			t.men += one(side, kind)
		}
	}
	x := scratch{board: b, weights: &w, trace: t}
	x.terms(t.men)
	t.Phase = phase(t.men)
	return t
}

func (t *Trace) sum(w *Weights) (sum Pair) {
	for i, n := range &t.Counts {
		sum += w[i] * Pair(n)
	}
	return sum
}

// Value returns the value of the traced board, from red's point of view, for the given
// weights.
func (t *Trace) Value(w *Weights) int {
	return min(max(blend(t.sum(w), t.men), -mostValue), mostValue)
}

// Model presents the evaluation to the tuner as a linear function of the
// weights.
type Model struct{ weights Weights }

// NewModel creates a model with a copy of the weights.
func NewModel(w *Weights) *Model { return &Model{weights: *w} }

// Vector returns the weights in the order of Weights.Vector.
func (m *Model) Vector() []float64 { return m.weights.Vector() }

// Name returns the name of the section that contains a weight of Vector.
func (m *Model) Name(weight int) (name string) {
	for _, s := range Sections() {
		if 2*s.First <= weight {
			name = s.Name
		}
	}
	return name
}

// Trace calls the function visit with the coefficient of each weight in the evaluation of a
// position, from the first side's point of view. The parameter part of visit is always 0.
func (m *Model) Trace(position string, visit func(part, weight int, coefficient float64)) error {
	p, err := xiangqi.Rules{}.New(game.Setup{Start: position})
	if err != nil {
		return err
	}
	pos, ok := p.(*xiangqi.Position)
	if !ok {
		return game.Err(game.BadPosition, "not a position of this game")
	}
	t := TraceOf(pos.Board())
	scale := float64(scaling(t.men, ahead(weigh(t.sum(&m.weights), t.men)))) / (wholePhase * wholeScale)
	for i, n := range &t.Counts {
		if n != 0 && scale != 0 {
			visit(0, 2*i, float64(n)*float64(t.Phase)*scale)
			visit(0, 2*i+1, float64(n)*float64(wholePhase-t.Phase)*scale)
		}
	}
	return nil
}

// Source returns the source of a Go file with the given weights, which are in the order of Vector.
func (m *Model) Source(weights []float64) string {
	var w Weights
	w.SetVector(weights)
	return w.Source()
}

// Quiet reports whether a position is suitable for tuning: no side is in check, and the given best
// move is not a capture.
func (m *Model) Quiet(p game.Position, best game.Move) bool {
	pos, ok := p.(*xiangqi.Position)
	return ok && !pos.InCheck() && best.Taken() == 0
}
