package engine

import (
	"kydai/game"
	"kydai/search"
)

const evalMost = 20000

// Eval returns the evaluation for the side to move.
func (s *State) Eval() int {
	b := s.board
	v := (int(b.value[b.turn].turn-b.value[b.turn^1].wait) + int(b.sets[b.threatSet()])) / fine
	return max(-evalMost, min(v, evalMost))
}

// Ratings of moves that make or prevent threats, by kind. The search tries these moves before all
// quiet moves.
var (
	attackRatings  = [kinds]int32{kindThrees: 400, kindFourThree: 700, kindFours: 650, kindOpenFour: 900, kindFive: 1200}
	defenceRatings = [kinds]int32{kindThrees: 200, kindFourThree: 350, kindFours: 300, kindOpenFour: 600, kindFive: 1000}
)

const (
	quietFactor = 40
	quietBase   = 120 // mean rating of a quiet move
)

// Score rates moves by the threats that they make and the threats that they prevent.
func (s *State) Score(ms []game.Move, out []int32) {
	b := s.board
	us, them := b.turn, b.turn^1
	pressed := b.count[them][kindOpenFour] > 0 || b.hasFive(them)
	facts, ours, theirs := b.facts, 16*us&31, 16*them&31 // the mask 31 spares a check of the shifts
	for i, m := range ms {
		both := b.shapes[b.cellOf(m.To())]
		mine, other := &facts[shape(both>>ours)], &facts[shape(both>>theirs)]
		order := int32(mine.order)*3/2 + int32(other.order)
		r := max(attackRatings[mine.kind], defenceRatings[other.kind])
		switch {
		case r > 0:
			out[i] = search.Good + r<<12 + order
		case pressed:
			out[i] = search.Good + order
		default:
			out[i] = (order - quietBase) * quietFactor
		}
	}
}
