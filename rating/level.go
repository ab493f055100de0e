package rating

import (
	"slices"

	"kydai/rating/glicko"
)

// Casual is an unrated game of a rated player against an engine level.
type Casual struct {
	Player string
	Rating Rating  // the player's rating at the time of the game
	Score  float64 // score of the player: 1 won, 0.5 drawn, 0 lost
}

const (
	// casualEach is the maximum number of games of one player that count for one level; the latest
	// games count. The limit prevents that one person decides the strength of a level.
	casualEach = 20
	// LevelGames is the minimum number of games for which the strength of a level is shown. Thirty
	// games leave an uncertainty of about ±130 points, which is less than the difference between
	// two levels that people can notice. With fewer games, the estimates of two levels could change
	// places within a day. Because of casualEach, the games are from at least two people.
	LevelGames = 30
)

// Level estimates the strength of an engine level. games must be in the order in which they
// were played. Games of provisional players do not count. The ratings of the players do not
// change.
func Level(games []Casual) glicko.Estimate {
	at := map[string]int{} // index in people, by player id
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
