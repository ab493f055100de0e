package caro

import (
	"strings"

	"kydai/game"
)

// Aim returns the square of a stone from its text, whether or not a stone may be placed there.
func (p *Position) Aim(text string) (from, to game.Square, ok bool) {
	to, ok = parseSquare(strings.ToLower(strings.TrimSpace(text)), p.Size())
	return game.NoSquare, to, ok
}
