package classic

import (
	"unicode"
	"unicode/utf8"

	"kydai/game"
)

// Pieces returns the evaluator for games without their own evaluator. It counts the pieces on the
// board; upper-case letters belong to the first side. Its value is 0 if the game has no board.
func Pieces() Evaluator {
	gain, rate := ByWorth([]float64{0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1})
	return Evaluator{
		Name:    "pieces",
		About:   "the number of pieces, own minus other",
		Value:   countPieces,
		Unit:    1,
		Gain:    gain,
		Rate:    rate,
		Explore: 64,
	}
}

func countPieces(p game.Position, s game.Side) float64 {
	grid, _ := game.GridOf(p)
	n := 0
	for _, cell := range grid.Cells {
		r, _ := utf8.DecodeRuneInString(cell)
		switch {
		case cell == "":
		case unicode.IsUpper(r):
			n++
		default:
			n--
		}
	}
	if s == game.Second {
		n = -n
	}
	return float64(n)
}
