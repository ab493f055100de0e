package jieqi

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// refusedDark is the code of a sentence that precedes the reason if the refused piece is face down:
// it says that the piece moves like the piece that starts on its point. The sentences are in
// text/refuse.<language>.json.
const refusedDark = "dark"

// Refuse says why the side to move may not move from one point to another. The reason depends only
// on how pieces move, which every viewer knows.
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
