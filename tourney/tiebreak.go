package tourney

import (
	"cmp"
	"slices"
)

// TieBreak is a method of ranking players with equal scores.
type TieBreak uint8

// The tie-breaks, by the articles of the FIDE Handbook C.07 (tie-break
// regulations in force since 1 March 2026).
const (
	Buchholz        TieBreak = iota + 1 // 8.1: the sum of the opponents' scores
	BuchholzCut1                        // 14.1: without the lowest contribution
	BuchholzMedian                      // 14.3: without the lowest and the highest
	SonnebornBerger                     // 9.1: the scores of opponents, by the points made against them
	DirectEncounter                     // 6: the points in the games of the tied players
	Wins                                // 7.1: rounds with the points of a win
	GamesWon                            // 7.2: games won over the board
	Progressive                         // 7.5: the sum of the scores after each round
	GamesWithBlack                      // 7.3: games over the board with black
)

// adjust returns a player's score as it counts for the tie-breaks of opponents (article 16.3):
// a requested bye after which the player did not return counts as a draw. In a round robin it
// is the normal score.
func (s *standing) adjust(l Line) int {
	if s.table.All {
		return l.Score
	}
	draw := s.table.Scoring.Draw
	sum, gone := 0, true
	for _, e := range slices.Backward(l.Entries) {
		gone = gone && e.Voluntary()
		if gone && e.Requested() {
			sum += draw
		} else {
			sum += e.Points
		}
	}
	return sum
}

// part is the contribution of one round to a tie-break that adds up opponents' scores.
type part struct {
	score     int // of the opponent
	points    int // made in the round
	voluntary bool
}

// parts lists the contributions of a player's rounds. A round without a game counts as a game
// against a virtual opponent with the player's own score; this score is at most that of the
// opponent who did not come, or that of a draw in every round (article 16.4).
func (s *standing) parts(l Line) (list []part) {
	for _, e := range l.Entries {
		p := part{points: e.Points, voluntary: e.Voluntary()}
		switch {
		case e.Kind == Played || e.Kind == Forfeit && s.table.All:
			p.score = s.adjusted[e.Opponent]
		case e.Kind == Forfeit:
			p.score = min(l.Score, s.adjusted[e.Opponent])
		default:
			p.score = min(l.Score, s.table.Scoring.Draw*len(s.table.Rounds))
		}
		list = append(list, p)
	}
	return list
}

// cutLowest removes the lowest contribution. Contributions of voluntary unplayed rounds are
// removed before all others (article 16.5).
func cutLowest(list []part) []part {
	if len(list) == 0 {
		return nil
	}
	at := 0
	for i, p := range list {
		q := list[at]
		if p.voluntary != q.voluntary {
			if p.voluntary {
				at = i
			}
		} else if p.score < q.score {
			at = i
		}
	}
	return slices.Delete(list, at, at+1)
}

func cutHighest(list []part) []part {
	if len(list) == 0 {
		return nil
	}
	at := 0
	for i, p := range list {
		if p.score > list[at].score {
			at = i
		}
	}
	return slices.Delete(list, at, at+1)
}

func sum(list []part) (total int) {
	for _, p := range list {
		total += p.score
	}
	return total
}

// value computes a tie-break that does not depend on which players are tied. Sums of scores
// are in the unit of the scoring; Sonneborn–Berger multiplies two numbers of points, so its
// unit is the square of that.
func (s *standing) value(l Line, tb TieBreak) (value int) {
	switch tb {
	case Buchholz:
		return sum(s.parts(l))
	case BuchholzCut1:
		return sum(cutLowest(s.parts(l)))
	case BuchholzMedian:
		return sum(cutHighest(cutLowest(s.parts(l))))
	case SonnebornBerger:
		for _, p := range s.parts(l) {
			value += p.score * p.points
		}
	case Progressive:
		for i, e := range l.Entries {
			value += e.Points * (len(l.Entries) - i)
		}
	case Wins, GamesWon, GamesWithBlack:
		for _, e := range l.Entries {
			if tb == Wins && e.Points >= s.table.Scoring.Win ||
				tb == GamesWon && e.Kind == Played && e.Outcome == Won ||
				tb == GamesWithBlack && e.Kind == Played && e.Colour == Black {
				value++
			}
		}
	}
	return value
}

// direct ranks tied players by the games between them (article 6). If all of them have met
// over the board, their points in these games decide. If not, a player is ahead only if the
// missing games cannot change that; the players behind are compared again among themselves. It
// returns a value for each line; higher is better.
func (s *standing) direct(tied []Line) []int {
	values := make([]int, len(tied))
	rest := make([]int, len(tied))
	for i := range rest {
		rest[i] = i
	}
	for rank := len(tied); len(rest) > 1; rank-- {
		points, missing := s.between(tied, rest)
		if !slices.ContainsFunc(missing, func(n int) bool { return n > 0 }) {
			// Rank the players by points; equal points get equal values.
			for i, at := range rest {
				for j := range rest {
					if points[j] < points[i] {
						values[at]++
					}
				}
			}
			break
		}
		first := s.ahead(points, missing)
		if first < 0 {
			break
		}
		values[rest[first]] = rank
		rest = slices.Delete(rest, first, first+1)
	}
	return values
}

// between counts, for each of some tied players, the points against the others and the number
// of others whom the player has not met.
func (s *standing) between(tied []Line, some []int) (points, missing []int) {
	points, missing = make([]int, len(some)), make([]int, len(some))
	for i, at := range some {
		missing[i] = len(some) - 1
		for _, other := range some {
			met := false
			for _, e := range tied[at].Entries {
				if (e.Kind == Played || e.Kind == Forfeit && s.table.All) && e.Opponent == tied[other].Player.Number {
					points[i] += e.Points
					met = true
				}
			}
			if met {
				missing[i]--
			}
		}
	}
	return points, missing
}

// ahead returns the player who is alone in first place whatever the results of the missing
// games are, or -1.
func (s *standing) ahead(points, missing []int) int {
	for i := range points {
		least := points[i] + missing[i]*s.table.Scoring.Loss
		sure := true
		for j := range points {
			if j != i && points[j]+missing[j]*s.table.Scoring.Win >= least {
				sure = false
			}
		}
		if sure {
			return i
		}
	}
	return -1
}

// compareValues orders two lists of tie-break values, the better one first.
func compareValues(a, b []int) int {
	for i := range a {
		if c := cmp.Compare(b[i], a[i]); c != 0 {
			return c
		}
	}
	return 0
}
