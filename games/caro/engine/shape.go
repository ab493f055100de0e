package engine

// A shape tells what a stone of one colour on a cell would make in all four directions. It consists
// of four classes of four bits, one for each direction.
type shape = uint16

// kind tells which threats a stone with a given shape makes. Kinds are ordered by strength.
type kind uint8

const (
	noKind        kind = iota
	kindThree          // one open three
	kindThrees         // two or more open threes
	kindFour           // one four
	kindFourThree      // a four and an open three
	kindFours          // two or more fours; under some rules this is not always a win
	kindOpenFour
	kindFive
	kinds
)

// shapeFacts holds precomputed values of a shape.
type shapeFacts struct {
	turn  int16 // value for the evaluation if the shape's colour is to move
	wait  int16 // value for the evaluation if the other colour is to move
	order int16 // value for move ordering
	kind  kind
}

type shapeTable [1 << 16]shapeFacts

// Values for move ordering. A shape gets a value for the class of each direction, a value for its
// kind, and orderPair for each good direction after the first.
var (
	orderWeights = [16]int{
		one: 2, openOne: 8, two: 16, openTwo: 44, openTwoMore: 54, openTwoMost: 60,
		three: 60, openThreeSlim: 160, openThree: 200, fourLoose: 170, four: 200, openFour: 1000, five: 2500,
	}
	orderKinds = [kinds]int{kindThrees: 180, kindFourThree: 440, kindFours: 300}
	orderPair  = 42
)

// factsOf returns the facts of a shape, without its values for the evaluation.
func factsOf(s shape) shapeFacts {
	n, good := tally(s)
	k := kindOf(&n)
	order := orderKinds[k] + orderPair*max(good-1, 0)
	for c, times := range n[:classes] {
		order += orderWeights[c] * times
	}
	return shapeFacts{order: int16(order), kind: k}
}

// tally counts how many directions of a shape have each class. The result good is the number of
// directions with the class openTwo or a better one.
func tally(s shape) (n [16]int, good int) {
	for d := range 4 {
		c := s >> (4 * d) & 15
		n[c]++
		if class(c) >= openTwo {
			good++
		}
	}
	return n, good
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
