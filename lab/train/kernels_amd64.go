package train

import "kydai/engine/nnue"

// fast tells that the processor can run the assembly. Each kernel is described in scalar.go. The
// lengths of rows and sums are multiples of lanes.
var fast = nnue.Fast()

func sumRows(to, bias, rows []float32, list []uint16) {
	if fast && len(list) > 0 {
		sumRowsAVX2(&to[0], &bias[0], &rows[0], &list[0], len(list), len(to))
		return
	}
	sumRowsScalar(to, bias, rows, list)
}

func addRows(bias, rows, w []float32, list []uint16) {
	if fast && len(list) > 0 {
		addRowsAVX2(&bias[0], &rows[0], &w[0], &list[0], len(list), len(w))
		return
	}
	addRowsScalar(bias, rows, w, list)
}

func squares(sums, out []float32) float32 {
	if fast {
		return squaresAVX2(&sums[0], &out[0], len(sums))
	}
	return squaresScalar(sums, out)
}

func slopes(sums, out, gradOut, back []float32, slope float32) {
	if fast {
		slopesAVX2(&sums[0], &out[0], &gradOut[0], &back[0], slope, len(sums))
		return
	}
	slopesScalar(sums, out, gradOut, back, slope)
}

func adam(w, first, second []float32, g [parts][]float32, s *adamStep) {
	n := 0
	if fast && len(w) >= lanes {
		n = len(w) / lanes * lanes
		adamAVX2(&w[0], &first[0], &second[0], &g[0][0], &g[1][0], &g[2][0], &g[3][0], n, &s.b1)
	}
	for p := range g {
		g[p] = g[p][n:]
	}
	adamScalar(w[n:], first[n:], second[n:], g, s)
}
