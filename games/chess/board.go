package chess

import "kydai/game"

// Board is a mutable position for engines. It is a plain value: a copy is independent. The zero
// Board is not usable; create boards with NewBoard or Position.Board.
//
// Do does not check the legality of a move. A move that was not generated for this position
// corrupts the board.
type Board struct {
	kinds   [8]uint64 // squares by kind of piece; entries 0 and 7 stay empty
	sides   [2]uint64 // squares by colour
	squares [64]uint8 // kind of the piece on each square; 0 if empty
	state
	turn   uint8
	ply    uint32 // number of plies since white's first move, computed from the FEN move number
	castle *castling
}

// state is the part of a board that Do overwrites and Undo restores.
type state struct {
	key     uint64
	rights  uint8
	passant uint8 // target square of a possible en passant capture; 0 if no such capture is legal
	quiet   uint16
}

// Undo holds the state that Do overwrote. It is valid only for the same board and move.
type Undo struct{ was state }

// Turn returns the colour to move, White or Black.
func (b *Board) Turn() int { return int(b.turn) }

// Key returns the position key. It also depends on the castling rights, and on the en passant
// square if an en passant capture is legal. Do keeps the key up to date.
func (b *Board) Key() uint64 { return b.key }

// Quiet returns the number of plies since the last capture or pawn move. The fifty-move rule
// applies at 100.
func (b *Board) Quiet() int { return int(b.quiet) }

// Set returns the squares of one side's pieces of a kind.
func (b *Board) Set(side, kind int) uint64 { return b.kinds[kind&7] & b.sides[side&1] }

// Side returns the squares of one side's pieces.
func (b *Board) Side(side int) uint64 { return b.sides[side&1] }

// Kind returns the kind of the piece on a square; 0 if the square is empty.
func (b *Board) Kind(sq game.Square) int { return int(b.squares[sq&63]) }

// Chess960 reports whether the game is Chess960. The target of a castling move is then the square
// of the rook.
func (b *Board) Chess960() bool { return b.castle.chess960 }

// InCheck reports whether the side to move is in check.
func (b *Board) InCheck() bool { return b.Checkers() != 0 }

// Checkers returns the squares of the pieces that give check to the side to move.
func (b *Board) Checkers() uint64 {
	us := b.turn & 1
	king := first(b.kinds[King] & b.sides[us])
	return b.attackers(king, us^1, b.sides[0]|b.sides[1])
}

// attackers returns the squares of the pieces of the side `by` that attack a square. The set
// occupied replaces the real occupied squares as blockers.
func (b *Board) attackers(sq uint, by uint8, occupied uint64) uint64 {
	sq &= 63
	set := knightAttacks[sq]&b.kinds[Knight] |
		kingAttacks[sq]&b.kinds[King] |
		pawnAttacks[by&1^1][sq]&b.kinds[Pawn] |
		rookAttacks(sq, occupied)&(b.kinds[Rook]|b.kinds[Queen]) |
		bishopAttacks(sq, occupied)&(b.kinds[Bishop]|b.kinds[Queen])
	return set & b.sides[by&1] & occupied
}

// Do plays a legal move. It returns what Undo needs to take the move back.
func (b *Board) Do(m game.Move) Undo {
	was := b.state
	us := uint(b.turn & 1)
	them := us ^ 1
	from, to := uint(m>>9)&63, uint(m)&63
	kind, taken, arg := uint(m>>18)&7, uint(m>>22)&7, uint(m>>26)&15
	b.turn ^= 1
	b.ply++
	key := was.key ^ blackKey
	if was.passant != 0 {
		key ^= enPassantKey[was.passant&7]
		b.passant = 0
	}
	if lost := (b.castle.lost[from] | b.castle.lost[to]) & was.rights; lost != 0 {
		b.rights = was.rights &^ lost
		key ^= b.castle.keys[was.rights&15] ^ b.castle.keys[b.rights&15]
	}
	if arg == CastleShort || arg == CastleLong {
		b.quiet++
		b.key = key ^ b.moveCastling(us, arg, false)
		return Undo{was}
	}
	quiet := was.quiet + 1
	if taken != 0 {
		at := to
		if arg == EnPassant {
			at ^= 8
			b.squares[at] = 0
		}
		b.kinds[taken] ^= bit(at)
		b.sides[them] ^= bit(at)
		key ^= pieceKeys[them][taken][at]
		quiet = 0
	}
	both := bit(from) | bit(to)
	b.kinds[kind] ^= both
	b.sides[us] ^= both
	b.squares[from] = 0
	b.squares[to] = uint8(kind)
	key ^= pieceKeys[us][kind][from] ^ pieceKeys[us][kind][to]
	if kind == Pawn {
		quiet = 0
		switch {
		case arg == 0:
		case arg <= ToQueen:
			b.kinds[Pawn] ^= bit(to)
			b.kinds[arg+1] ^= bit(to)
			b.squares[to] = uint8(arg + 1)
			key ^= pieceKeys[us][Pawn][to] ^ pieceKeys[us][arg+1][to]
		case arg == DoublePush:
			behind := (from + to) / 2
			if pawnAttacks[us][behind]&b.kinds[Pawn]&b.sides[them] != 0 && b.anyEnPassant(behind) {
				b.passant = uint8(behind)
				key ^= enPassantKey[behind&7]
			}
		}
	}
	b.quiet = quiet
	b.key = key
	return Undo{was}
}

