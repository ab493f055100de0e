package nnue

import (
	"math/rand/v2"

	"kydai/game"
)

// Set defines the features of a game by tables. A feature of a net stands for a piece on a square,
// in the numbering of the game. A side sees the board in one of several views, for example rotated,
// mirrored, or depending on the square of its king. The same piece on the same square has another
// feature in another view.
type Set struct {
	Name                   string
	Pieces, Squares, Views int
	Features               int
	index                  [2][]uint16 // features by point of view: index[side][(view*Pieces+piece)*Squares+square]
}

// NewSet creates a set. It calls the function index for every combination: index returns the
// feature of a piece on a square for a side (0 or 1), if this side sees the board in the given
// view.
func NewSet(name string, pieces, squares, views, features int, index func(side, view, piece, square int) int) *Set {
	s := &Set{Name: name, Pieces: pieces, Squares: squares, Views: views, Features: features}
	for side := range 2 {
		s.index[side] = make([]uint16, views*pieces*squares)
		for i := range s.index[side] {
			s.index[side][i] = uint16(index(side, i/(pieces*squares), i/squares%pieces, i%squares)) //nolint:gosec // a feature number is below features, which fits into 16 bits
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

// Sample is a training position: the features of both sides, the side to move, and the bucket that
// selects the weights of the second layer.
type Sample struct {
	Features [2][]uint16
	Turn     int
	Bucket   int
	Hand     int // hand-crafted evaluation for the side to move, which some nets correct (see Header.Corrects)
	// Symmetric tells that the mirror image of the position is seen in the same views. The features
	// of the mirror image are then those that Kind.Mirror lists.
	Symmetric bool
}

// Kind describes the nets of a game: the feature set and how positions are converted to it.
type Kind struct {
	Game    string
	Set     *Set
	Buckets int
	// Mirror lists for each feature the one of the mirrored board. It is nil if no position of the
	// game is Symmetric.
	Mirror []uint16
	// Sample stores the features of p in s and reuses the slices of s. It returns false for
	// positions that nets never evaluate.
	Sample func(p game.Position, s *Sample) bool
	// Unsettled stores the features of the position after the move m, before it is known what m turns
	// up, in s. It returns false if m turns up nothing. It is nil if no move of the game turns
	// anything up.
	Unsettled func(p game.Position, m game.Move, s *Sample) bool
	// Hand returns a function that evaluates positions by hand, for the side to move. The function
	// returns false for positions in check, in which engines ask for no evaluation.
	Hand func() func(p game.Position) (points int, quiet bool)
	// Tree creates a Tree that evaluates with a net, or by hand if n is nil.
	Tree func(n *Net) Tree
}

// Tree collects positions of search trees, with scores. These are the positions that a net has to
// evaluate; most are unlike those of games.
type Tree interface {
	// Leaves searches the last position of a line and calls visit for positions that the search
	// evaluated, drawn at random. points is the score for the side to move: that of a short search
	// if its best move is quiet, otherwise the static evaluation. visit must not keep the sample.
	Leaves(line *game.Line, o TreeOptions, rng *rand.Rand, visit func(s *Sample, points int)) error
	// Score returns the score of the last position of a line for the side to move, by a search of the
	// given depth. It returns false if the best move is not quiet or the result is forced.
	Score(line *game.Line, depth int) (points int, ok bool, err error)
	// NewGame forgets earlier searches, so that the next results do not depend on them.
	NewGame()
}

// TreeOptions says how a Tree searches.
type TreeOptions struct {
	Nodes uint64 // number of nodes of the search that evaluates the positions
	Count int    // number of positions to draw from a search
	Depth int    // depth of the short search that scores a position; 0: all positions get the static evaluation
}
