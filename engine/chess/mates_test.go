package chess

import (
	"testing"

	"kydai/games/chess"
)

// matesIn reports whether the side to move can force mate within n moves, by
// looking at every line.
func matesIn(b *chess.Board, n int) bool {
	for _, m := range b.Legal(nil) {
		was := b.Do(m)
		won := isMated(b, n)
		b.Undo(m, was)
		if won {
			return true
		}
	}
	return false
}

// isMated reports whether the side to move is mated, now or within n-1 more
// moves whatever it does.
func isMated(b *chess.Board, n int) bool {
	replies := b.Legal(nil)
	if len(replies) == 0 {
		return b.InCheck()
	}
	// The last move of a mate gives check.
	if n == 1 || n == 2 && len(replies) > 60 {
		return false
	}
	for _, m := range replies {
		was := b.Do(m)
		ok := matesIn(b, n-1)
		b.Undo(m, was)
		if !ok {
			return false
		}
	}
	return true
}

// The table holds what it says, for those that can be proved quickly.
func TestMatesAreMates(t *testing.T) {
	for _, c := range mates {
		if c.moves > 2 {
			continue
		}
		b := board(t, c.fen)
		if !matesIn(&b, c.moves) || c.moves > 1 && matesIn(&b, c.moves-1) {
			t.Errorf("%s is not mate in exactly %d", c.fen, c.moves)
		}
	}
}
