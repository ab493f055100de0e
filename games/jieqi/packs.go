package jieqi

import (
	"slices"

	"kydai/game"
	"kydai/games/xiangqi"
)

var (
	_ game.Packed = Rules{}
	_ game.Opener = (*Position)(nil)
)

// Packs lists, for each side, the fifteen pieces that are dealt face down and their home points, in
// the order before the shuffle.
func (Rules) Packs() []game.Pack {
	var pieces []byte
	for _, k := range fullPool.list() {
		pieces = append(pieces, letterOf(k))
	}
	packs := make([]game.Pack, len(home))
	for side := range home {
		packs[side] = game.Pack{Squares: slices.Clone(home[side][:]), Pieces: string(pieces)}
	}
	return packs
}

// Opens lists the pieces that a complete move reveals: the piece that it turns up, which everyone
// sees, and the piece that it captures face down, which only the moving side sees.
func (p *Position) Opens(m game.Move) []game.Opened {
	var shown []game.Opened
	if m.Flag() && m.Arg() != 0 {
		shown = append(shown, game.Opened{Square: m.From(), Piece: letterOf(xiangqi.Kind(m.Arg()))})
	}
	if k := takenFace(m); k != xiangqi.None {
		shown = append(shown, game.Opened{Square: m.To(), Piece: letterOf(k), To: p.turn})
	}
	return shown
}
