package engine

// steps returns the score of each level from 2 on against the level below, in percent. The command
// `make ladder` measures the scores and writes them here and in docs/strength.md.
func steps() []float64 { return []float64{66.8, 72.2, 66, 62.8, 76.3, 77.8} }
