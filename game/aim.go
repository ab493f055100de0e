package game

// Aimed is implemented by positions that can read the squares of a move that a player typed, even
// if the move is illegal. The squares are needed to tell the player why the move is refused.
type Aimed interface {
	// Aim returns the origin and target squares of a move given as text. The origin is NoSquare if
	// the move places a stone. The result ok is false if the text names no squares.
	Aim(text string) (from, to Square, ok bool)
}

// AimOf calls Aim of the position p: it returns the squares of a move given as text, even if the
// move is illegal. The result ok is false if the text names no squares or if the game has no Aim.
func AimOf(p Position, text string) (from, to Square, ok bool) {
	if a, is := p.(Aimed); is {
		return a.Aim(text)
	}
	return NoSquare, NoSquare, false
}
