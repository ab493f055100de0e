package character

import (
	"math"

	"kydai/engine"
	"kydai/game"
)

// Candidate is a move from which a character can choose, with its winning chance (0 to 1) and its
// Facts.
type Candidate struct {
	Code   string  `json:"code"`
	Chance float64 `json:"chance"`
	Facts  Facts   `json:"facts"`
}

// Sure is the winning chance from which a game counts as won. Choose then keeps the level's move,
// so that a taste does not delay the win.
const Sure = 0.95

// Grave is the loss of winning chance from which a move counts as a blunder. Only the level itself
// may blunder; a taste never chooses a blunder.
const Grave = 0.2

// Choose returns the move that the taste likes most. It compares the moves whose winning chance
// differs by at most slack from the chance of the move chosen. The loss of winning chance against
// the best move is subtracted from a move's rating, so of two moves that the taste likes equally,
// the better one is played. Choose returns chosen itself if it is not in the list, if it is a
// blunder (see Grave), or if the game is decided (see Sure).
func (t Taste) Choose(all []Candidate, chosen string, slack float64) string {
	best, worth, known := 0.0, 0.0, false
	for _, c := range all {
		best = max(best, c.Chance)
		if c.Code == chosen {
			worth, known = c.Chance, true
		}
	}
	if !known || best-worth > Grave || best > Sure || best < 1-Sure {
		return chosen
	}
	code, liked := "", 0.0
	for _, c := range all {
		if math.Abs(c.Chance-worth) > slack || best-c.Chance > Grave {
			continue
		}
		if like := t.Of(c.Facts) - (best - c.Chance); code == "" || like > liked {
			code, liked = c.Code, like
		}
	}
	return code
}

// candidates converts the variations of a search to candidates. It leaves out moves that have no
// facts.
func candidates(p game.Position, lines []engine.Variation, scale float64) []Candidate {
	var all []Candidate
	for _, v := range lines {
		if f, ok := FactsOf(p, v.Codes); ok {
			all = append(all, Candidate{Code: v.Codes[0], Chance: engine.WinChance(v.Score, scale), Facts: f})
		}
	}
	return all
}
