package engine

import "sync"

// An evaluation holds the numbers from which Eval computes the value of a position: a value for the
// shape of each empty cell, and a value for each set of threats.
type evaluation struct {
	shapes  shapeTable
	threats [threatSets]int16
	salt    uint64 // changes the keys of boards, so that table entries of two evaluations are not mixed
}

// The levels below the highest use handMade, because they are calibrated with it. All other searches use
// learnt, under every win rule.
var (
	handMade = sync.OnceValue(func() *evaluation { return newEvaluation(handValues()) })
	learnt   = sync.OnceValue(func() *evaluation { return newLearnt(learntValues()) })
)

// newLearnt creates an evaluation with learnt values.
func newLearnt(v *values) *evaluation {
	e := newEvaluation(v)
	e.salt = scramble(1 << 52)
	return e
}

// newEvaluation creates an evaluation with the given values.
func newEvaluation(v *values) *evaluation {
	e := new(evaluation)
	for s := range e.shapes {
		f := factsOf(shape(s))
		if i, ok := shapeIndex(shape(s)); ok {
			f.turn, f.wait = v[turnValues+i], v[waitValues+i]
		}
		e.shapes[s] = f
	}
	copy(e.threats[:], v[threatValues:])
	return e
}

// fine is the number of units of a value that make one point of a score.
const fine = 16

// values holds the values of an evaluation as one list, in units of 1/fine point. The value of a
// shape does not depend on the order of its four directions, so all shapes with the same classes
// share one value. The constants are the indexes at which the parts of the list begin.
type values [valueCount]int16

const (
	shapeCount   = 2380                    // number of multisets of four classes
	turnValues   = 0                       // by shape: an empty cell for the colour to move
	waitValues   = turnValues + shapeCount // by shape: an empty cell for the other colour
	threatValues = waitValues + shapeCount // by set of threats, for the colour to move
	valueCount   = threatValues + threatSets
)

// shapeIndex numbers the shapes from 0 to shapeCount-1, so that two shapes have the same number if
// they have the same classes in any order. It returns false if the shape contains no valid class.
func shapeIndex(s shape) (index int, ok bool) {
	var c [4]int
	for d := range c {
		c[d] = int(s >> (4 * d) & 15)
		if c[d] >= int(classes) {
			return 0, false
		}
		for i := d; i > 0 && c[i] < c[i-1]; i-- {
			c[i], c[i-1] = c[i-1], c[i]
		}
	}
	// The sorted classes, each raised by its place, are four different numbers. The combinatorial
	// number system numbers all such sets.
	a, b, e, f := c[0], c[1]+1, c[2]+2, c[3]+3
	return a + b*(b-1)/2 + e*(e-1)*(e-2)/6 + f*(f-1)*(f-2)*(f-3)/24, true
}

// Bits of a set of threats: what one stone of a colour can make. The first bits belong to the
// colour to move.
const (
	turnThree = 1 << iota
	turnThrees
	turnFour
	turnFours // two fours, or a four and an open three
	waitThree
	waitThrees
	waitFour
	waitFourThree
	waitFours
	waitOpenFour
	threatSets
)

// threatSet returns the set of threats on the board.
func (b *board) threatSet() (set int) {
	ours, theirs := &b.count[b.turn], &b.count[b.turn^1]
	return bit(ours[kindThree], turnThree) | bit(ours[kindThrees], turnThrees) |
		bit(ours[kindFour], turnFour) | bit(ours[kindFourThree]|ours[kindFours], turnFours) |
		bit(theirs[kindThree], waitThree) | bit(theirs[kindThrees], waitThrees) |
		bit(theirs[kindFour], waitFour) | bit(theirs[kindFourThree], waitFourThree) |
		bit(theirs[kindFours], waitFours) | bit(theirs[kindOpenFour], waitOpenFour)
}

// bit returns the given bit if n is not 0.
func bit(n int32, bit int) int {
	if n != 0 {
		return bit
	}
	return 0
}

// handValues returns the values of the hand-made evaluation.
func handValues() *values {
	v := new(values)
	for s := range shape(1<<16 - 1) {
		i, ok := shapeIndex(s)
		if !ok {
			continue
		}
		n, good := tally(s)
		sum := usual[kindWeight+int(kindOf(&n))] + usual[pairWeight]*max(good-1, 0)
		for c, times := range n[:classes] {
			sum += usual[c] * times
		}
		v[turnValues+i], v[waitValues+i] = int16(fine*sum), int16(fine*sum)
	}
	for set := range threatSets {
		v[threatValues+set] = int16(fine * handThreats(set))
	}
	return v
}

// handThreats returns the value of a set of threats in the hand-made evaluation.
func handThreats(set int) int {
	v := usual[tempo]
	if set&waitOpenFour != 0 {
		return v + usual[pressed]
	}
	switch {
	case set&turnThrees != 0:
		v += usual[ourThrees]
	case set&turnThree != 0:
		v += usual[ourThree]
	}
	if set&waitThrees != 0 {
		v += usual[theirThrees]
	}
	if set&waitFourThree != 0 {
		v += usual[theirFourThree]
	}
	return v
}
