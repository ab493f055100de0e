// Package chess has the rules of chess as FIDE plays it, Chess960 included:
// a fast mutable Board for engines, the immutable Position and Rules that
// the frame asks for, FEN in its three dialects, SAN with letters or figurines,
// and UCI codes.
//
// Squares count from a1 = 0 over b1 to h8 = 63. The rules are numbered in
// docs/rules/chess.md, and the tests cite those numbers.
package chess

// Kinds of pieces: what Move.Piece and Move.Taken mean. 0 is no piece.
const (
	Pawn = 1 + iota
	Knight
	Bishop
	Rook
	Queen
	King
)

// What Move.Arg means. 0 is a move that needs no saying more.
//
// A castling move starts on the king's square and ends on the square that the
// player names: the king's new square in standard chess, the square of the
// castling rook in Chess960, where the king may have no way to go. Which rook
// it is follows from the arg alone, in both.
const (
	ToKnight    = 1 + iota // promotion; ToX + 1 is the kind X
	ToBishop               //
	ToRook                 //
	ToQueen                //
	EnPassant              // the pawn taken stands beside the target square
	CastleShort            // towards the h-file: king to g, rook to f
	CastleLong             // towards the a-file: king to c, rook to d
	DoublePush             // a pawn's two steps
)

// The colours as indices: White is game.First.
const (
	White = 0
	Black = 1
)

// letters of the kinds, as in FEN for white.
const letters = " PNBRQK"

// The tables stand on each other, in this order.
func init() {
	buildAttacks()
	buildKeys()
	standardCastling = newCastling([4]int{4, 4, 60, 60}, [4]int{7, 0, 63, 56}, false)
}
