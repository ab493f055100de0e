package engine

// steps are the scores of the levels from 2 on against the level below, in per cent.
// docs/strength.md has the matches; make ladder writes both.
func steps() []float64 { return []float64{66.8, 72.2, 66, 62.8, 76.3, 70.5, 64.5} }
