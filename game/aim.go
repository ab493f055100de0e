package game

// Aimed is implemented by positions that can find the squares of a move's text even if the move is
// illegal, so that the player can be told the reason.
type Aimed interface {
	// Aim returns the squares of a move's text; from is NoSquare for placing a stone. ok is false
	// if the text names no squares.
	Aim(text string) (from, to Square, ok bool)
}

// AimOf returns the squares of a move's text in p, whether or not the move is legal. ok is false if
// the text names no squares.
func AimOf(p Position, text string) (from, to Square, ok bool) {
	if a, is := p.(Aimed); is {
		return a.Aim(text)
	}
	return NoSquare, NoSquare, false
}
