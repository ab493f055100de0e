package swiss

// SetManyResidents changes the number of residents from which on a bracket is paired by the
// function many. It returns the old number.
func SetManyResidents(n int) (before int) {
	before, manyResidents = manyResidents, n
	return before
}
