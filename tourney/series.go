package tourney

// Series is a tie of several games. The first ones are counted together, and end
// as soon as one player cannot be reached. If they end level, deciding games
// follow until one of them has a winner. The zero Series is one game.
type Series struct {
	Games    int // counted together; at least one
	Deciding int // at most so many follow
}

// Next says what follows from the games so far, which are 1 if the first player
// has won, -1 if the other has, and 0 if nobody has. The winner is named in the
// same way; more asks for another game. If there is neither, the series has ended
// level. Games after the one that decides do not count.
func (s Series) Next(games []int) (winner int, more bool) {
	counted := max(s.Games, 1)
	lead := 0
	for i, g := range games {
		left := max(counted-1-i, 0) // of the games that are counted together
		if lead += g; lead > left {
			return 1, false
		}
		if -lead > left {
			return -1, false
		}
	}
	return 0, len(games) < counted+s.Deciding
}

// Rest counts the rounds of a plan that are still to be played, if every tie is
// played as soon as its players are known. A second final counts until it is
// known that it is not needed.
func Rest(duels []Duel) (rounds int) {
	after := make([]int, len(duels)+1) // rounds until a tie is decided
	for i := range duels {
		d := &duels[i]
		n := 0
		for _, slot := range d.Slots {
			n = max(n, after[slot.WinnerOf], after[slot.LoserOf])
		}
		switch {
		case d.Winner > 0:
			n = 0
		case !d.Free:
			n++
		}
		after[d.Number] = n
		rounds = max(rounds, n)
	}
	return rounds
}

// Came says how far the players of a plan have come: who has the greater number
// has the better place, and equal numbers share one. In a single elimination it
// follows from the ties won, then from the match for the third place; in a double
// elimination from the round of the second loss.
func Came(duels []Duel) map[int]int {
	came := map[int]int{}
	double := len(duels) > 0 && duels[len(duels)-1].Side == Again
	if double {
		return cameTwice(duels)
	}
	for _, d := range duels {
		switch {
		case d.Winner == 0:
		case d.Side == Third:
			came[d.Winner]++
		default:
			came[d.Winner] += 2
		}
	}
	return came
}

// cameTwice is Came of a double elimination.
func cameTwice(duels []Duel) map[int]int {
	const unbeaten, beaten, final = 4000, 3000, 2000
	losses, came := map[int]int{}, map[int]int{}
	for _, d := range duels {
		for _, p := range d.Players {
			if p > 0 && losses[p] == 0 {
				came[p] = unbeaten
			}
		}
		if d.Free || d.Winner == 0 {
			continue
		}
		loser := d.Players[0] + d.Players[1] - d.Winner
		losses[loser]++
		switch {
		case losses[loser] < 2:
			came[loser] = beaten
		case d.Side == Lower:
			came[loser] = d.Round
		default:
			came[loser] = final
		}
	}
	return came
}
