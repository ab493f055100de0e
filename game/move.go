package game

// Square is a place on the board: rank*width + file, counted from the lower
// left corner as the first side sees it.
type Square uint16

// NoSquare is the origin of a dropped stone and both squares of a move that
// is not on the board, such as a pass. Boards have at most 511 squares.
const NoSquare Square = 511

// Move is one thing a side may do in its turn, together with the facts about
// it that a search would otherwise have to ask the board for. Only
// Position.Legal, Position.Decode, Chancy.Completions and Notation.Read make
// moves that may be played; NewMove is for them.
//
//	bits  0-8   to          9-17  from
//	     18-21  piece      22-25  taken
//	     26-29  arg           30  flag
//
// Piece, taken, arg and flag mean what the game says they mean; 0 is "none"
// in each. The zero Move is never legal.
type Move uint32

// NoMove is no move at all.
const NoMove Move = 0

// MoveFlag is the flag bit, to be or-ed to a move.
const MoveFlag Move = 1 << 30

// NewMove packs a move. Values out of range are a fault of the caller.
func NewMove(from, to Square, piece, taken, arg int) Move {
	return Move(to) | Move(from)<<9 | Move(piece)<<18 | Move(taken)<<22 | Move(arg)<<26
}

// To is the square the move ends on, or NoSquare.
func (m Move) To() Square { return Square(m & 511) }

// From is the square the move starts from, or NoSquare for a drop.
func (m Move) From() Square { return Square(m >> 9 & 511) }

// Piece is the kind of piece that moves.
func (m Move) Piece() int { return int(m >> 18 & 15) }

// Taken is the kind of piece that is captured.
func (m Move) Taken() int { return int(m >> 22 & 15) }

// Arg is what else the move says: a promotion, a choice, a face turned up.
func (m Move) Arg() int { return int(m >> 26 & 15) }

// Flag reports the flag bit.
func (m Move) Flag() bool { return m&MoveFlag != 0 }

// OnBoard reports whether the move has a square to show it on. The others are
// shown as buttons.
func (m Move) OnBoard() bool { return m.To() != NoSquare }

// Weighted is one completion of a move and how often it is to be expected,
// relative to the other completions of the same move.
type Weighted struct {
	Move   Move
	Weight int
}
