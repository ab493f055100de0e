package game

// Side is a seat at the board, not a colour: after a swap opening the
// first side may hold the second colour.
type Side uint8

// The two sides. NoSide is nobody: a spectator, a drawn game, no winner yet.
const (
	NoSide Side = iota
	First
	Second
)

// Other returns the opponent. The other of NoSide is NoSide.
func (s Side) Other() Side {
	if s == NoSide {
		return NoSide
	}
	return 3 - s
}

// Index is 0 for First and 1 for Second, for use in arrays of two. It has no
// meaning for NoSide.
func (s Side) Index() int { return int(s) - 1 }

// String returns "first", "second" or "none". What a game calls its sides is
// in Info.Sides.
func (s Side) String() string {
	switch s {
	case First:
		return "first"
	case Second:
		return "second"
	}
	return "none"
}
