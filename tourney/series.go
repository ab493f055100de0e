package tourney

// Series is a tie that consists of several games. A number of games is counted together, and these
// end as soon as one player leads by more than the number of remaining games. If they end level,
// deciding games follow until a player wins one of them. The zero Series is a single game.
type Series struct {
	Games    int // number of games that are counted together; 0 means 1
	Deciding int // maximum number of deciding games that follow
}

// Next evaluates the results of the games so far: 1 for a win of the first player, -1 for a win of
// the second, 0 for a draw. The result winner is 1, -1 or 0 in the same way, and more is true if
// another game is needed. If winner is 0 and more is false, the series has ended level. Games after
// the series was decided are ignored.
func (s Series) Next(games []int) (winner int, more bool) {
	counted := max(s.Games, 1)
	lead := 0
	for i, g := range games {
		left := max(counted-1-i, 0) // number of games still to come among those that are counted together
		if lead += g; lead > left {
			return 1, false
		}
		if -lead > left {
			return -1, false
		}
	}
	return 0, len(games) < counted+s.Deciding
}

// Rest returns the number of rounds that are still to be played if every tie is played as soon as
// its players are known. A possible second final is included until it is certain that it is not
// needed.
func Rest(duels []Duel) (rounds int) {
	after := make([]int, len(duels)+1) // by tie: number of rounds until the tie is decided
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

// Came returns a number for each player from which the final places follow: a larger number means a
// better place, and players with equal numbers share a place. In a single elimination the number
// depends on the ties won, and then on the match for third place. In a double elimination it
// depends on the round of the second loss.
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

// cameTwice computes the result of Came for a double elimination, in which a player is out after
// two losses.
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
