package chess

// Random words for Zobrist keys.
var (
	pieceKeys    [2][8][64]uint64
	castleKeys   [64]uint64 // by the square of the rook that may castle
	enPassantKey [8]uint64  // by file
	blackKey     uint64     // black to move
)

// splitmix is a fixed pseudo-random sequence (SplitMix64).
type splitmix uint64

func (s *splitmix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func buildKeys() {
	words := splitmix(0x6b79646169)
	for side := range pieceKeys {
		for kind := Pawn; kind <= King; kind++ {
			for sq := range 64 {
				pieceKeys[side][kind][sq] = words.next()
			}
		}
	}
	for sq := range castleKeys {
		castleKeys[sq] = words.next()
	}
	for file := range enPassantKey {
		enPassantKey[file] = words.next()
	}
	blackKey = words.next()
}
