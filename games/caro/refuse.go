package caro

import (
	"strconv"

	"kydai/game"
)

// Codes of the reasons why stones are refused. Their sentences are in
// text/refuse.<language>.json.
const (
	refusedOccupied = "occupied" // the square already has a stone
	refusedChoose   = "choose"   // the player must first choose a colour
	refusedCentre   = "centre"   // in this opening the first stone must go to the centre
	refusedArea     = "area"     // the third stone must be outside the central area; Kind is the width of the area
)

// Refuse says why the side to move may not place a stone on a square. The Code of the result is
// empty if the move is legal.
func (p *Position) Refuse(from, to game.Square) game.Refusal {
	switch {
	case from != game.NoSquare || to >= p.squares():
		return game.Refuse(game.RefusedOthers)
	case p.over():
		return game.Refuse(game.RefusedOver)
	case p.stage == Picking:
		return game.Refuse(refusedChoose)
	case p.At(to) != Empty:
		return game.Refuse(refusedOccupied, to)
	case p.allowed(to):
		return game.Refusal{}
	case p.stones == 0:
		return game.Refuse(refusedCentre, p.centre()...)
	}
	r := game.Refuse(refusedArea) // Kind is the width of the area; like the board, it has a centre of one cell or of two by two
	r.Kind = strconv.Itoa(2*p.proReach() + 2 - int(p.size)%2)
	return r
}

// centre lists the central squares: one on an odd board, four on an even board.
func (s *state) centre() (list []game.Square) {
	for sq := range s.squares() {
		if fromCentre(sq, int(s.size)) == 0 {
			list = append(list, sq)
		}
	}
	return list
}
