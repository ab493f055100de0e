package game

// Square is an index on the board: rank*width + file, counted from the lower
// left corner as the first side sees it.
type Square uint16

// NoSquare is the origin of a placed stone, and both squares of a move that has no square,
// such as a pass. Boards have at most 511 squares.
const NoSquare Square = 511

// Move is one action of a side, together with facts that a search would otherwise have to look up
// on the board. Only Position.Legal, Position.Decode, Chancy.Completions and Notation.Read return
// playable moves; these methods use NewMove.
//
//	bits  0-8   to          9-17  from
//	     18-21  piece      22-25  taken
//	     26-29  arg           30  flag
//
// Each game defines the values of piece, taken, arg and flag; 0 means none. The zero Move is never
// legal.
type Move uint32

// NoMove is the zero Move.
const NoMove Move = 0

// MoveFlag is the flag bit of a Move. Set it with the operator |.
const MoveFlag Move = 1 << 30

// NewMove packs a move. It does not check the ranges of its arguments.
func NewMove(from, to Square, piece, taken, arg int) Move {
	return Move(to) | Move(from)<<9 | Move(piece)<<18 | Move(taken)<<22 | Move(arg)<<26
}

// To returns the target square, or NoSquare for a move without squares, such as a pass.
func (m Move) To() Square { return Square(m & 511) }

// From returns the origin square, or NoSquare for a placed stone.
func (m Move) From() Square { return Square(m >> 9 & 511) }

// Piece returns the kind of the moved piece, as a number that the game defines.
func (m Move) Piece() int { return int(m >> 18 & 15) }

// Taken returns the kind of the captured piece, as a number that the game defines; 0 means that
// nothing is captured.
func (m Move) Taken() int { return int(m >> 22 & 15) }

// Arg returns additional data that the game defines, such as a promotion, a choice or a revealed
// piece.
func (m Move) Arg() int { return int(m >> 26 & 15) }

// Flag reports whether the flag bit of the move is set.
func (m Move) Flag() bool { return m&MoveFlag != 0 }

// OnBoard reports whether the move has a target square. Clients show moves without squares as
// buttons.
func (m Move) OnBoard() bool { return m.To() != NoSquare }

// Weighted is one possible result (completion) of a move with its relative probability.
type Weighted struct {
	Move   Move
	Weight int
}
