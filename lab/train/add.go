package train

// addScalar implements add in Go. It gives the same results as the assembly.
func addScalar(to, w []float32) {
	for i, v := range w {
		to[i] += v
	}
}
