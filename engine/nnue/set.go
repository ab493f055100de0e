package nnue

import "kydai/game"

// Set is a set of features as data. A thing on the board is a piece on a square;
// what a piece and a square are is up to the game. Each side sees the board in one of
// several ways: turned around, mirrored, by the place of its king.
type Set struct {
	Name                   string
	Pieces, Squares, Views int
	Features               int
	index                  [2][]uint16 // by point of view: (view*Pieces+piece)*Squares+square
}

// NewSet creates a set. index returns the feature of a piece on a square for the
// side 0 or 1 that looks at the board in a certain way.
func NewSet(name string, pieces, squares, views, features int, index func(side, view, piece, square int) int) *Set {
	s := &Set{Name: name, Pieces: pieces, Squares: squares, Views: views, Features: features}
	for side := range 2 {
		s.index[side] = make([]uint16, views*pieces*squares)
		for i := range s.index[side] {
			s.index[side][i] = uint16(index(side, i/(pieces*squares), i/squares%pieces, i%squares)) //nolint:gosec // below Features
		}
	}
	return s
}

// Index returns the feature of a piece on a square.
func (s *Set) Index(side, view, piece, square int) uint16 {
	return s.index[side&1][(view*s.Pieces+piece)*s.Squares+square]
}

// Thing is a piece on a square.
type Thing struct{ Piece, Square uint8 }

// Sample is a position for training: the features of both sides, the side to move
// and the bucket of the output.
type Sample struct {
	Features [2][]uint16
	Turn     int
	Bucket   int
}

// Kind describes the nets of a game.
type Kind struct {
	Game    string
	Set     *Set
	Buckets int
	// Sample converts a position. It returns false for positions that a net is not
	// asked for. The slices of the sample are used again.
	Sample func(p game.Position, s *Sample) bool
}
