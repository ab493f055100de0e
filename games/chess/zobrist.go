package chess

import "kydai/game"

// Random words for position keys (Zobrist hashing).
var (
	pieceKeys    [2][8][64]uint64
	castleKeys   [64]uint64 // by the square of the rook that may castle
	enPassantKey [8]uint64  // by file of the en passant square
	blackKey     uint64     // used if black is to move
)

func buildKeys() {
	words := game.Keys(0x6b79646169)
	for side := range pieceKeys {
		for kind := Pawn; kind <= King; kind++ {
			for sq := range 64 {
				pieceKeys[side][kind][sq] = words.Next()
			}
		}
	}
	for sq := range castleKeys {
		castleKeys[sq] = words.Next()
	}
	for file := range enPassantKey {
		enPassantKey[file] = words.Next()
	}
	blackKey = words.Next()
}
