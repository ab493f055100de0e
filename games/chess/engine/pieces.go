package engine

import "kydai/games/chess"

// scratch is the evaluation context: data that the terms of one evaluation share.
type scratch struct {
	board    *chess.Board
	occupied uint64
	kings    [2]int
	rings    [2]uint64
	pinned   [2]uint64
	area     [2]uint64    // squares that count for mobility, by side
	by       [2][8]uint64 // attacked squares, by side and kind
	all      [2]uint64
	twice    [2]uint64
	hits     [2]int // number of enemy attacks on squares around the king, by side of the king
	units    [2]Pair
	danger   [2]Pair
}

func (x *scratch) prepare(b *chess.Board, e *pawnEntry) {
	x.occupied = b.Side(0) | b.Side(1)
	for us := range 2 {
		king := int(e.kings[us])
		x.kings[us] = king
		x.rings[us] = ring[us][king&63]
		x.pinned[us] = b.Pinned(us)
		sight := pawnSight(us, e.pawns[us])
		near := chess.KingSees(king)
		x.by[us][chess.Pawn] = sight
		x.by[us][chess.King] = near
		x.twice[us] = pawnSightTwice(us, e.pawns[us]) | sight&near
		x.all[us] = sight | near
	}
	for us := range 2 {
		low := rank1<<8 | rank1<<16
		if us == chess.Black {
			low = rank1<<48 | rank1<<40
		}
		stuck := e.pawns[us] & (low | forward(us^1, x.occupied))
		x.area[us] = ^(stuck | b.Set(us, chess.King) | b.Set(us, chess.Queen) | x.by[us^1][chess.Pawn])
	}
}

// attack records the squares that a piece attacks, and counts its attacks near the enemy king. The
// parameter sight is the set of squares that the piece attacks.
func (x *scratch) attack(w *Weights, us, kind int, sight uint64) {
	x.twice[us] |= x.all[us] & sight
	x.all[us] |= sight
	x.by[us][kind&7] |= sight
	if near := sight & x.rings[us^1]; near != 0 {
		x.units[us^1] += w.Danger[dangerKnight+kind-chess.Knight]
		x.hits[us^1] += count(near)
	}
}

