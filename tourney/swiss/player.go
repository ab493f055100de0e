package swiss

import (
	"slices"

	"kydai/tourney"
)

// Force is the strength of a player's colour preference (article 1.7).
type Force int8

// The strengths of a colour preference.
const (
	NoForce  Force = iota // no preference: the player has had no game over the board
	Mild                  // equally many games with each colour: the player should alternate
	Strong                // one more game with the other colour than with the preferred colour
	Absolute              // at least two more games with the other colour, or that colour in the last two games
)

// float says whether a player floated in a round (article 1.4). A player floats down or up by
// meeting an opponent with a lower or higher score. Points without a game also count as floating
// down.
type float int8

const (
	noFloat float = iota
	down
	up
)

// player is a participant of the round to be paired, with the data from earlier rounds that the
// rules use.
type player struct {
	number     int
	seat       int // position, from 1, in the list of all players who have ever been paired or are paired now
	score      int
	colours    []tourney.Colour // colours of the games over the board, oldest first
	difference int              // number of games with white minus number of games with black
	wants      tourney.Colour
	force      Force
	floats     [2]float // floats in the last round (index 0) and in the round before it
	byeAllowed bool     // true if C2 allows the bye: no earlier bye, and no full points without a game
	unplayed   int      // number of rounds without a game over the board
	top        bool     // true for a topscorer (more than half of the points) in the last round
}

// roster is the list of players to be paired, in the order of rank (article 1.2). It also contains
// the pairs of players that must not meet.
type roster struct {
	players []player
	barred  map[[2]int]bool // pairs of player numbers that have met before or that the organiser forbids
	first   tourney.Colour
	may     []bool // indexed by two players: true if they may meet
}

// newRoster creates the roster of the players for whom the function plays returns true. It collects
// the facts about their earlier rounds.
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

// paired reports whether the player was paired or got the pairing-allocated bye in a round.
func paired(e tourney.Entry) bool {
	return e.Kind == tourney.Played || e.Kind == tourney.Forfeit || e.Kind == tourney.PairingBye
}

func (r *roster) bar(a, b int) {
	r.barred[[2]int{a, b}] = true
	r.barred[[2]int{b, a}] = true
}

// scoresBefore returns, for each of the last two rounds, the scores of all players before the
// round, by player number. The entries for earlier rounds are nil.
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

// floatOf reports whether a player floated down or up in a round, or not at all (articles 1.4.2 to
// 1.4.4). The parameter before contains the scores of all players before the round.
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

// setPreference computes the player's colour preference (article 1.7).
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
