package engine

import (
	"math"
	"strconv"
)

// Weights are the evaluation weights. The first ones are indexed by class: the value of one
// direction of an empty cell.
type Weights [weightCount]int

const (
	kindWeight     = int(classes)            // by kind: additional value of a cell
	pairWeight     = kindWeight + int(kinds) // two good directions
	tempo          = pairWeight + 1          // side to move
	pressed        = tempo + 1               // the opponent threatens an open four; otherwise the next ones apply
	ourThrees      = pressed + 1             // one stone makes two open threes
	ourThree       = ourThrees + 1           // one stone makes an open three
	theirThrees    = ourThree + 1            // the same for the opponent
	theirFourThree = theirThrees + 1
	weightCount    = theirFourThree + 1
)

// weightNames are the Go names of the indices, for Source.
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

// Vector returns the weights for the tuner.
func (w *Weights) Vector() []float64 {
	v := make([]float64, weightCount)
	for i, x := range w {
		v[i] = float64(x)
	}
	return v
}

// SetVector sets the weights from a vector, rounding to integers.
func (w *Weights) SetVector(v []float64) {
	for i := range w {
		w[i] = int(math.Round(v[i]))
	}
}

// Source formats the weights as a Go file.
func (w *Weights) Source() string {
	out := "package engine\n\n// usual are the weights of the evaluation.\nvar usual = Weights{\n"
	for i, x := range w {
		if x != 0 {
			out += "\t" + weightNames[i] + ": " + strconv.Itoa(x) + ",\n"
		}
	}
	return out + "}\n"
}
