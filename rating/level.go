package rating

import (
	"slices"

	"kydai/rating/glicko"
)

// Casual is an unrated game of a rated player against an engine level.
type Casual struct {
	Player string
	Rating Rating  // the player's rating at the time of the game
	Score  float64 // of the player
}

const (
	// casualEach is the number of games against one level that count for one
	// player, the latest ones: one person does not decide what a level is worth.
	casualEach = 20
	// LevelGames is the number of games from which on the strength of a level is
	// worth showing.
	LevelGames = 30
)

// Level estimates the strength of an engine level from games in the order in
// which they were played. Provisional players do not count. The ratings of the
// players do not change.
func Level(games []Casual) glicko.Estimate {
	counted := map[string]int{}
	var all []glicko.Game
	for _, g := range slices.Backward(games) {
		if g.Rating.Provisional() || counted[g.Player] == casualEach {
			continue
		}
		counted[g.Player]++
		all = append(all, glicko.Game{Mean: g.Rating.Mean, Deviation: g.Rating.Deviation, Score: 1 - g.Score})
	}
	return glicko.Fit(all)
}
