package chess

import "kydai/game"

// Premoves lists every move that the pieces of side s could make if the other pieces stood
// favourably: all lines are open, pawns may capture, and squares of own pieces are targets, because
// the opponent may capture the piece there. Castling requires only the right to castle.
func (p *Position) Premoves(s game.Side) []game.Move {
	if s == game.NoSide || p.Outcome().Over() {
		return nil
	}
	b := &p.board
	us := s.Index()
	var out []game.Move
	for set := b.sides[us]; set != 0; set &= set - 1 {
		from := first(set)
		kind := int(b.squares[from])
		switch kind {
		case Pawn:
			out = b.pawnPremoves(out, us, from)
		case King:
			out = b.castlingPremoves(out, us, from)
		}
		for to := reachAlone(kind, from); to != 0; to &= to - 1 {
			out = append(out, b.premove(us, from, first(to), kind, 0))
		}
	}
	return out
}

// reachAlone returns the squares that a piece could reach on an empty board, without castling. For
// a pawn, the set is empty.
func reachAlone(kind int, from uint) (to uint64) {
	switch kind {
	case Knight:
		return knightAttacks[from&63]
	case King:
		return kingAttacks[from&63]
	case Bishop, Queen:
		to = bishopAttacks(from, 0)
	}
	if kind == Rook || kind == Queen {
		to |= rookAttacks(from, 0)
	}
	return to
}

// premove creates a move that the player enters during the opponent's turn. If an enemy piece is on
// the target square now, the move is marked as a capture of this piece.
func (b *Board) premove(us int, from, to uint, kind, arg int) game.Move {
	taken := 0
	if b.sides[us^1]&bit(to) != 0 {
		taken = int(b.squares[to])
	}
	return game.NewMove(game.Square(from), game.Square(to), kind, taken, arg)
}

func (b *Board) pawnPremoves(out []game.Move, us int, from uint) []game.Move {
	w := &pawnWays[us]
	one := (from + uint(w.push)) & 63
	for set := pawnAttacks[us][from] | bit(one); set != 0; set &= set - 1 {
		to := first(set)
		switch {
		case w.last&bit(to) != 0:
			for arg := ToKnight; arg <= ToQueen; arg++ {
				out = append(out, b.pawnPremove(us, from, to, arg))
			}
		case b.passant != 0 && uint(b.passant) == to && int(b.turn) == us && to != one:
			out = append(out, game.NewMove(game.Square(from), game.Square(to), Pawn, Pawn, EnPassant))
		default:
			out = append(out, b.pawnPremove(us, from, to, 0))
		}
	}
	if w.third&bit(one) != 0 {
		out = append(out, b.pawnPremove(us, from, (one+uint(w.push))&63, DoublePush))
	}
	return out
}

// pawnPremove is like premove, but for pawns: a pawn that moves straight ahead captures nothing.
func (b *Board) pawnPremove(us int, from, to uint, arg int) game.Move {
	if from&7 == to&7 {
		return game.NewMove(game.Square(from), game.Square(to), Pawn, 0, arg)
	}
	return b.premove(us, from, to, Pawn, arg)
}

func (b *Board) castlingPremoves(out []game.Move, us int, king uint) []game.Move {
	for i := us * 2; i < us*2+2; i++ {
		if b.rights>>i&1 != 0 {
			to := game.Square(b.castle.ways[i].to)
			out = append(out, game.NewMove(game.Square(king), to, King, 0, CastleShort+i&1))
		}
	}
	return out
}
