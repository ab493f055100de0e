//go:build !amd64

package train

func sumRows(to, bias, rows []float32, list []uint16) { sumRowsScalar(to, bias, rows, list) }

func addRows(bias, rows, w []float32, list []uint16) { addRowsScalar(bias, rows, w, list) }

func squares(sums, out []float32) float32 { return squaresScalar(sums, out) }

func slopes(sums, out, gradOut, back []float32, slope float32) {
	slopesScalar(sums, out, gradOut, back, slope)
}

func adam(w, first, second []float32, g [parts][]float32, s *adamStep) {
	adamScalar(w, first, second, g, s)
}
