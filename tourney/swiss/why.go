package swiss

import (
	"errors"
	"slices"

	"kydai/tourney"
)

// Seat is one player of a pairing, with the facts that the rules used.
type Seat struct {
	Number  int
	Score   int
	Floated bool           // the player moved down from a higher bracket
	Colour  tourney.Colour // colour in this game; NoColour for a bye
	Wants   tourney.Colour // colour that the player prefers
	Force   Force
	Met     []int // players of the bracket whom this player must not meet: met before, or forbidden
}

// Reason explains one pairing. The player of higher rank comes first. A bye has only one seat.
type Reason struct {
	Bracket int // score of the bracket's residents
	Seats   []Seat
	Rule    int // article 5.2: 1 both preferences, 2 stronger one, 3 alternation, 4 rank, 5 initial colour; 0: bye
}

// Explain pairs the next round and returns the reason for each pairing, bracket by bracket from the
// top.
func Explain(t *tourney.Table, byes []tourney.Bye) ([]Reason, error) {
	r, err := prepare(t, byes)
	if err != nil {
		return nil, err
	}
	brackets, err := r.brackets(false)
	if err != nil {
		return nil, err
	}
	var reasons []Reason
	for i, b := range brackets {
		score := r.players[b.residents[0]].score
		for _, pair := range b.pairs {
			high, low := min(pair[0], pair[1]), max(pair[0], pair[1])
			colour, rule := r.allocate(&r.players[high], &r.players[low])
			reasons = append(reasons, Reason{score, []Seat{r.seat(b, high, colour), r.seat(b, low, colour.Other())}, rule})
		}
		if i == len(brackets)-1 {
			for _, p := range b.floaters {
				reasons = append(reasons, Reason{score, []Seat{r.seat(b, p, tourney.NoColour)}, 0})
			}
		}
	}
	return reasons, nil
}

func (r *roster) seat(b bracket, p int, colour tourney.Colour) Seat {
	who := &r.players[p]
	s := Seat{Number: who.number, Score: who.score, Floated: p < b.residents[0], Colour: colour, Wants: who.wants, Force: who.force}
	for _, other := range slices.Concat(b.moved, b.residents) {
		if n := r.players[other].number; other != p && r.barred[[2]int{who.number, n}] {
			s.Met = append(s.Met, n)
		}
	}
	return s
}

// Order is the value of Answer.Criterion if the actual pairing and the forced pairing are equal in
// all criteria. Then the actual pairing was chosen because it comes first in the order of
// candidates (article 4).
const Order = 22

// Answer says why two players are not paired with each other: it names the first criterion that the
// round would satisfy less well if they met.
type Answer struct {
	Criterion int    // 1 to 21 for C1 to C21, or Order; 0 if the two players do meet
	Detail    string // for C1: "met" or "forbidden"; for C2: "had-bye"
	Bracket   int    // from C6 on: score of the bracket in which the criterion gets worse
	Best      []int  // from C5 on: the faults of the actual pairing in the criterion
	Forced    []int  // from C5 on: the faults in the criterion if the two players are forced to meet
}

// ErrNotPlaying means that a player does not take part in the round.
var ErrNotPlaying = errors.New("swiss: the player is not in the round")

// WhyNot pairs the next round as Pair does, and once more with the players a and b forced to meet.
// It returns the first criterion in which the forced pairing is worse. If b is 0, it says why a
// does not get the bye.
func WhyNot(t *tourney.Table, byes []tourney.Bye, a, b int) (Answer, error) {
	r, err := prepare(t, byes)
	if err != nil {
		return Answer{}, err
	}
	x, y := r.index(a), r.index(b)
	if b == 0 {
		y = len(r.players)
	}
	if x < 0 || y < 0 || x == y || b == 0 && len(r.players)%2 == 0 {
		return Answer{}, ErrNotPlaying
	}
	if answer, ok := r.absolute(t, x, y); ok {
		return answer, nil
	}
	best, err := r.brackets(true)
	if err != nil {
		return Answer{}, err
	}
	score, _ := r.findByeScore()
	r.force(x, y)
	forcedScore, ok := r.findByeScore()
	switch {
	case !ok:
		return Answer{Criterion: 4}, nil
	case forcedScore != score:
		return Answer{Criterion: 5, Best: []int{score}, Forced: []int{forcedScore}}, nil
	}
	forced, err := r.brackets(true)
	if err != nil {
		return Answer{}, err
	}
	return r.difference(best, forced), nil
}

func (r *roster) index(number int) int {
	return slices.IndexFunc(r.players, func(p player) bool { return p.number == number })
}

// absolute checks whether one of the absolute criteria C1 to C3 forbids the pairing. If so, it
// returns the answer and true.
func (r *roster) absolute(t *tourney.Table, x, y int) (Answer, bool) {
	if y == len(r.players) {
		return Answer{Criterion: 2, Detail: "had-bye"}, !r.players[x].byeAllowed
	}
	a, b := r.players[x].number, r.players[y].number
	for _, f := range t.Forbidden {
		if f == [2]int{a, b} || f == [2]int{b, a} {
			return Answer{Criterion: 1, Detail: "forbidden"}, true
		}
	}
	if r.barred[[2]int{a, b}] {
		return Answer{Criterion: 1, Detail: "met"}, true
	}
	return Answer{Criterion: 3}, !r.compatible(x, y)
}

// force makes x and y meet: it removes all other possible opponents of both. The parameter y may
// stand for the bye.
func (r *roster) force(x, y int) {
	n := len(r.players)
	for i := range r.players {
		for _, p := range [2]int{x, y} {
			if p < n && (i != x && i != y) {
				r.may[i*n+p], r.may[p*n+i] = false, false
			}
		}
		if y < n && (i == x || i == y) || y == n && i != x {
			r.players[i].byeAllowed = false
		}
	}
	if y == n {
		for i := range r.players {
			r.may[i*n+x], r.may[x*n+i] = false, false
		}
	}
}

// difference compares two pairings: the best one and one in which two players are forced to meet.
// It returns the first criterion in which they differ, and its bracket. The result is used to
// explain why these two players do not meet.
func (r *roster) difference(best, forced []bracket) Answer {
	for i, b := range best {
		f := forced[i]
		score := r.players[b.residents[0]].score
		for c := range b.faults {
			if slices.Compare(b.faults[c], f.faults[c]) != 0 {
				return Answer{Criterion: c + 6, Bracket: score, Best: b.faults[c], Forced: f.faults[c]}
			}
		}
		if !samePairs(b.pairs, f.pairs) {
			return Answer{Criterion: Order, Bracket: score}
		}
	}
	return Answer{}
}

func samePairs(a, b [][2]int) bool {
	set := map[[2]int]bool{}
	for _, p := range a {
		set[p], set[[2]int{p[1], p[0]}] = true, true
	}
	return len(a) == len(b) && !slices.ContainsFunc(b, func(p [2]int) bool { return !set[p] })
}
