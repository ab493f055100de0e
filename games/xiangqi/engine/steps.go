package engine

// steps are the scores of the levels from 2 on against the level below, in per cent.
// docs/strength.md has the matches; make ladder writes both.
func steps() []float64 { return []float64{71.7, 75, 70.8, 66.3, 80, 64.5, 64.7} }
