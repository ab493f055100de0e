// Package arena pairs the players of an arena tournament and computes their points. An arena has no
// rounds: a player who has finished a game gets the next opponent as soon as possible.
package arena

import (
	"cmp"
	"slices"

	"kydai/tourney"
	"kydai/tourney/matching"
)

// Player is a player of the arena who is free for the next game.
type Player struct {
	ID     int
	Score  int
	Rating int
	Last   int // ID of the opponent in the last game; 0 if there was none
	Firsts int // number of games with the first side minus number of games with the second
	Since  int // when the player became free; a smaller number is earlier
}

const (
	together = 80    // players per matching; the running time of one matching grows with their third power
	most     = 10000 // larger differences of scores or ratings are treated as this difference
)

// Pair pairs the players; in each pair, the player with the first side comes first. It makes as
// many pairs as possible. Among such pairings it prefers, in this order: few rematches of players
// who have just met, leaving out the player who has waited for the shortest time, similar scores,
// and similar ratings. The result does not depend on the order of the players. If there are many
// players, Pair splits them into groups with similar scores.
func Pair(players []Player) (pairs [][2]int) {
	all := slices.Clone(players)
	slices.SortFunc(all, func(a, b Player) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
	})
	for len(all) > 1 {
		n := len(all)
		if n > together+together/2 {
			n = together
		}
		pairs = append(pairs, group(all[:n])...)
		all = all[n:]
	}
	return pairs
}

// group pairs a group of players with one matching of maximum weight.
func group(all []Player) (pairs [][2]int) {
	order := make([]int, len(all)) // indexes of the players, longest waiting time first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[a].Since, all[b].Since) })
	waited := make([]int64, len(all)) // by player: a larger number for a longer waiting time
	for place, i := range order {
		waited[i] = int64(len(all) - place)
	}
	g := matching.New(len(all), 5)
	for i := range all {
		for j := range i {
			a, b := &all[i], &all[j]
			again := int64(0)
			if a.Last == b.ID || b.Last == a.ID {
				again = 1
			}
			g.Add(i, j, []int64{1, -again, waited[i] + waited[j], -square(a.Score - b.Score), -square(a.Rating - b.Rating)})
		}
	}
	for i, j := range g.Max() {
		if j > i {
			pairs = append(pairs, sides(&all[i], &all[j]))
		}
	}
	return pairs
}

func square(n int) int64 {
	d := int64(min(max(n, -most), most))
	return d * d
}

// sides gives the first side to the player who has had it less often. If both have had it equally
// often, the player with the lower score gets it, then the player with the larger ID.
func sides(a, b *Player) [2]int {
	if cmp.Or(cmp.Compare(a.Firsts, b.Firsts), cmp.Compare(a.Score, b.Score), cmp.Compare(b.ID, a.ID)) < 0 {
		return [2]int{a.ID, b.ID}
	}
	return [2]int{b.ID, a.ID}
}

// Score returns the points for a player's games, which are in order: 2 for a win and 1 for a draw.
// If the parameter streak is true, points count twice after two consecutive wins, until a game is
// not won.
func Score(games []tourney.Outcome, streak bool) (points int) {
	row := 0
	for _, g := range games {
		factor := 1
		if streak && row >= 2 {
			factor = 2
		}
		switch g {
		case tourney.Won:
			points += 2 * factor
			row++
			continue
		case tourney.Drew:
			points += factor
		}
		row = 0
	}
	return points
}
