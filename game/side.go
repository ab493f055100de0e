package game

// Side is a player (first or second), not a colour. In an opening with a choice of colours, the
// first side may play the second colour.
type Side uint8

// The two sides. NoSide stands for a spectator, a draw, or no winner yet.
const (
	NoSide Side = iota
	First
	Second
)

// Other returns the opponent of the side. NoSide.Other() is NoSide.
func (s Side) Other() Side {
	if s == NoSide {
		return NoSide
	}
	return 3 - s
}

// Index returns 0 for First and 1 for Second, as an index into arrays of two. The index of NoSide
// is invalid.
func (s Side) Index() int { return int(s) - 1 }

// String returns "first", "second" or "none". Info.Sides contains the game's own names for the
// sides.
func (s Side) String() string {
	switch s {
	case First:
		return "first"
	case Second:
		return "second"
	}
	return "none"
}
