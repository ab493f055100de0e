package jieqi

import (
	"strings"

	"kydai/game"
	"kydai/games/xiangqi"
)

// Aim returns the start point and the target point that a move text names, whether or not the move
// is legal. The text may omit the sign that marks a face-down piece.
func (p *Position) Aim(text string) (from, to game.Square, ok bool) {
	move, _, _ := strings.Cut(strings.TrimSpace(text), "(")
	move = strings.ReplaceAll(move, downWord, "")
	if len(move) > 1 && (move[1] == downSign[0] || move[1] == downSign[0]-32) {
		move = move[:1] + move[2:]
	}
	return xiangqi.AimIn(p, move)
}
