package engine

import (
	"kydai/game"
	rules "kydai/games/caro"
)

// Model presents the evaluation to the tuner as a linear function of its weights.
type Model struct{ weights Weights }

// NewModel creates a model with a copy of the weights.
func NewModel(w *Weights) *Model { return &Model{weights: *w} }

// Vector returns the weights in the order of Weights.Vector.
func (m *Model) Vector() []float64 { return m.weights.Vector() }

// Name returns the group of the weight with this index in Vector. The group is "lines" for the
// values by class and "cells" for the values by kind. Every other weight is a group of its own.
func (m *Model) Name(weight int) string {
	switch {
	case weight < kindWeight:
		return "lines"
	case weight < pairWeight:
		return "cells"
	}
	return weightNames[weight]
}

// Source returns the source of a Go file with the given weights, which are in the order of Vector.
func (m *Model) Source(weights []float64) string {
	var w Weights
	w.SetVector(weights)
	return w.Source()
}

// Trace splits the evaluation of a position, from the first side's point of view, into its terms.
// For each weight that occurs, it calls the function visit with the index of the weight and its
// coefficient. The argument part is always 0, because the evaluation is linear.
func (m *Model) Trace(position string, visit func(part, weight int, coefficient float64)) error {
	p, err := rules.Rules{}.New(game.Setup{Start: position})
	if err != nil {
		return err
	}
	pos, ok := p.(*rules.Position)
	if !ok {
		return game.Err(game.BadPosition, "not a position of this game")
	}
	for i, n := range countsOf(boardOf(pos)) {
		if n != 0 {
			visit(0, i, float64(n))
		}
	}
	return nil
}

// countsOf returns the coefficient of each weight in the evaluation of a board, from the first
// side's point of view.
func countsOf(b *board) (counts [weightCount]int) {
	for colour, sign := range [2]int{1, -1} {
		b.eachCell(func(at cell) {
			if b.at(at) != vacant {
				return
			}
			n, good := tally(b.shapeAt(colour, at))
			for c := range classes {
				counts[c] += sign * n[c]
			}
			counts[kindWeight+int(kindOf(&n))] += sign
			counts[pairWeight] += sign * max(good-1, 0)
		})
	}
	sign := 1 - 2*b.turn
	counts[tempo] += sign
	ours, theirs := &b.count[b.turn], &b.count[b.turn^1]
	switch {
	case theirs[kindOpenFour] > 0:
		counts[pressed] += sign
		return counts
	case ours[kindThrees] > 0:
		counts[ourThrees] += sign
	case ours[kindThree] > 0:
		counts[ourThree] += sign
	}
	if theirs[kindThrees] > 0 {
		counts[theirThrees] += sign
	}
	if theirs[kindFourThree] > 0 {
		counts[theirFourThree] += sign
	}
	return counts
}

// Quiet reports whether a position is suitable for tuning: neither side threatens a five or an open
// four, and the given best move makes no four.
func (m *Model) Quiet(p game.Position, best game.Move) bool {
	pos, ok := p.(*rules.Position)
	if !ok || pos.Stage() != rules.Playing || !best.OnBoard() {
		return false
	}
	b := boardOf(pos)
	for colour := range 2 {
		if b.hasFive(colour) || b.count[colour][kindOpenFour] > 0 {
			return false
		}
	}
	return b.kindAt(b.turn, b.cellOf(best.To())) < kindFour
}
