package chess

// Castling rights are four bits: white short, white long, black short, black long.
const (
	whiteRights = 3
	blackRights = 12
)

// way describes one of the four castling moves.
type way struct {
	king, kingTo uint8
	rook, rookTo uint8
	to           uint8  // target square of the move
	empty        uint64 // squares that must be empty, apart from the castling king and rook
	safe         uint64 // squares on the path of the king, which must not be attacked
}

// castling holds the castling rules that follow from a game's start position. It is immutable, and
// all boards of the game share it.
type castling struct {
	ways     [4]way
	lost     [64]uint8  // by square: castling rights that end when a piece moves from or to the square
	keys     [16]uint64 // part of the position key for each set of castling rights
	chess960 bool
}

var standardCastling *castling

// newCastling creates the castling data of a game. The arguments are the squares of the king and of
// the rook before each of the four castling moves. If a rook is -1, this castling move does not
// exist.
func newCastling(kings, rooks [4]int, chess960 bool) *castling {
	c := &castling{chess960: chess960}
	for i, rook := range rooks {
		if rook < 0 {
			continue
		}
		king := kings[i]
		kingTo, rookTo := king&56|6, king&56|5
		if i&1 == 1 {
			kingTo, rookTo = king&56|2, king&56|3
		}
		w := way{king: uint8(king), kingTo: uint8(kingTo), rook: uint8(rook), rookTo: uint8(rookTo)}
		kingWay := (between[king][kingTo] | 1<<kingTo) &^ (1 << king)
		rookWay := between[rook][rookTo] | 1<<rookTo
		w.safe = kingWay
		w.empty = (kingWay | rookWay) &^ (1<<king | 1<<rook)
		w.to = w.kingTo
		if chess960 {
			w.to = w.rook
		}
		c.ways[i] = w
		c.lost[king] |= 1 << i
		c.lost[rook] |= 1 << i
		for rights := range c.keys {
			if rights>>i&1 != 0 {
				c.keys[rights] ^= castleKeys[rook]
			}
		}
	}
	return c
}