// pieces evaluates one side's knights, bishops, rooks and queens.
func (h *handcrafted) pieces(x *scratch, e *pawnEntry, us int) (sum Pair) {
	b, w := x.board, h.weights
	own, foes := e.pawns[us], e.pawns[us^1]
	king := x.kings[us]
	area := x.area[us]
	// Outposts are squares on ranks 4 to 6 that a pawn protects and that enemy pawns cannot attack.
	outposts := (rank1<<24 | rank1<<32 | rank1<<40)
	if us == chess.Black {
		outposts = (rank1<<16 | rank1<<24 | rank1<<32)
	}
	outposts &= x.by[us][chess.Pawn]
	shade := forward(us^1, own|foes) // squares directly behind a pawn
	knights, rooks, pawns := b.Set(us, chess.Knight), b.Set(us, chess.Rook), Pair(count(own))
	sum += (w.Terms[knightPawns]*Pair(count(knights)) + w.Terms[rookPawns]*Pair(count(rooks))) * pawns
	if rooks&(rooks-1) != 0 {
		sum += w.Terms[twoRooks]
	}

	for set := knights; set != 0; set &= set - 1 {
		sq := first(set)
		sight := chess.KnightSees(sq)
		if x.pinned[us]>>sq&1 != 0 {
			sight = 0
		}
		x.attack(w, us, chess.Knight, sight)
		sum += w.KnightMobility[count(sight&area)] + w.Terms[minorKing]*Pair(distance[king][sq])
		if outposts>>sq&1 != 0 && passSpan[us][sq]&^(fileA<<(sq&7))&foes == 0 {
			sum += w.Terms[knightOutpost]
		}
		if shade>>sq&1 != 0 {
			sum += w.Terms[behindPawn]
		}
	}

	bishops := b.Set(us, chess.Bishop)
	if bishops&darkSquares != 0 && bishops&^darkSquares != 0 {
		sum += w.Terms[twoBishops] + w.Terms[bishopsPawns]*pawns
	}
	queens := b.Set(us, chess.Queen)
	for set := bishops; set != 0; set &= set - 1 {
		sq := first(set)
		sight := chess.BishopSees(sq, x.occupied&^queens)
		if x.pinned[us]>>sq&1 != 0 {
			sight &= chess.Through(king, sq)
		}
		x.attack(w, us, chess.Bishop, sight)
		sum += w.BishopMobility[count(sight&area)] + w.Terms[minorKing]*Pair(distance[king][sq])
		colour := darkSquares
		if darkSquares>>sq&1 == 0 {
			colour = ^darkSquares
		}
		sum += w.Terms[badBishop] * Pair(count(own&colour))
		if outposts>>sq&1 != 0 && passSpan[us][sq]&^(fileA<<(sq&7))&foes == 0 {
			sum += w.Terms[bishopOutpost]
		}
		if shade>>sq&1 != 0 {
			sum += w.Terms[behindPawn]
		}
		if longLines>>sq&1 != 0 && count(chess.BishopSees(sq, own|foes)&0x0000001818000000) >= 2 {
			sum += w.Terms[longDiagonal]
		}
	}

	sum += w.Terms[pinnedPiece] * Pair(count(x.pinned[us]&(knights|bishops|rooks)))

	for set := rooks; set != 0; set &= set - 1 {
		sq := first(set)
		sight := chess.RookSees(sq, x.occupied&^(queens|rooks))
		if x.pinned[us]>>sq&1 != 0 {
			sight &= chess.Through(king, sq)
		}
		x.attack(w, us, chess.Rook, sight)
		mobility := count(sight & area)
		sum += w.RookMobility[mobility]
		file := fileA << (sq & 7)
		switch {
		case file&(own|foes) == 0:
			sum += w.Terms[rookOpen]
		case file&own == 0:
			sum += w.Terms[rookSemi]
		case mobility <= 3 && (sq&7 < king&7) == (king&7 < 4):
			sum += w.Terms[trappedRook]
		}
		if rankOf(us, sq) == 6 && (rankOf(us, x.kings[us^1]) == 7 || foes&(rank1<<(sq&^7)) != 0) {
			sum += w.Terms[rookSeventh]
		}
		if ahead[us][sq]&e.passed[us] != 0 {
			sum += w.Terms[rookBehind]
		}
	}

	for set := queens; set != 0; set &= set - 1 {
		sq := first(set)
		sight := chess.BishopSees(sq, x.occupied) | chess.RookSees(sq, x.occupied)
		if x.pinned[us]>>sq&1 != 0 {
			sight &= chess.Through(king, sq)
			sum += w.Terms[queenPinned]
		}
		x.attack(w, us, chess.Queen, sight)
		sum += w.QueenMobility[count(sight&area)]
	}
	return sum
}

