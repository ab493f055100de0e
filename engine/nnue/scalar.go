package nnue

// Fast reports whether the kernels use vector instructions. Without them a net is several times
// slower than a hand-crafted evaluation, so engines then do not use a net unless they are told to.
func Fast() bool { return fast }

// The kernels in Go. The assembly kernels must give the same results. The slices of a call have the
// same length, which is a multiple of lane.

func addScalar(to, w []int16) {
	for i, v := range w {
		to[i] += v
	}
}

func subScalar(to, w []int16) {
	for i, v := range w {
		to[i] -= v
	}
}

func addSubScalar(to, from, come, gone []int16) {
	for i, v := range from {
		to[i] = v + come[i] - gone[i]
	}
}

func addSubSubScalar(to, from, come, gone, gone2 []int16) {
	for i, v := range from {
		to[i] = v + come[i] - gone[i] - gone2[i]
	}
}

// dotScalar returns the sum over all i of clip(sums[i])² × w[i].
func dotScalar(sums, w []int16) (total int64) {
	for i, v := range sums {
		c := int32(min(max(v, 0), clipAt))
		total += int64(c * c * int32(w[i]))
	}
	return total
}
