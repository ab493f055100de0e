package caro

import "sync"

// A shape is what a stone of one colour on a cell would make in all four
// directions: four classes of four bits each.
type shape = uint16

// kind sums a shape up for reading threats off the board.
type kind uint8

const (
	noKind        kind = iota
	kindThree          // one open three
	kindThrees         // two or more open threes
	kindFour           // one four
	kindFourThree      // a four and an open three
	kindFours          // two or more fours; not always won
	kindOpenFour
	kindFive
	kinds
)

// shapeFacts is what is looked up for a shape.
type shapeFacts struct {
	value int16 // for the evaluation
	order int16 // for ordering moves
	kind  kind
}

type shapeTable [1 << 16]shapeFacts

// shapes is made once; it does not depend on the rule.
var shapes = sync.OnceValue(func() *shapeTable {
	t := new(shapeTable)
	for s := range t {
		t[s] = factsOf(shape(s))
	}
	return t
})

// classWeights value one direction of an empty cell; orderWeights say how
// much a move there wants to be looked at.
var (
	classWeights = [16]int{
		one: 1, openOne: 3, two: 6, openTwo: 14, openTwoMore: 18, openTwoMost: 21,
		three: 24, openThreeSlim: 44, openThree: 58, fourLoose: 48, four: 58, openFour: 220, five: 300,
	}
	orderWeights = [16]int{
		one: 2, openOne: 8, two: 16, openTwo: 44, openTwoMore: 54, openTwoMost: 60,
		three: 60, openThreeSlim: 160, openThree: 200, fourLoose: 170, four: 200, openFour: 1000, five: 2500,
	}
	// kindBonus is what a cell is worth beyond the sum of its directions.
	kindBonus = [kinds]int{kindThrees: 90, kindFourThree: 220, kindFours: 150}
	// pairBonus is for two good directions that make no kind of their own.
	pairBonus = 14
)

func factsOf(s shape) shapeFacts {
	value, order, good := 0, 0, 0
	var n [16]int
	for d := range 4 {
		c := s >> (4 * d) & 15
		n[c]++
		value += classWeights[c]
		order += orderWeights[c]
		if class(c) >= openTwo {
			good++
		}
	}
	k := kindOf(&n)
	value += kindBonus[k]
	order += 2 * kindBonus[k]
	if good >= 2 {
		value += pairBonus * (good - 1)
		order += 3 * pairBonus * (good - 1)
	}
	return shapeFacts{value: int16(value), order: int16(order), kind: k}
}

func kindOf(n *[16]int) kind {
	fours, threes := n[four]+n[fourLoose], n[openThree]+n[openThreeSlim]
	switch {
	case n[five] > 0:
		return kindFive
	case n[openFour] > 0:
		return kindOpenFour
	case fours > 1:
		return kindFours
	case fours > 0 && threes > 0:
		return kindFourThree
	case fours > 0:
		return kindFour
	case threes > 1:
		return kindThrees
	case threes > 0:
		return kindThree
	}
	return noKind
}
