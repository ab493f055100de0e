package game

// Aimed is implemented by positions that can tell which squares a written move
// means although it is not legal, so that the reason can be said.
type Aimed interface {
	// Aim returns the squares; from is NoSquare for a stone.
	Aim(text string) (from, to Square, ok bool)
}

// AimOf returns the squares of a written move of p, legal or not.
func AimOf(p Position, text string) (from, to Square, ok bool) {
	if a, is := p.(Aimed); is {
		return a.Aim(text)
	}
	return NoSquare, NoSquare, false
}
