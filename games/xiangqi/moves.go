package xiangqi

import "kydai/game"

// MaxMoves is larger than the number of legal moves in any position.
const MaxMoves = 128

// origin is the point of one piece with the set of its targets.
type origin struct {
	from int
	to   Set
}

// reach returns the points to which a kind of piece can move from a point, including points of own
// pieces. For a cannon, it contains the moves to empty points and the captures of pieces of either
// side. The parameter all is the set of occupied points, for rooks and cannons.
func (b *Board) reach(k Kind, side uint8, from int, all Set) Set {
	switch k {
	case King:
		return beside[from].And(palace[side])
	case Adviser:
		return diagonal[from].And(palace[side])
	case Elephant:
		return twoDiag[from][b.blocked(&eyes[from])].And(homeHalf[side])
	case Horse:
		return leap[from][b.blocked(&legs[from])]
	case Rook:
		first, _ := sees(from, all, b.files[fileOf[from]])
		return first
	case Cannon:
		first, second := sees(from, all, b.files[fileOf[from]])
		return first.Without(all).Or(second.And(all))
	case Soldier:
		return march[side][from]
	case FreeAdviser:
		return diagonal[from]
	case FreeElephant:
		return twoDiag[from][b.blocked(&eyes[from])]
	}
	return Set{}
}

// blocked returns which of four points are occupied, one bit each.
func (b *Board) blocked(gates *[4]uint8) int {
	n := 0
	if b.cells[gates[0]] != 0 {
		n = 1
	}
	if b.cells[gates[1]] != 0 {
		n |= 2
	}
	if b.cells[gates[2]] != 0 {
		n |= 4
	}
	if b.cells[gates[3]] != 0 {
		n |= 8
	}
	return n & 15
}

// origins stores the pieces of the side to move in the given array, each with those of its legal
// targets that are in the given set. It returns the number of pieces stored.
func (b *Board) origins(out *[16]origin, within Set) int {
	us := b.turn & 1
	own := &b.by[us]
	all := b.occ[0].Or(b.occ[1])
	d := b.danger(us)
	within = within.Without(b.occ[us])
	n := 0
	put := func(from int, to Set) {
		out[n&15] = origin{from, to}
		n++
	}

	king := int(b.king[us])
	tried := d.tied
	if !beside[king].And(palace[us]).And(within).Empty() {
		tried = tried.Or(bitOf[king])
	}
	for !tried.Empty() {
		from := tried.Pop()
		to := b.reach(b.cells[from].Kind(), us, from, all).And(within)
		for left := to; !left.Empty(); {
			if sq := left.Pop(); !b.safe(from, sq) {
				to = to.Without(bitOf[sq])
			}
		}
		put(from, to)
	}

	within = within.And(d.allow)
	if within.Empty() {
		return n
	}
	for men := own[Rook].Without(d.tied); !men.Empty(); {
		from := men.Pop()
		first, _ := sees(from, all, b.files[fileOf[from]])
		put(from, first.And(within))
	}
	for men := own[Cannon].Without(d.tied); !men.Empty(); {
		from := men.Pop()
		first, second := sees(from, all, b.files[fileOf[from]])
		put(from, first.Without(all).Or(second.And(all)).And(within))
	}
	for men := own[Horse].Without(d.tied); !men.Empty(); {
		from := men.Pop()
		put(from, leap[from][b.blocked(&legs[from])].And(within))
	}
	for men := own[Soldier].Without(d.tied); !men.Empty(); {
		from := men.Pop()
		put(from, march[us][from].And(within))
	}
	for men := own[Elephant].Without(d.tied); !men.Empty(); {
		from := men.Pop()
		put(from, twoDiag[from][b.blocked(&eyes[from])].And(homeHalf[us]).And(within))
	}
	for men := own[Adviser].Without(d.tied); !men.Empty(); {
		from := men.Pop()
		put(from, diagonal[from].And(palace[us]).And(within))
	}
	for men := own[FreeAdviser].Or(own[FreeElephant]).Without(d.tied); !men.Empty(); {
		from := men.Pop()
		put(from, b.reach(b.cells[from].Kind(), us, from, all).And(within))
	}
	return n
}

// Legal appends the legal moves to buf, in a fixed order.
func (b *Board) Legal(buf []game.Move) []game.Move { return b.list(buf, everywhere) }

// Noisy appends the legal captures to buf.
func (b *Board) Noisy(buf []game.Move) []game.Move { return b.list(buf, b.occ[b.turn&1^1]) }

// Quiets appends the legal moves that capture nothing to buf.
func (b *Board) Quiets(buf []game.Move) []game.Move {
	return b.list(buf, everywhere.Without(b.occ[0].Or(b.occ[1])))
}

func (b *Board) list(buf []game.Move, within Set) []game.Move {
	var out [16]origin
	n := b.origins(&out, within)
	for i := range out[:n] {
		from := out[i].from
		base := game.NewMove(game.Square(from), 0, int(b.cells[from].Kind()), 0, 0)
		for to := out[i].to; !to.Empty(); {
			sq := to.Pop()
			buf = append(buf, base|game.NewMove(0, game.Square(sq), 0, int(b.cells[sq].Kind()), 0))
		}
	}
	return buf
}

// Count returns the number of legal moves.
func (b *Board) Count() int {
	var out [16]origin
	total := 0
	for i := range out[:b.origins(&out, everywhere)] {
		total += out[i].to.Size()
	}
	return total
}

// Perft counts the move sequences of exactly depth moves.
func (b *Board) Perft(depth int) uint64 {
	switch depth {
	case 0:
		return 1
	case 1:
		return uint64(b.Count())
	}
	buf := make([]game.Move, 0, depth*MaxMoves)
	return b.perft(depth, buf)
}

func (b *Board) perft(depth int, buf []game.Move) uint64 {
	if depth == 1 {
		return uint64(b.Count())
	}
	moves := b.Legal(buf)
	rest := moves[len(moves):]
	total := uint64(0)
	for _, m := range moves {
		b.Do(m)
		total += b.perft(depth-1, rest)
		b.Undo()
	}
	return total
}

// Premoves lists the moves that a side could have after some reply of the opponent: all moves of
// the side's pieces, even if a piece blocks them.
func (b *Board) Premoves(s game.Side) []game.Move {
	side := uint8(s.Index())
	var moves []game.Move
	for men := b.occ[side]; !men.Empty(); {
		from := men.Pop()
		kind := b.cells[from].Kind()
		for to := stride(kind, side, from); !to.Empty(); {
			sq := to.Pop()
			taken := None
			if b.occ[side^1].Has(sq) {
				taken = b.cells[sq].Kind()
			}
			moves = append(moves, game.NewMove(game.Square(from), game.Square(sq), int(kind), int(taken), 0))
		}
	}
	return moves
}

// stride returns the points to which a kind of piece can move from a point if nothing blocks it.
func stride(k Kind, side uint8, from int) Set {
	switch k {
	case King:
		return beside[from].And(palace[side])
	case Adviser:
		return diagonal[from].And(palace[side])
	case Elephant:
		return twoDiag[from][0].And(homeHalf[side])
	case Horse:
		return leap[from][0]
	case Rook, Cannon:
		return cross[from]
	case Soldier:
		return march[side][from]
	case FreeAdviser:
		return diagonal[from]
	case FreeElephant:
		return twoDiag[from][0]
	}
	return Set{}
}
