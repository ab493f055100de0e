package tourney

// RoundRobin returns the schedule of a tournament in which every player meets every other player,
// by the Berger tables (FIDE Handbook C.05, annex 1). The players are in the order of their lots.
// If their number is odd, one player is free in each round. In every second cycle the colours are
// reversed.
func RoundRobin(players []int, cycles int) []Round {
	n := len(players)
	n += n % 2
	if n == 0 {
		return nil
	}
	var rounds []Round
	for cycle := range cycles {
		for r := 1; r < n; r++ {
			var round Round
			for _, pair := range berger(n, r) {
				if pair[0] > len(players) || pair[1] > len(players) {
					continue
				}
				g := Game{White: players[pair[0]-1], Black: players[pair[1]-1]}
				if cycle%2 == 1 {
					g.White, g.Black = g.Black, g.White
				}
				round.Games = append(round.Games, g)
			}
			rounds = append(rounds, round)
		}
	}
	return rounds
}

// berger lists the pairs of round r, white first, for an even number n of players. The players 1 to
// n-1 meet in the round in which the sum of their numbers is r+1 modulo n-1. The player whom this
// rule would pair with themself meets player n.
func berger(n, r int) (pairs [][2]int) {
	m := n - 1
	wants := func(i int) int { // wants returns the number from 1 to n-1 that the rule pairs with i
		j := ((r+1-i)%m + m) % m
		if j == 0 {
			j = m
		}
		return j
	}
	for i := 1; i <= m; i++ {
		switch j := wants(i); {
		case i == j && r%2 == 1:
			pairs = append([][2]int{{i, n}}, pairs...)
		case i == j:
			pairs = append([][2]int{{n, i}}, pairs...)
		case i < j && (j-i)%2 == 1:
			pairs = append(pairs, [2]int{i, j})
		case i < j:
			pairs = append(pairs, [2]int{j, i})
		}
	}
	return pairs
}
