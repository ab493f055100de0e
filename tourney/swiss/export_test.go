package swiss

// SetManyResidents sets the smallest number of residents for which the function many pairs a
// bracket. It returns the old number.
func SetManyResidents(n int) (before int) {
	before, manyResidents = manyResidents, n
	return before
}
