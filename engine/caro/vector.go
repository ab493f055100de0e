package caro

import (
	"math"
	"strconv"
)

// Weights are the numbers of the evaluation. The first ones are by class:
// what a direction of an empty cell is worth.
type Weights [weightCount]int

const (
	kindWeight     = int(classes)            // by kind: what a cell is worth beyond its directions
	pairWeight     = kindWeight + int(kinds) // two good directions
	tempo          = pairWeight + 1          // to be the side to move
	pressed        = tempo + 1               // the other side threatens an open four; else
	ourThrees      = pressed + 1             // two open threes with one stone, or
	ourThree       = ourThrees + 1           // one
	theirThrees    = ourThree + 1            // likewise the other side's
	theirFourThree = theirThrees + 1
	weightCount    = theirFourThree + 1
)

// weightNames are the indices as source.
var weightNames = [weightCount]string{
	none: "none", one: "one", openOne: "openOne", two: "two",
	openTwo: "openTwo", openTwoMore: "openTwoMore", openTwoMost: "openTwoMost",
	three: "three", openThreeSlim: "openThreeSlim", openThree: "openThree",
	fourLoose: "fourLoose", four: "four", openFour: "openFour", five: "five",
	kindWeight + int(noKind):        "kindWeight + int(noKind)",
	kindWeight + int(kindThree):     "kindWeight + int(kindThree)",
	kindWeight + int(kindThrees):    "kindWeight + int(kindThrees)",
	kindWeight + int(kindFour):      "kindWeight + int(kindFour)",
	kindWeight + int(kindFourThree): "kindWeight + int(kindFourThree)",
	kindWeight + int(kindFours):     "kindWeight + int(kindFours)",
	kindWeight + int(kindOpenFour):  "kindWeight + int(kindOpenFour)",
	kindWeight + int(kindFive):      "kindWeight + int(kindFive)",
	pairWeight:                      "pairWeight", tempo: "tempo", pressed: "pressed",
	ourThrees: "ourThrees", ourThree: "ourThree",
	theirThrees: "theirThrees", theirFourThree: "theirFourThree",
}

// Usual returns the weights that the engine plays with.
func Usual() *Weights {
	w := usual
	return &w
}

// Vector is the weights as a tuner wants them.
func (w *Weights) Vector() []float64 {
	v := make([]float64, weightCount)
	for i, x := range w {
		v[i] = float64(x)
	}
	return v
}

// SetVector rounds what Vector gave into the weights.
func (w *Weights) SetVector(v []float64) {
	for i := range w {
		w[i] = int(math.Round(v[i]))
	}
}

// Source writes the weights as the Go file that holds them.
func (w *Weights) Source() string {
	out := "package caro\n\n// usual are the weights of the evaluation.\nvar usual = Weights{\n"
	for i, x := range w {
		if x != 0 {
			out += "\t" + weightNames[i] + ": " + strconv.Itoa(x) + ",\n"
		}
	}
	return out + "}\n"
}
