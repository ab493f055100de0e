package game

// Square is the index of a square: rank*width + file. Ranks and files are counted from 0, from the
// lower left corner as the first side sees the board.
type Square uint16

// NoSquare is the origin of a move that places a stone. It is both the origin and the target of a
// move without squares, such as a pass. Its value 511 is no index of a square, because boards have
// at most 511 squares.
const NoSquare Square = 511

// Move is one move of a side. Besides its squares it contains the moved piece and the captured
// piece, so that a search need not look them up on the board. Only Position.Legal, Position.Decode,
// Chancy.Completions and Notation.Read return moves that can be played. These methods use NewMove.
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

// OnBoard reports whether the move has a target square. For a move without squares, such as a pass,
// clients show a button.
func (m Move) OnBoard() bool { return m.To() != NoSquare }

// Weighted is one possible result (completion) of a move with its relative probability.
type Weighted struct {
	Move   Move
	Weight int
}
