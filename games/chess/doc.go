// Package chess implements the FIDE rules of chess including Chess960: a fast
// mutable Board for engines, the immutable Position and Rules of package game,
// FEN in its three dialects, SAN with letters or figurines, and UCI codes.
//
// Squares count from a1 = 0 over b1 to h8 = 63. The rules are numbered in
// games/chess/rules.md, and the tests cite those numbers.
package chess

// Kinds of pieces, as values of Move.Piece and Move.Taken. 0 means no piece.
const (
	Pawn = 1 + iota
	Knight
	Bishop
	Rook
	Queen
	King
)

// Values of Move.Arg; 0 for an ordinary move.
//
// A castling move starts on the king's square. In standard chess its target is the square to which
// the king moves. In Chess960 the king may stay where it is, so the target is the square of the
// castling rook. In both cases Arg tells the side to which the king castles.
const (
	ToKnight    = 1 + iota // promotion to a knight; the value plus 1 is the kind of the new piece
	ToBishop               // promotion to a bishop
	ToRook                 // promotion to a rook
	ToQueen                // promotion to a queen
	EnPassant              // en passant capture: the captured pawn is next to the target square
	CastleShort            // towards the h-file: king to g, rook to f
	CastleLong             // towards the a-file: king to c, rook to d
	DoublePush             // a pawn moves two squares
)

// The colours as array indices. White is game.First.
const (
	White = 0
	Black = 1
)

// letters holds the FEN letter of each kind, in upper case as for white pieces.
const letters = " PNBRQK"

// The order of these calls matters: each function uses tables that the functions before it have
// filled.
func init() {
	buildAttacks()
	buildKeys()
	standardCastling = newCastling([4]int{4, 4, 60, 60}, [4]int{7, 0, 63, 56}, false)
}