// threats evaluates the attacks of one side on enemy pieces, and the space behind the side's pawns.
func (h *handcrafted) threats(x *scratch, us int) (sum Pair) {
	b, w := x.board, h.weights
	foe := us ^ 1
	foes := b.Side(foe)
	pieces := foes &^ b.Kinds(chess.Pawn)
	sight := &x.by[us]
	// firm holds the squares that the enemy defends well: with a pawn, or with at least two pieces
	// while we attack the square at most once.
	firm := x.by[foe][chess.Pawn] | x.twice[foe]&^x.twice[us]
	weak := foes & x.all[us] &^ firm
	// turn is 1 if this side is to move: it can carry out a threat before the enemy parries it.
	turn := Pair(0)
	if b.Turn() == us {
		turn = 1
	}

	for set := pieces & sight[chess.Pawn]; set != 0; set &= set - 1 {
		kind := (b.Kind(square(first(set))) - chess.Pawn) % 6
		sum += w.PawnThreat[kind] + w.PawnThreatTurn[kind]*turn
	}
	for set := (pieces | weak) & (sight[chess.Knight] | sight[chess.Bishop]); set != 0; set &= set - 1 {
		kind := (b.Kind(square(first(set))) - chess.Pawn) % 6
		sum += w.MinorThreat[kind] + w.MinorThreatTurn[kind]*turn
	}
	for set := (b.Set(foe, chess.Queen) | weak) & sight[chess.Rook]; set != 0; set &= set - 1 {
		kind := (b.Kind(square(first(set))) - chess.Pawn) % 6
		sum += w.RookThreat[kind] + w.RookThreatTurn[kind]*turn
	}
	if weak&sight[chess.King] != 0 {
		sum += w.Terms[kingThreat] + w.Terms[kingThreatTurn]*turn
	}
	free := weak &^ x.all[foe]
	sum += (w.Terms[hanging] + w.Terms[hangingTurn]*turn) * Pair(count(free|pieces&weak&x.twice[us]))
	sum += w.Terms[loose] * Pair(count(pieces&^x.all[foe]&^b.Set(foe, chess.King)))
	sum += w.Terms[queenThreat] * Pair(count(weak&sight[chess.Queen]))

	// push holds the target squares of pawn pushes on which the pawn is safe.
	empty := ^x.occupied
	third := rank1 << 16
	if us == chess.Black {
		third = rank1 << 40
	}
	push := forward(us, b.Set(us, chess.Pawn)) & empty
	push |= forward(us, push&third) & empty
	push &^= x.by[foe][chess.Pawn]
	push &= x.all[us] | ^x.all[foe]
	sum += (w.Terms[pushThreat] + w.Terms[pushThreatTurn]*turn) * Pair(count(pawnSight(us, push)&pieces))

	sum += w.Terms[restricted] * Pair(count(x.all[foe]&^firm&x.all[us]))

	// Space: count the squares on the central files, from our second to our fourth rank, that hold
	// no own pawn and that no enemy pawn attacks. Squares behind an own pawn count twice if no
	// enemy piece attacks them.
	rows := rank1<<8 | rank1<<16 | rank1<<24
	if us == chess.Black {
		rows = rank1<<48 | rank1<<40 | rank1<<32
	}
	room := centreFiles & rows &^ b.Set(us, chess.Pawn) &^ x.by[foe][chess.Pawn]
	behind := b.Set(us, chess.Pawn)
	behind |= forward(foe, behind)
	behind |= forward(foe, forward(foe, behind))
	sum += w.Terms[space] * Pair(count(room)+count(room&behind&^x.all[foe]))
	return sum
}

// passed evaluates passed pawns. The value by rank is not included: structure has added it.
func (h *handcrafted) passed(x *scratch, e *pawnEntry, us int) (sum Pair) {
	w := h.weights
	foe := us ^ 1
	for set := e.passed[us]; set != 0; set &= set - 1 {
		sq := first(set)
		r := rankOf(us, sq)
		if r < 3 {
			continue
		}
		next := first(forward(us, 1<<sq))
		sum += w.PassedOwnKing[distance[x.kings[us]][next]] * Pair(r-2)
		sum += w.PassedFoeKing[distance[x.kings[foe]][next]] * Pair(r-2)
		if x.board.Turn() == us {
			sum += w.Terms[passedTurn] * Pair(r-2)
		}
		way := ahead[us][sq]
		switch {
		case x.occupied>>next&1 != 0:
			sum += w.Terms[passedBlocked] * Pair(r-2)
		case way&(x.occupied|x.all[foe]) == 0:
			sum += w.Terms[passedFree] * Pair(r-2)
		case x.all[foe]>>next&1 == 0:
			sum += w.Terms[passedStep] * Pair(r-2)
		}
		if x.board.Side(foe) == x.board.Set(foe, chess.King)|x.board.Set(foe, chess.Pawn) && h.outruns(x, us, sq) {
			sum += w.Terms[passedOutside] * Pair(r-2)
		}
	}
	return sum
}

// outruns reports whether a pawn has a free path and the enemy king is too far away to catch the
// pawn.
func (h *handcrafted) outruns(x *scratch, us, sq int) bool {
	if ahead[us][sq]&x.occupied != 0 {
		return false
	}
	goal := 56 | sq&7
	if us == chess.Black {
		goal = sq & 7
	}
	steps := int(distance[sq][goal])
	away := int(distance[x.kings[us^1]][goal])
	if x.board.Turn() != us {
		away--
	}
	return away > steps
}
