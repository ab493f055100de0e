package chess

// Castling rights are bits, numbered as the ways of castling are: white
// short, white long, black short, black long.
const (
	whiteRights = 3
	blackRights = 12
)

// way is one of the four ways to castle.
type way struct {
	king, kingTo uint8
	rook, rookTo uint8
	to           uint8  // the square that the move names
	empty        uint64 // must hold nothing but the king and the rook
	safe         uint64 // the king's way, which must not be attacked
}

// castling is what a game's start says about castling. It never changes and
// is shared by all boards of a game.
type castling struct {
	ways     [4]way
	lost     [64]uint8  // rights that end when a piece leaves or reaches a square
	keys     [16]uint64 // of each set of rights
	chess960 bool
}

var standardCastling *castling

// newCastling takes the square of king and rook for each way, and rook -1 for
// a way that nobody has.
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
