package swiss

// layout packs several fields (numbers that are compared in order) into each element of a weight
// vector. In a pairing, the sum of a field over all pairs has an absolute value of at most the
// field's bound. With this limit, the fields of an element do not overlap.
type layout struct {
	bounds []int64
	comp   []int
	factor []int64
}

// room limits how many fields are packed into one element. It is the maximum product of the sizes
// of the fields, so that sums over a pairing do not overflow.
const room = 1 << 44

// add adds a field to the layout. The parameter bound is the maximum absolute value of the field's
// sum over a pairing. It returns the index of the field.
func (l *layout) add(bound int) int {
	l.bounds = append(l.bounds, int64(max(bound, 1)))
	return len(l.bounds) - 1
}

// seal assigns the fields to elements of the weight vector. It returns the number of elements.
func (l *layout) seal() int {
	l.comp = make([]int, len(l.bounds))
	l.factor = make([]int64, len(l.bounds))
	comp, product, start := 0, int64(1), 0
	flush := func(end int) {
		f := int64(1)
		for i := end - 1; i >= start; i-- {
			l.comp[i], l.factor[i] = comp, f
			f *= 2*l.bounds[i] + 2
		}
		comp++
		start, product = end, 1
	}
	for i, b := range l.bounds {
		base := 2*b + 2
		if i > start && product > room/base {
			flush(i)
		}
		product *= base
	}
	if start < len(l.bounds) {
		flush(len(l.bounds))
	}
	return comp
}

// put adds a value to a field of a weight.
func (l *layout) put(weight []int64, field int, value int64) {
	weight[l.comp[field]] += value * l.factor[field]
}
