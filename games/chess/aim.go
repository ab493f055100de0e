package chess

import (
	"strings"

	"kydai/game"
)

// Aim returns the squares of a move that a player typed, even if the move is illegal. If the text
// fits several pieces, Aim prefers a piece that can move this way.
func (p *Position) Aim(text string) (from, to game.Square, ok bool) {
	b := &p.board
	w, err := parseSAN(text)
	if err != nil {
		w, err = parseSAN(strings.ToLower(text))
	}
	if err != nil {
		return game.NoSquare, game.NoSquare, false
	}
	if w.castle != 0 {
		king := first(b.Set(b.Turn(), King))
		file := uint(6)
		if w.castle == CastleLong {
			file = 2
		}
		return game.Square(king), game.Square(king&^7 | file), true
	}
	to = game.Square(w.to)
	if w.kind == 0 {
		return game.Square(w.rank*8 + w.file), to, true
	}
	for sq := range game.Square(64) {
		own := b.sides[b.turn&1]&bit(uint(sq)) != 0
		if !own || w.kind != int(b.squares[sq]) || w.file >= 0 && w.file != int(sq&7) || w.rank >= 0 && w.rank != int(sq>>3) {
			continue
		}
		if better := b.obstacle(int(b.squares[sq]), uint(sq), uint(to)).Code != refusedMoves; !ok || better {
			from, ok = sq, true
			if better {
				break
			}
		}
	}
	return from, to, ok
}
