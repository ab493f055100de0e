package jieqi

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// refusedDark is the sentence before the reason for a face-down piece: it moves like the piece
// that starts on its point. The sentences are in text/refuse.<language>.json.
const refusedDark = "dark"

// Refuse says why the side to move may not move from one point to another. It uses only the
// pieces as they move, which every viewer sees.
func (p *Position) Refuse(from, to game.Square) game.Refusal {
	var b xiangqi.Board
	p.SetUp(&b)
	r := b.Refuse(from, to)
	switch {
	case r.Code == "" && p.bare():
		r.Code = game.RefusedOver
	case r.Kind != "" && p.down[from]:
		r.Lead = refusedDark
	}
	return r
}
