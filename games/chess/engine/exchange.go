package engine

import (
	"kydai/game"
	"kydai/games/chess"
)

// exchangeValues are the piece values for exchanges, by kind.
var exchangeValues = [8]int{0, 100, 325, 340, 510, 980, 20000, 0}

// exchange returns the static exchange evaluation (SEE) of a move: the material that the move wins
// if both sides then capture on its target square. Each side captures with its least valuable piece
// and stops when this is better. Pins are ignored.
func exchange(b *chess.Board, m game.Move) int {
	from, to := int(m.From())&63, int(m.To())&63
	occupied := (b.Side(0) | b.Side(1)) &^ (1 << from)
	if m.Arg() == chess.EnPassant {
		occupied &^= 1 << (to ^ 8)
	}
	occupied |= 1 << to
	gain := exchangeValues[m.Taken()&7]
	onSquare := exchangeValues[m.Piece()&7]
	if arg := m.Arg(); arg >= chess.ToKnight && arg <= chess.ToQueen {
		onSquare = exchangeValues[(arg+1)&7]
		gain += onSquare - exchangeValues[chess.Pawn]
	}
	attackers := b.Attackers(to, occupied) &^ (1 << to)
	if attackers&b.Side(b.Turn()^1) == 0 {
		return gain
	}
	gains := [34]int32{int32(gain)}
	straight := b.Kinds(chess.Rook) | b.Kinds(chess.Queen)
	slanted := b.Kinds(chess.Bishop) | b.Kinds(chess.Queen)
	side := b.Turn() ^ 1
	n := 0
	for n < len(gains)-1 {
		mine := attackers & b.Side(side) & occupied
		if mine == 0 {
			break
		}
		kind := chess.Pawn
		for b.Set(side, kind)&mine == 0 {
			kind++
		}
		if kind == chess.King && attackers&b.Side(side^1)&occupied != 0 {
			break // a king may not capture a protected piece
		}
		n++
		gains[n] = int32(onSquare) - gains[n-1]
		onSquare = exchangeValues[kind]
		at := b.Set(side, kind) & mine
		occupied &^= at & -at
		if kind == chess.Pawn || kind == chess.Bishop || kind == chess.Queen {
			attackers |= chess.BishopSees(to, occupied) & slanted
		}
		if kind == chess.Rook || kind == chess.Queen {
			attackers |= chess.RookSees(to, occupied) & straight
		}
		attackers &= occupied
		side ^= 1
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return int(gains[0])
}
