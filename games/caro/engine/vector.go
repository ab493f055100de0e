package engine

import (
	"math"
	"strconv"
)

// Weights holds the weights of the evaluation, as one list. It starts with one weight per class:
// the value of one direction of an empty cell. The constants are the indexes of the other weights.
type Weights [weightCount]int

const (
	kindWeight     = int(classes)            // first of the weights by kind: what an empty cell is worth in addition to its classes
	pairWeight     = kindWeight + int(kinds) // for each good direction of a cell after the first
	tempo          = pairWeight + 1          // bonus for the side to move
	pressed        = tempo + 1               // the opponent threatens an open four; the weights below apply only if this is not so
	ourThrees      = pressed + 1             // one stone of the side to move makes two open threes
	ourThree       = ourThrees + 1           // one stone of the side to move makes an open three
	theirThrees    = ourThree + 1            // one stone of the opponent makes two open threes
	theirFourThree = theirThrees + 1
	weightCount    = theirFourThree + 1
)

// weightNames holds the name of each index as a Go expression. The method Source writes these
// names.
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

// DefaultWeights returns the default weights.
func DefaultWeights() *Weights {
	w := usual
	return &w
}

// Vector returns all weights as numbers, in the form that the tuner uses.
func (w *Weights) Vector() []float64 {
	v := make([]float64, weightCount)
	for i, x := range w {
		v[i] = float64(x)
	}
	return v
}

// SetVector sets the weights from a vector. It rounds them to integers.
func (w *Weights) SetVector(v []float64) {
	for i := range w {
		w[i] = int(math.Round(v[i]))
	}
}

// Source returns the source of a Go file with these weights.
func (w *Weights) Source() string {
	out := "package engine\n\n// usual are the weights of the evaluation.\nvar usual = Weights{\n"
	for i, x := range w {
		if x != 0 {
			out += "\t" + weightNames[i] + ": " + strconv.Itoa(x) + ",\n"
		}
	}
	return out + "}\n"
}
