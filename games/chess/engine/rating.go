package engine

import (
	"kydai/game"
	"kydai/games/chess"
	"kydai/search"
)

// Ratings of quiet moves, in the same units as the history values of the search.
const (
	rateCheck      = 8000 // the move gives check
	rateEscape     = 7000 // a piece leaves a square that a pawn attacks
	rateBlunder    = 9000 // a piece moves to a square that a pawn attacks; subtracted
	rateCastling   = 2000
	rateUnderRange = 400 // a promotion to less than a queen is rated this far below search.Bad
)

// Score rates captures by the captured piece and the result of the exchange, and quiet moves by
// simple threats.
func (s *State) Score(ms []game.Move, out []int32) {
	var foesPawns uint64
	var checks [8]uint64 // squares from which a piece would give check, by kind
	known := false       // whether foesPawns and checks have been computed
	out = out[:len(ms)]
	for i, m := range ms {
		kind, taken, arg := m.Piece()&7, m.Taken()&7, m.Arg()
		if taken != 0 || arg >= chess.ToKnight && arg <= chess.ToQueen {
			out[i] = s.rateNoisy(m, kind, taken, arg)
			continue
		}
		if !known {
			foesPawns, checks = s.quietFacts()
			known = true
		}
		from, to := int(m.From())&63, int(m.To())&63
		r := int32(0)
		if checks[kind]>>to&1 != 0 {
			r = rateCheck
		}
		if kind != chess.Pawn {
			if foesPawns>>to&1 != 0 {
				r -= rateBlunder
			} else if foesPawns>>from&1 != 0 {
				r += rateEscape
			}
			if arg != 0 {
				r += rateCastling
			}
		}
		out[i] = r
	}
}

// quietFacts returns the squares that enemy pawns attack and, by kind, the squares from which a
// piece would give check.
func (s *State) quietFacts() (pawns uint64, checks [8]uint64) {
	b := &s.board
	foe := b.Turn() ^ 1
	king := first(b.Set(foe, chess.King))
	occupied := b.Side(0) | b.Side(1)
	checks[chess.Pawn] = chess.PawnSees(foe, king)
	checks[chess.Knight] = chess.KnightSees(king)
	checks[chess.Bishop] = chess.BishopSees(king, occupied)
	checks[chess.Rook] = chess.RookSees(king, occupied)
	checks[chess.Queen] = checks[chess.Bishop] | checks[chess.Rook]
	return pawnSight(foe, b.Set(foe, chess.Pawn)), checks
}

// rateNoisy rates a capture or promotion by MVV-LVA (most valuable victim, least valuable
// attacker). A move that loses material is rated below Bad, by the amount of the loss.
func (s *State) rateNoisy(m game.Move, kind, taken, arg int) int32 {
	if arg >= chess.ToKnight && arg <= chess.ToRook {
		return search.Bad - rateUnderRange
	}
	gain := exchangeValues[taken] - exchangeValues[kind]
	if gain < 0 || arg == chess.ToQueen {
		if e := exchange(&s.board, m); e < 0 {
			return int32(search.Bad + e)
		}
	}
	r := 64*exchangeValues[taken] - exchangeValues[kind]
	if arg == chess.ToQueen {
		r += 64 * (exchangeValues[chess.Queen] - exchangeValues[chess.Pawn])
	}
	return int32(search.Good + max(r, 0))
}

// Keeps reports whether the static exchange evaluation of the move m reaches at least the given
// value.
func (s *State) Keeps(m game.Move, least int) bool {
	if arg := m.Arg(); arg == chess.CastleShort || arg == chess.CastleLong {
		return least <= 0
	}
	// In the worst case, the moved piece is lost in exchange for the captured piece.
	if exchangeValues[m.Taken()&7]-exchangeValues[m.Piece()&7] >= least && m.Piece() != chess.King {
		return true
	}
	return exchange(&s.board, m) >= least
}

// Gain returns the value of the captured piece plus the gain of a promotion, in hundredths of a
// pawn.
func (s *State) Gain(m game.Move) int {
	g := exchangeValues[m.Taken()&7]
	if arg := m.Arg(); arg >= chess.ToKnight && arg <= chess.ToQueen {
		g += exchangeValues[(arg+1)&7] - exchangeValues[chess.Pawn]
	}
	return g
}

// Shape returns a key of the pawn structure.
func (s *State) Shape() uint64 {
	b := &s.board
	return (b.Set(0, chess.Pawn)*0x9e3779b97f4a7c15 ^ b.Set(1, chess.Pawn)*0xd6e8feb86659fd93) >> 40
}

// Sure is a fast test that reports whether the move is certainly legal in this position. It returns
// false for the moves that the test does not cover: castling, en passant captures, promotions, and
// all moves of a side in check.
func (s *State) Sure(m game.Move) bool {
	if s.InCheck() {
		return false
	}
	b := &s.board
	us := b.Turn()
	from, to := int(m.From())&63, int(m.To())&63
	kind, taken, arg := m.Piece(), m.Taken(), m.Arg()
	if m != game.NewMove(square(from), square(to), kind, taken, arg) || kind > chess.King {
		return false // m is not a possible move of any piece
	}
	if b.Set(us, kind)>>from&1 == 0 || b.Side(us)>>to&1 != 0 || b.Kind(m.To()) != taken || kind < chess.Pawn {
		return false
	}
	occupied := b.Side(0) | b.Side(1)
	var reach uint64
	switch kind {
	case chess.Pawn:
		step := forward(us, 1<<from)
		switch {
		case arg == chess.DoublePush:
			if rankOf(us, from) != 1 || step&occupied != 0 {
				return false
			}
			reach = forward(us, step)
		case arg != 0 || rankOf(us, from) == 6:
			return false
		case taken != 0:
			reach = chess.PawnSees(us, from)
		default:
			reach = step
		}
	case chess.Knight:
		reach = chess.KnightSees(from)
	case chess.Bishop:
		reach = chess.BishopSees(from, occupied)
	case chess.Rook:
		reach = chess.RookSees(from, occupied)
	case chess.Queen:
		reach = chess.BishopSees(from, occupied) | chess.RookSees(from, occupied)
	case chess.King:
		return arg == 0 && chess.KingSees(from)>>to&1 != 0 &&
			b.Attackers(to, occupied&^(1<<from))&b.Side(us^1) == 0
	}
	if reach>>to&1 == 0 || arg != 0 && arg != chess.DoublePush || kind != chess.Pawn && arg != 0 {
		return false
	}
	king := first(b.Set(us, chess.King))
	return b.Pinned(us)>>from&1 == 0 || chess.Through(king, from)>>to&1 != 0
}
