package engine

// steps are the scores of the levels from 2 on against the level below, in per cent.
// docs/strength.md has the matches; make ladder writes both.
func steps() []float64 { return []float64{75.3, 71.1, 64.1, 67.7, 68.9, 70.7, 61.2} }
