package swiss

// SetManyResidents changes the number of residents from which on the function many pairs a bracket.
// It returns the old number.
func SetManyResidents(n int) (before int) {
	before, manyResidents = manyResidents, n
	return before
}
