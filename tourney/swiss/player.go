package swiss

import (
	"slices"

	"kydai/tourney"
)

// Force is the strength of a player's colour preference (article 1.7).
type Force int8

// The strengths of a preference.
const (
	NoForce  Force = iota // no game over the board yet
	Mild                  // as many games with each colour: alternate
	Strong                // one game more with the other colour
	Absolute              // two games more, or the last two games
)

// float says whether and how a player floated in a round (article 1.4).
type float int8

const (
	noFloat float = iota
	down
	up
)

// player is a participant to be paired, with the facts of the history that the rules need.
type player struct {
	number     int
	seat       int // the place among all players who have been in a pairing, from 1
	score      int
	colours    []tourney.Colour // of games over the board, oldest first
	difference int              // games with white minus games with black
	wants      tourney.Colour
	force      Force
	floats     [2]float // in the previous round, and in the one before it
	byeAllowed bool     // C2
	unplayed   int      // rounds without a game over the board
	top        bool     // a topscorer: only in the last round
}

// roster is the list of players to be paired, in the order of article 1.2, with the pairs that
// must not meet.
type roster struct {
	players []player
	barred  map[[2]int]bool // by number: met before, or forbidden by the organiser
	first   tourney.Colour
	may     []bool // by the indexes of two players
}

// newRoster creates the roster of the players for whom plays returns true, with the facts of their
// history.
func newRoster(t *tourney.Table, plays func(tourney.Player) bool) *roster {
	r := &roster{barred: map[[2]int]bool{}, first: t.First}
	if r.first == tourney.NoColour {
		r.first = tourney.White
	}
	for _, pair := range t.Forbidden {
		r.bar(pair[0], pair[1])
	}
	lines := t.Lines()
	before := scoresBefore(lines, len(t.Rounds))
	last := len(t.Rounds)+1 == t.Total
	var seated []int
	for _, line := range lines {
		p := player{number: line.Player.Number, score: line.Score, byeAllowed: true}
		p.top = last && 2*line.Score > len(t.Rounds)*t.Scoring.Win
		for i, e := range line.Entries {
			if e.Kind == tourney.Played {
				p.colours = append(p.colours, e.Colour)
				r.bar(p.number, e.Opponent)
			} else {
				p.unplayed++
				if e.Kind == tourney.PairingBye || e.Points >= t.Scoring.Win {
					p.byeAllowed = false
				}
			}
			if back := len(line.Entries) - 1 - i; back < 2 {
				p.floats[back] = floatOf(e, before[i], p.number, t.Scoring.Loss)
			}
		}
		p.setPreference()
		if plays(line.Player) {
			r.players = append(r.players, p)
		}
		if plays(line.Player) || slices.ContainsFunc(line.Entries, paired) {
			seated = append(seated, p.number)
		}
	}
	slices.Sort(seated)
	for i := range r.players {
		at, _ := slices.BinarySearch(seated, r.players[i].number)
		r.players[i].seat = at + 1
	}
	slices.SortFunc(r.players, func(a, b player) int {
		if a.score != b.score {
			return b.score - a.score
		}
		return a.number - b.number
	})
	return r
}

// paired reports whether the player was part of the pairing in a round.
func paired(e tourney.Entry) bool {
	return e.Kind == tourney.Played || e.Kind == tourney.Forfeit || e.Kind == tourney.PairingBye
}

func (r *roster) bar(a, b int) {
	r.barred[[2]int{a, b}] = true
	r.barred[[2]int{b, a}] = true
}

// scoresBefore returns the scores of all players, by number, before each of the last two
// rounds; the entries of earlier rounds are nil.
func scoresBefore(lines []tourney.Line, rounds int) []map[int]int {
	before := make([]map[int]int, rounds)
	for i := max(0, rounds-2); i < rounds; i++ {
		before[i] = make(map[int]int, len(lines))
		for _, line := range lines {
			sum := 0
			for _, e := range line.Entries[:i] {
				sum += e.Points
			}
			before[i][line.Player.Number] = sum
		}
	}
	return before
}

// floatOf says whether and how a player floated in a round (articles 1.4.2 to 1.4.4).
func floatOf(e tourney.Entry, before map[int]int, number, loss int) float {
	if e.Kind != tourney.Played {
		if e.Kind == tourney.PairingBye || e.Points > loss {
			return down
		}
		return noFloat
	}
	switch own, other := before[number], before[e.Opponent]; {
	case own > other:
		return down
	case own < other:
		return up
	}
	return noFloat
}

// setPreference computes the colour preference of article 1.7.
func (p *player) setPreference() {
	n := len(p.colours)
	if n == 0 {
		return
	}
	for _, c := range p.colours {
		if c == tourney.White {
			p.difference++
		} else {
			p.difference--
		}
	}
	last := p.colours[n-1]
	switch {
	case p.difference > 1:
		p.wants, p.force = tourney.Black, Absolute
	case p.difference < -1:
		p.wants, p.force = tourney.White, Absolute
	case n > 1 && p.colours[n-2] == last:
		p.wants, p.force = last.Other(), Absolute
	case p.difference == 1:
		p.wants, p.force = tourney.Black, Strong
	case p.difference == -1:
		p.wants, p.force = tourney.White, Strong
	default:
		p.wants, p.force = last.Other(), Mild
	}
}
