// Package arena pairs players who are free at the moment, and computes their points. An arena
// has no rounds: a player who has finished a game gets the next opponent.
package arena

import (
	"cmp"
	"slices"

	"kydai/tourney"
	"kydai/tourney/matching"
)

// Player is a player who is free.
type Player struct {
	ID     int
	Score  int
	Rating int
	Last   int // opponent of the last game; 0 if there was none
	Firsts int // games with the first side minus games with the other
	Since  int // when the player became free: a smaller number is earlier
}

const (
	together = 80    // players of one matching: its cost grows with the third power
	most     = 10000 // difference of two scores or ratings that still counts
)

// Pair pairs the players. In each pair, the player with the first side comes first. Pair makes as
// many pairs as possible, with as few immediate rematches as possible; if one player is left over,
// it is not the player who has waited longest. Among these pairings, Pair prefers pairs with
// similar scores, then with similar ratings. The result does not depend on the order of the
// players. A large number of players is paired in groups of similar scores.
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

// group pairs players with one matching of maximum weight.
func group(all []Player) (pairs [][2]int) {
	order := make([]int, len(all)) // by waiting: 0 has waited longest
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[a].Since, all[b].Since) })
	waited := make([]int64, len(all)) // who has waited longer counts more
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

// sides gives the first side to the player who has had it less often; if that is equal, to the
// player with the lower score; if that is equal too, to the player with the larger ID.
func sides(a, b *Player) [2]int {
	if cmp.Or(cmp.Compare(a.Firsts, b.Firsts), cmp.Compare(a.Score, b.Score), cmp.Compare(b.ID, a.ID)) < 0 {
		return [2]int{a.ID, b.ID}
	}
	return [2]int{b.ID, a.ID}
}

// Score returns the points for a player's games, given in their order: 2 for a win, 1 for a
// draw. With streak, points are doubled after two consecutive wins, until the player does not
// win a game.
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
