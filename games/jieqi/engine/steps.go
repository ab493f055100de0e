package engine

// steps are the scores of the levels from 2 on against the level below, in per cent.
// docs/strength.md has the matches; make ladder writes both.
func steps() []float64 { return []float64{69.9, 74.5, 66.4, 65.6, 69.8, 62.7, 64.6} }
