package character

import (
	"math"

	"kydai/engine"
	"kydai/game"
)

// Candidate is a move with its winning chance and its facts.
type Candidate struct {
	Code   string  `json:"code"`
	Chance float64 `json:"chance"`
	Facts  Facts   `json:"facts"`
}

// Sure is the winning chance from which a game is won: no taste delays it then.
const Sure = 0.95

// Grave is the loss of winning chance from which a move is a blunder. Only a
// level blunders, never a taste.
const Grave = 0.2

// Choose returns the move that the taste likes best among those that are worth
// as much as the chosen one, give or take slack of the winning chance. A move
// that search does not list, or that loses more than Grave, is the level's own
// affair and stays. Of two moves that it likes equally, the taste takes the
// better one.
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

// candidates turns the lines of a thought into candidates.
func candidates(p game.Position, lines []engine.Variation, scale float64) []Candidate {
	var all []Candidate
	for _, v := range lines {
		if f, ok := FactsOf(p, v.Codes); ok {
			all = append(all, Candidate{Code: v.Codes[0], Chance: engine.WinChance(v.Score, scale), Facts: f})
		}
	}
	return all
}
