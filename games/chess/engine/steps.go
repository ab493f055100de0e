package engine

// steps are the scores of the levels from 2 on against the level below, in per cent.
// docs/strength.md has the matches; make ladder writes both.
func steps() []float64 { return []float64{66.2, 75.8, 66.6, 68.2, 78.4, 67, 67.1} }
