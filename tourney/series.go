package tourney

// Series is a tie of several games. The first games are counted together and end as soon as
// one player cannot be caught up. If they end level, deciding games follow until one of them
// has a winner. The zero Series is one game.
type Series struct {
	Games    int // counted together; at least one
	Deciding int // at most so many follow
}

// Next evaluates the results so far: 1 is a win of the first player, -1 a win of the other, and 0 a
// draw. winner has the same form. more says that another game is needed. If winner is 0 and more is
// false, the series has ended level. Games after the deciding one do not count.
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

// Rest returns the number of rounds that are still to be played, if every tie is played as soon as
// its players are known. A second final is counted until it is known that it is not needed.
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

// Came says how far each player has come: a larger number means a better place, and players with
// equal numbers share a place. In a single elimination the number depends on the ties won and then
// on the match for third place; in a double elimination it depends on the round of the second loss.
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

// cameTwice computes the result of Came for a double elimination.
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