// Undo takes back move m; u is the value that Do returned for it.
func (b *Board) Undo(m game.Move, u Undo) {
	b.state = u.was
	b.turn ^= 1
	b.ply--
	us := uint(b.turn & 1)
	from, to := uint(m>>9)&63, uint(m)&63
	kind, taken, arg := uint(m>>18)&7, uint(m>>22)&7, uint(m>>26)&15
	both := bit(from) | bit(to)
	if arg != 0 {
		if arg <= ToQueen {
			b.kinds[Pawn] ^= bit(to)
			b.kinds[arg+1] ^= bit(to)
		} else if arg == CastleShort || arg == CastleLong {
			b.moveCastling(us, arg, true)
			return
		}
	}
	b.kinds[kind] ^= both
	b.sides[us] ^= both
	b.squares[from] = uint8(kind)
	b.squares[to] = uint8(taken)
	if taken != 0 {
		at := to
		if arg == EnPassant {
			b.squares[to] = 0
			at ^= 8
			b.squares[at] = Pawn
		}
		b.kinds[taken] ^= bit(at)
		b.sides[us^1] ^= bit(at)
	}
}

// moveCastling moves the king and the rook, or moves them back if back is true. It returns the bits
// of the position key that change; the result for a move back is 0.
func (b *Board) moveCastling(us, arg uint, back bool) uint64 {
	w := &b.castle.ways[(us*2+arg-CastleShort)&3]
	king, rook := bit(uint(w.king))^bit(uint(w.kingTo)), bit(uint(w.rook))^bit(uint(w.rookTo))
	b.kinds[King] ^= king
	b.kinds[Rook] ^= rook
	b.sides[us] ^= king ^ rook
	if back {
		b.squares[w.kingTo&63], b.squares[w.rookTo&63] = 0, 0
		b.squares[w.king&63], b.squares[w.rook&63] = King, Rook
		return 0
	}
	b.squares[w.king&63], b.squares[w.rook&63] = 0, 0
	b.squares[w.kingTo&63], b.squares[w.rookTo&63] = King, Rook
	return pieceKeys[us][King][w.king&63] ^ pieceKeys[us][King][w.kingTo&63] ^
		pieceKeys[us][Rook][w.rook&63] ^ pieceKeys[us][Rook][w.rookTo&63]
}

// DoPass passes the turn, for null-move search. The side to move must not be in
// check.
func (b *Board) DoPass() Undo {
	was := b.state
	b.turn ^= 1
	b.ply++
	b.quiet++
	b.key ^= blackKey
	if was.passant != 0 {
		b.key ^= enPassantKey[was.passant&7]
		b.passant = 0
	}
	return Undo{was}
}

// UndoPass takes back a pass; u is the value that DoPass returned.
func (b *Board) UndoPass(u Undo) {
	b.state = u.was
	b.turn ^= 1
	b.ply--
}

// anyEnPassant reports whether a pawn of the side to move can legally capture en passant. The
// parameter is the target square of the capture, over which the enemy pawn has just moved.
func (b *Board) anyEnPassant(behind uint) bool {
	us := b.turn & 1
	for set := pawnAttacks[us^1][behind] & b.kinds[Pawn] & b.sides[us]; set != 0; set &= set - 1 {
		if b.enPassantSafe(first(set), behind) {
			return true
		}
	}
	return false
}

// enPassantSafe reports whether the king of the side to move is not attacked after an en passant
// capture with the given origin and target squares. The capture removes two pawns from the board at
// once, so the test for pinned pieces does not detect every such attack.
func (b *Board) enPassantSafe(from, to uint) bool {
	us := b.turn & 1
	king := first(b.kinds[King] & b.sides[us])
	after := (b.sides[0] | b.sides[1]) ^ bit(from) ^ bit(to) ^ bit(to^8)
	return b.attackers(king, us^1, after) == 0
}

// scratchKey computes the key from the pieces and the state, without using the incremental key.
func (b *Board) scratchKey() uint64 {
	key := b.castle.keys[b.rights&15]
	for side := range b.sides {
		for set := b.sides[side]; set != 0; set &= set - 1 {
			sq := first(set)
			key ^= pieceKeys[side][b.squares[sq]&7][sq]
		}
	}
	if b.passant != 0 {
		key ^= enPassantKey[b.passant&7]
	}
	if b.turn == Black {
		key ^= blackKey
	}
	return key
}
