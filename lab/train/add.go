package train

// addScalar is the implementation of add in Go; it gives the same results as the assembly.
func addScalar(to, w []float32) {
	for i, v := range w {
		to[i] += v
	}
}
