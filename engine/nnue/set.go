package nnue

import "kydai/game"

// Set defines a set of features by tables. A feature belongs to a piece on a square; the game
// decides which pieces and squares there are. Each side looks at the board in one of several
// views: rotated, mirrored, or by the square of its king.
type Set struct {
	Name                   string
	Pieces, Squares, Views int
	Features               int
	index                  [2][]uint16 // by point of view: (view*Pieces+piece)*Squares+square
}

// NewSet creates a set. index returns the feature of a piece on a square from the point of
// view of side (0 or 1), which looks at the board in the given view.
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

// Index returns the feature of a piece on a square, for a side and its view.
func (s *Set) Index(side, view, piece, square int) uint16 {
	return s.index[side&1][(view*s.Pieces+piece)*s.Squares+square]
}

// Thing is a piece on a square, in the numbering of the game's Set.
type Thing struct{ Piece, Square uint8 }

// Sample is a training position: the features of both sides, the side to move and the output
// bucket.
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
	// Sample converts p into s. It returns false for positions that nets never evaluate. It
	// reuses the slices of s.
	Sample func(p game.Position, s *Sample) bool
}
