package jieqi

import (
	"strings"

	"kydai/game"
	"kydai/games/xiangqi"
)

// Aim returns the points of a move as people write it, whether or not the move is legal. The sign
// for a face-down piece may be missing.
func (p *Position) Aim(text string) (from, to game.Square, ok bool) {
	move, _, _ := strings.Cut(strings.TrimSpace(text), "(")
	move = strings.ReplaceAll(move, downWord, "")
	if len(move) > 1 && (move[1] == downSign[0] || move[1] == downSign[0]-32) {
		move = move[:1] + move[2:]
	}
	return xiangqi.AimIn(p, move)
}
