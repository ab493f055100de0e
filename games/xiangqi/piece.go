package xiangqi

import "kydai/game"

// Kind is the kind of piece as which a piece moves.
type Kind uint8

// The kinds, also used as values of Move.Piece and Move.Taken. FreeAdviser and FreeElephant move
// like Adviser and Elephant but over the whole board. Xiangqi has no such pieces; a variant may
// have them.
const (
	None Kind = iota
	King
	Adviser
	Elephant
	Horse
	Rook
	Cannon
	Soldier
	FreeAdviser
	FreeElephant
)

const letters = " kabnrcpab"

// Piece is a kind together with a side. The zero Piece means an empty point.
type Piece uint8

// NewPiece returns the piece of a kind and a side.
func NewPiece(k Kind, s game.Side) Piece { return Piece(k) | Piece(s.Index())<<4 }

// Kind returns the kind as which the piece moves.
func (p Piece) Kind() Kind { return Kind(p & 15) }

// Side returns the owner of the piece. The result is undefined for the zero Piece.
func (p Piece) Side() game.Side { return game.First + game.Side(p>>4) }

// Letter returns the letter of the piece in a position text, upper case for red. It returns a space
// for the zero Piece.
func (p Piece) Letter() byte {
	c := letters[p.Kind()]
	if p != 0 && p>>4 == 0 {
		c -= 'a' - 'A'
	}
	return c
}

// PieceOf parses a piece letter of a position text: KABNRCP for red, lower case for black. It also
// accepts H for N, and E for B. It returns false for any other byte.
func PieceOf(letter byte) (Piece, bool) {
	side := game.Second
	if letter >= 'A' && letter <= 'Z' {
		side = game.First
		letter += 'a' - 'A'
	}
	switch letter {
	case 'h':
		letter = 'n'
	case 'e':
		letter = 'b'
	}
	for k := King; k <= Soldier; k++ {
		if letters[k] == letter {
			return NewPiece(k, side), true
		}
	}
	return 0, false
}
