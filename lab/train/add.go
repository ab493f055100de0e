package train

// addScalar is add in Go, with the same results.
func addScalar(to, w []float32) {
	for i, v := range w {
		to[i] += v
	}
}
