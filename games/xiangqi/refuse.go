package xiangqi

import "kydai/game"

// Codes of the reasons why a move is refused. The sentences that the player reads are in
// text/refuse.<language>.json.
const (
	refusedMoves        = "moves"         // the piece does not move this way
	refusedPalace       = "palace"        // the target of a general or an adviser is outside the palace
	refusedRiver        = "river"         // an elephant may not cross the river
	refusedBack         = "back"          // a soldier may not move back
	refusedAside        = "aside"         // a soldier may move sideways only beyond the river
	refusedSlant        = "slant"         // a soldier may not move diagonally
	refusedLeg          = "leg"           // a piece is on the leg point of the horse's move
	refusedEye          = "eye"           // a piece is on the eye point of the elephant's move
	refusedPath         = "path"          // pieces are between origin and target
	refusedScreen       = "no-screen"     // a cannon captures over exactly one piece, and there is none
	refusedScreens      = "screens"       // a cannon captures over exactly one piece, and there are several
	refusedOwn          = "own"           // an own piece is on the target
	refusedFace         = "face"          // the generals would face each other with no piece between them
	refusedKingAttacked = "king-attacked" // the general would move into check
	refusedInCheck      = "in-check"      // the general would stay in check
	refusedMount        = "mount"         // the moved piece would become the screen of an enemy cannon
	refusedPinned       = "pinned"        // the piece shields its general from an attack
)

// Refuse says why the side to move may not move from one point to another.
func (p *Position) Refuse(from, to game.Square) game.Refusal {
	var b Board
	p.setUp(&b)
	r := b.Refuse(from, to)
	if r.Code == "" && b.Dead() {
		r.Code = game.RefusedOver
	}
	return r
}

// Refuse says why the side to move may not move from one point to another. The field Code of the
// result is empty if the move is legal; the field Kind is the letter of the piece as which the
// piece moves.
func (b *Board) Refuse(from, to game.Square) game.Refusal {
	if from >= Points || to >= Points || !b.occ[b.turn&1].Has(int(from)) {
		return game.Refuse(game.RefusedOthers)
	}
	if from == to {
		return game.Refuse(game.RefusedSame)
	}
	r := b.obstacle(int(from), int(to))
	if r.Code == "" {
		r = b.exposes(int(from), int(to))
	}
	if r.Code != "" {
		r.Kind = letters[b.cells[from].Kind():][:1]
	}
	return r
}

// obstacle says why a piece cannot reach a point. The Code of the result is empty if only the
// safety of the general can prevent the move. Squares lists all pieces in the way.
func (b *Board) obstacle(from, to int) game.Refusal {
	us := b.turn & 1
	code, gates := b.hindrance(b.cells[from].Kind(), us, from, to)
	if !b.occ[us].Has(to) || code != "" && len(gates) == 0 {
		return game.Refuse(code, gates...)
	}
	if code == "" {
		code = refusedOwn
	}
	return game.Refuse(code, append(gates, game.Square(to))...)
}

// hindrance says why a kind of piece cannot move from one point to another, whatever is on the
// target. It also returns the points of the pieces in the way.
func (b *Board) hindrance(k Kind, side uint8, from, to int) (code string, gates []game.Square) {
	switch k {
	case Soldier:
		return soldierHindrance(side, from, to), nil
	case Rook, Cannon:
		return b.lineHindrance(k, side, from, to)
	}
	shape := [...]Set{King: beside[from], Adviser: diagonal[from], FreeAdviser: diagonal[from],
		Elephant: twoDiag[from][0], FreeElephant: twoDiag[from][0], Horse: leap[from][0]}[k]
	gate := offBoard
	switch {
	case !shape.Has(to):
		return refusedMoves, nil
	case (k == King || k == Adviser) && !palace[side].Has(to):
		return refusedPalace, nil
	case k == Elephant && !homeHalf[side].Has(to):
		return refusedRiver, nil
	case k == Horse:
		code, gate = refusedLeg, from+int(legOf[to-from+19])
	case k == Elephant || k == FreeElephant:
		code, gate = refusedEye, (from+to)/2
	}
	if gate == offBoard || b.cells[gate] == 0 {
		return "", nil
	}
	return code, []game.Square{game.Square(gate)}
}

func soldierHindrance(side uint8, from, to int) string {
	switch {
	case march[side][from].Has(to):
		return ""
	case march[side^1][from].Has(to) && fileOf[from] == fileOf[to]:
		return refusedBack
	case beside[from].Has(to):
		return refusedAside
	case !cross[from].Has(to):
		return refusedSlant
	}
	return refusedMoves
}

// lineHindrance is like hindrance, but for rooks and cannons. A cannon captures over exactly one
// piece.
func (b *Board) lineHindrance(k Kind, side uint8, from, to int) (code string, within []game.Square) {
	if !cross[from].Has(to) {
		return refusedMoves, nil
	}
	step := Files
	if rankOf[from] == rankOf[to] {
		step = 1
	}
	for sq := min(from, to) + step; sq < max(from, to); sq += step {
		if b.cells[sq] != 0 {
			within = append(within, game.Square(sq))
		}
	}
	if k == Cannon && b.occ[side^1].Has(to) {
		switch len(within) {
		case 0:
			return refusedScreen, nil
		case 1:
			return "", nil
		}
		return refusedScreens, within
	}
	if len(within) == 0 {
		return "", nil
	}
	return refusedPath, within
}

// exposes returns a refusal that names the pieces which would attack the own general after a move.
func (b *Board) exposes(from, to int) game.Refusal {
	if b.safe(from, to) {
		return game.Refusal{}
	}
	us := b.turn & 1
	after := *b
	after.shift(from, to)
	king := int(after.king[us])
	code := refusedPinned
	if from == int(b.king[us]) {
		code = refusedKingAttacked
	}
	var attackers []game.Square
	for men := after.occ[us^1]; !men.Empty(); {
		sq := men.Pop()
		if !after.strikes(sq, king) {
			continue
		}
		attackers = append(attackers, game.Square(sq))
		switch {
		case code == refusedFace:
		case b.cells[sq].Kind() == King:
			code = refusedFace
		case code == refusedKingAttacked || code == refusedInCheck:
		case b.strikes(sq, king):
			code = refusedInCheck
		case b.cells[sq].Kind() == Cannon && between[castle[king]][sq].Has(to):
			code = refusedMount
		}
	}
	return game.Refuse(code, attackers...)
}
