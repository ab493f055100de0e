package train

import "kydai/engine/nnue"

var fast = nnue.HasAVX2()

// add adds the row w to the sums in the parameter to. Both have the same length, a multiple of 16.
func add(to, w []float32) {
	if fast {
		addAVX2(&to[0], &w[0], len(to))
		return
	}
	addScalar(to, w)
}
