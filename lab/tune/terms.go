package tune

import "math"

// Term is a named part of an evaluation. Its points are for the first side.
type Term struct {
	Name   string
	Points float64
}

// constantName is the name of the part of an evaluation that depends on no weight.
const constantName = "fixed"

// Terms splits the evaluation of a position into named groups of weights. It also returns the sum
// of all groups. If the evaluation contains the square of a sum, the square belongs to the group of
// the largest summand.
func Terms(t Tuner, position string) (terms []Term, sum float64, err error) {
	vector := t.Vector()
	places := map[string]int{}
	add := func(name string, points float64) {
		at, ok := places[name]
		if !ok {
			at = len(terms)
			places[name] = at
			terms = append(terms, Term{Name: name})
		}
		terms[at].Points += points
		sum += points
	}
	type square struct {
		sum, largest float64
		name         string
	}
	squares := map[int]square{}
	err = t.Trace(position, func(part, weight int, coefficient float64) {
		switch {
		case weight < 0:
			add(constantName, coefficient)
		case part == 0:
			add(t.Name(weight), coefficient*vector[weight])
		default:
			q, points := squares[part], coefficient*vector[weight]
			q.sum += points
			if size := math.Abs(points); size > q.largest {
				q.largest, q.name = size, t.Name(weight)
			}
			squares[part] = q
		}
	})
	for _, part := range []int{-2, -1, 1, 2} {
		if q := squares[part]; q.largest > 0 {
			add(q.name, value(int16(part), q.sum)) //nolint:gosec // part is -2, -1, 1 or 2, so it fits int16
		}
	}
	return terms, sum, err
}
