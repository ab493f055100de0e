package engine

// steps are the scores of the levels from 2 on against the level below, in per cent.
// docs/strength.md has the matches; make ladder writes both.
func steps() []float64 { return []float64{75.9, 77.6, 70.1, 66.2, 76.8, 65.8, 63.1} }
