package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// exchangeValues are the piece values for exchanges, by kind.
var exchangeValues = [8]int{king: 20000, adviser: 180, elephant: 180, horse: 400, rook: 900, cannon: 420, soldier: 120}

// cheapest lists the kinds of pieces in ascending order of exchangeValues.
var cheapest = [7]int{soldier, adviser, elephant, horse, cannon, rook, king}

// exchange returns the static exchange evaluation (SEE) of a capture: both sides capture on the
// target with their cheapest piece and stop when stopping is better. A cannon takes part only while
// it has a screen. exchange ignores pins.
func exchange(b *xiangqi.Board, m game.Move) int {
	to := int(m.To())
	all := b.All().Without(xiangqi.SetOf(int(m.From())))
	side := b.Turn().Index() ^ 1
	attackers := b.Attackers(to, all)
	if attackers.And(b.Side(side)).Empty() {
		return exchangeValues[m.Taken()&7]
	}
	gains := [34]int{exchangeValues[m.Taken()&7]}
	onPoint := exchangeValues[m.Piece()&7]
	n := 0
	for n < len(gains)-1 {
		mine := attackers.And(b.Side(side))
		if mine.Empty() {
			break
		}
		kind := taker(b, side, mine)
		if kind == king && !attackers.And(b.Side(side^1)).Empty() {
			break // a general may not capture a protected piece
		}
		n++
		gains[n] = onPoint - gains[n-1]
		onPoint = exchangeValues[kind]
		men := b.Men(side, xiangqi.Kind(kind)).And(mine)
		all = all.Without(xiangqi.SetOf(men.Pop()))
		side ^= 1
		attackers = b.Attackers(to, all)
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// taker returns the cheapest kind among the pieces of a side whose points are in the given set.
func taker(b *xiangqi.Board, side int, mine set) int {
	for _, kind := range cheapest {
		if !b.Men(side, xiangqi.Kind(kind)).And(mine).Empty() {
			return kind
		}
	}
	return king
}
