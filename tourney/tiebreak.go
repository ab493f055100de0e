package tourney

import (
	"cmp"
	"slices"
)

// TieBreak is a method of ranking players who have equal scores.
type TieBreak uint8

// The tie-breaks. The comments name the articles of the FIDE Handbook C.07 (tie-break regulations
// in force since 1 March 2026).
const (
	Buchholz        TieBreak = iota + 1 // article 8.1: sum of the opponents' scores
	BuchholzCut1                        // article 14.1: Buchholz without the lowest contribution
	BuchholzMedian                      // article 14.3: Buchholz without the lowest and the highest contribution
	SonnebornBerger                     // article 9.1: sum of the opponents' scores, each multiplied by the points made against the opponent
	DirectEncounter                     // article 6: points in the games of the tied players against each other
	Wins                                // article 7.1: number of rounds with the points of a win
	GamesWon                            // article 7.2: number of games won over the board
	Progressive                         // article 7.5: sum of the player's scores after each round
	GamesWithBlack                      // article 7.3: number of games over the board with black
)

// adjust returns a player's score as it counts for the tie-breaks of the player's opponents
// (article 16.3). If a player asked for byes and never played again, each of these byes counts as a
// draw. In a round robin, the normal score counts.
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

// part is what one round contributes to a tie-break that adds up the scores of the opponents.
type part struct {
	score     int // score of the opponent
	points    int // points that the player made in the round
	voluntary bool
}

// parts lists what each round of a player contributes to the tie-breaks (article 16.4). A round
// without a game counts as a game against an imaginary opponent with the player's own score, but at
// most with a limit. After a forfeit the limit is the score of the opponent in the pairing,
// otherwise the score of a player who draws every round.
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

// cutLowest removes the lowest contribution. If there are contributions of voluntary unplayed
// rounds, it removes the lowest of these (article 16.5).
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

// value computes a tie-break that does not depend on which players are tied. Sums of scores are in
// the units of the scoring. Sonneborn–Berger adds products of two scores, so its value is in
// squared units.
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

// direct ranks tied players by the games against each other (article 6). If all of them have met
// over the board, their points in these games decide. If some have not met, only a player whose
// lead the missing games cannot change is ranked first, and the others are then compared again
// without this player. The result is a number for each player; higher is better.
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

// between looks at the games among some of the tied players. The parameter some contains the
// indexes of these players in the list tied. For each player it returns the points in these games,
// and the number of the other players whom the player has not met.
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

// ahead returns the index of the player who would be alone in first place whatever the results of
// the missing games were. It returns -1 if there is no such player.
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

// compareValues compares two lists of tie-break values. The better list comes first.
func compareValues(a, b []int) int {
	for i := range a {
		if c := cmp.Compare(b[i], a[i]); c != 0 {
			return c
		}
	}
	return 0
}
