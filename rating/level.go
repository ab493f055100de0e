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
	// worth showing. Thirty games leave about ±130 points, less than lies between
	// two levels that people tell apart; with fewer, the figure of the next night
	// may be another level's. They are of two people at least.
	LevelGames = 30
)

// Level estimates the strength of an engine level from games in the order in
// which they were played. Provisional players do not count. The ratings of the
// players do not change.
func Level(games []Casual) glicko.Estimate {
	at := map[string]int{} // place of a player in people
	var people [][]glicko.Game
	for _, g := range slices.Backward(games) {
		if g.Rating.Provisional() {
			continue
		}
		i, ok := at[g.Player]
		if !ok {
			i = len(people)
			at[g.Player], people = i, append(people, nil)
		}
		if len(people[i]) < casualEach {
			people[i] = append(people[i], glicko.Game{Mean: g.Rating.Mean, Deviation: g.Rating.Deviation, Score: 1 - g.Score})
		}
	}
	return glicko.Fit(people)
}
