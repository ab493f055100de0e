// Package arena pairs players who are free at the moment, and counts their points:
// an arena has no rounds, whoever has finished a game gets the next opponent.
package arena

import (
	"cmp"
	"slices"

	"kydai/tourney"
	"kydai/tourney/matching"
)

// Player is somebody who is free.
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

// Pair pairs the players; who has the first side is first. It has as many pairs as
// possible, with as few as possible who have just met; who is left over has not
// waited longest. Then scores are near each other, then ratings. The answer
// follows from the players and not from their order. Large fields are paired in
// groups of near scores.
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

// group pairs players by one matching of maximum weight.
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

// sides gives the first side to who had it less often; the lower score has it if
// that is equal, then the player with the greater number.
func sides(a, b *Player) [2]int {
	if cmp.Or(cmp.Compare(a.Firsts, b.Firsts), cmp.Compare(a.Score, b.Score), cmp.Compare(b.ID, a.ID)) < 0 {
		return [2]int{a.ID, b.ID}
	}
	return [2]int{b.ID, a.ID}
}

// Score counts the points of a player's games in their order: 2 for a win, 1 for a
// draw. With streak, points count twice after two wins in a row, until a game is
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
