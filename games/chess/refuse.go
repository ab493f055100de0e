package chess

import "kydai/game"

// Codes of the reasons why a move is refused. The sentences that the player reads are in
// text/refuse.<language>.json.
const (
	refusedMoves         = "moves"          // this kind of piece does not move this way; Kind is the letter of the piece
	refusedPath          = "path"           // pieces are in the way
	refusedOwn           = "own"            // an own piece is on the target square
	refusedPawnBlocked   = "pawn-blocked"   // a piece is in front of the pawn, which does not capture straight ahead
	refusedPawnTwo       = "pawn-two"       // a pawn moves two squares only from its start square
	refusedPawnFar       = "pawn-far"       // a pawn moves one square ahead, or two from its start square
	refusedPawnCapture   = "pawn-capture"   // a pawn moves diagonally only to capture
	refusedPassant       = "passant"        // an en passant capture must follow the pawn's double step immediately
	refusedKingAttacked  = "king-attacked"  // the king would move into check
	refusedInCheck       = "in-check"       // the king would stay in check
	refusedPinned        = "pinned"         // the piece shields its king
	refusedCastleLost    = "castle-lost"    // the king or the rook has already moved
	refusedCastleCheck   = "castle-check"   // a king in check may not castle
	refusedCastleBlocked = "castle-blocked" // pieces stand between king and rook
	refusedCastleThrough = "castle-through" // the king may not castle through or into check
)

// Refuse says why the side to move may not move a piece from one square to another. The field
// Squares of the result lists the squares of the pieces that cause the refusal.
func (p *Position) Refuse(from, to game.Square) game.Refusal {
	b := &p.board
	switch {
	case from > 63 || to > 63 || b.sides[b.turn&1]&bit(uint(from)) == 0:
		return game.Refuse(game.RefusedOthers)
	case from == to:
		return game.Refuse(game.RefusedSame)
	case b.Dead():
		return game.Refuse(game.RefusedOver)
	}
	for _, m := range p.Legal() {
		if m.From() == from && m.To() == to {
			return game.Refusal{}
		}
	}
	r := b.refusal(uint(from), uint(to))
	r.Kind = string(rune(" pnbrqk"[b.squares[from]]))
	return r
}

// refusal looks for the cause in the order in which people notice it: how the piece moves, then
// pieces in the way, then whether the king would be in check.
func (b *Board) refusal(from, to uint) game.Refusal {
	kind := int(b.squares[from])
	if kind == King {
		if r := b.castlingRefusal(from, to); r.Code != "" {
			return r
		}
	}
	r := b.obstacle(kind, from, to)
	if r.Code == "" {
		r = b.exposes(kind, from, to)
	}
	return r
}

// obstacle says why a piece cannot reach a square. The Code of the result is empty if only the
// safety of the king can prevent the move.
func (b *Board) obstacle(kind int, from, to uint) game.Refusal {
	if kind == Pawn {
		return b.pawnObstacle(from, to)
	}
	own := b.sides[b.turn&1] & bit(to)
	within := between[from][to] & (b.sides[0] | b.sides[1])
	switch {
	case reachAlone(kind, from)&bit(to) == 0:
		return game.Refuse(refusedMoves)
	case within != 0:
		return game.Refuse(refusedPath, squaresOf(within|own)...)
	case own != 0:
		return game.Refuse(refusedOwn, game.Square(to))
	}
	return game.Refusal{}
}

func (b *Board) pawnObstacle(from, to uint) game.Refusal {
	us := b.turn & 1
	w := &pawnWays[us]
	one := (from + uint(w.push)) & 63
	two := (one + uint(w.push)) & 63
	home, last := w.third&bit(one) != 0, w.last&bit(one) != 0
	switch {
	case to == one || to == two && home:
		way := (between[from][to] | bit(to)) & (b.sides[0] | b.sides[1])
		if way == 0 {
			return game.Refusal{}
		}
		return game.Refuse(refusedPawnBlocked, squaresOf(way)...)
	case to == two && !last:
		return game.Refuse(refusedPawnTwo)
	case from&7 == to&7 && (from < to) == (us == 0):
		return game.Refuse(refusedPawnFar)
	case pawnAttacks[us][from]&bit(to) == 0:
		return game.Refuse(refusedMoves)
	case b.sides[us]&bit(to) != 0:
		return game.Refuse(refusedOwn, game.Square(to))
	case b.sides[us^1]&bit(to) != 0:
		return game.Refusal{}
	case pawnWays[us^1].third&bit(to) == 0 || b.kinds[Pawn]&b.sides[us^1]&bit(to^8) == 0:
		return game.Refuse(refusedPawnCapture)
	case b.enPassantSafe(from, to):
		return game.Refuse(refusedPassant, game.Square(to^8))
	}
	return game.Refusal{} // the en passant capture would expose the own king; the caller returns this reason
}

// exposes returns a refusal that names the pieces which would attack the king after a move.
func (b *Board) exposes(kind int, from, to uint) game.Refusal {
	us := b.turn & 1
	after := (b.sides[0]|b.sides[1])&^bit(from) | bit(to)
	if kind == Pawn && from&7 != to&7 && b.squares[to] == 0 {
		after &^= bit(to ^ 8)
	}
	king, code := first(b.kinds[King]&b.sides[us]), refusedPinned
	if kind == King {
		king, code = to, refusedKingAttacked
	}
	attackers := b.attackers(king, us^1, after) &^ bit(to)
	if kind != King && attackers&b.Checkers() != 0 {
		code = refusedInCheck
	}
	return game.Refuse(code, squaresOf(attackers)...)
}

// castlingRefusal says why the king may not castle with a move to the given square. The Code of the
// result is empty if the move is not an attempt to castle.
func (b *Board) castlingRefusal(king, to uint) game.Refusal {
	us := uint(b.turn & 1)
	from := b.castle
	if !from.chess960 {
		from = standardCastling // b.castle may lack a castling move whose right is lost; standardCastling has all four
	}
	for i := us * 2; i < us*2+2; i++ {
		w := &from.ways[i]
		rook := uint(w.rook)
		if uint(w.king) == king && uint(w.to) == to && rook != king && b.Set(int(us), Rook)&bit(rook) != 0 {
			return b.castleRefusal(w, b.rights>>i&1 != 0)
		}
	}
	return game.Refusal{}
}

func (b *Board) castleRefusal(w *way, right bool) game.Refusal {
	occupied := b.sides[0] | b.sides[1]
	if !right {
		return game.Refuse(refusedCastleLost)
	}
	if within := w.empty & occupied; within != 0 {
		return game.Refuse(refusedCastleBlocked, squaresOf(within)...)
	}
	if checkers := b.Checkers(); checkers != 0 {
		return game.Refuse(refusedCastleCheck, squaresOf(checkers)...)
	}
	var attackers uint64
	for set := w.safe; set != 0; set &= set - 1 {
		attackers |= b.attackers(first(set), b.turn^1, occupied)
	}
	// In Chess960, the castling rook may have shielded the king's target square. Find the attacks
	// on this square with the rook already moved.
	after := occupied&^bit(uint(w.king))&^bit(uint(w.rook)) | bit(uint(w.rookTo))
	attackers |= b.attackers(uint(w.kingTo), b.turn^1, after)
	return game.Refuse(refusedCastleThrough, squaresOf(attackers)...)
}

func squaresOf(set uint64) (list []game.Square) {
	for ; set != 0; set &= set - 1 {
		list = append(list, game.Square(first(set)))
	}
	return list
}
