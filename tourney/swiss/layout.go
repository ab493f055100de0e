package swiss

// layout packs fields, which are compared in order, into the elements of a weight vector. The
// absolute value of the sum of a field over a pairing is at most its bound, so several fields fit
// into one element without overlapping.
type layout struct {
	bounds []int64
	comp   []int
	factor []int64
}

// room limits the product of the bases of the fields in one element.
const room = 1 << 44

// add adds a field with a bound and returns its index.
func (l *layout) add(bound int) int {
	l.bounds = append(l.bounds, int64(max(bound, 1)))
	return len(l.bounds) - 1
}

// seal assigns the fields to elements and returns the number of elements of a weight.
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
