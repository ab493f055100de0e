// Package swiss pairs the rounds of a Swiss tournament by the Dutch system of FIDE. The rules are
// Handbook C.04.3 as approved by the Council on 28 October 2025 and in force since 1 February 2026,
// with C.04.1 and C.04.2 of the same date. Articles and criteria (C1 to C21) in comments refer to
// C.04.3.
//
// Each bracket is solved as a matching of maximum weight. The weight of a pair is a vector. It has
// a field for each criterion, in order of priority, and further fields for the order in which
// article 4 generates candidates. So the best matching is the pairing that the procedure of the
// rules would accept.
package swiss

import (
	"errors"
	"slices"

	"kydai/tourney"
)

// ErrNoPairing means that no pairing satisfies the absolute criteria C1 to C3. The arbiter must
// then decide (article 1.9.3).
var ErrNoPairing = errors.New("swiss: no complete pairing exists")

// ErrOver means that all planned rounds have been paired.
var ErrOver = errors.New("swiss: all rounds are paired")

// Pair pairs the next round. It leaves out players who do not take part in that round (Enters,
// Leaves) and players who have one of the given byes. The result contains the games by board,
// without results, and the given byes. If the number of players is odd, it also contains the
// pairing-allocated bye.
func Pair(t *tourney.Table, byes []tourney.Bye) (tourney.Round, error) {
	r, err := prepare(t, byes)
	if err != nil {
		return tourney.Round{}, err
	}
	brackets, err := r.brackets(false)
	if err != nil {
		return tourney.Round{}, err
	}
	return r.round(brackets, byes), nil
}

// prepare checks the table and creates the roster of the players for the next round.
func prepare(t *tourney.Table, byes []tourney.Bye) (*roster, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	round := len(t.Rounds) + 1
	if t.Total > 0 && round > t.Total {
		return nil, ErrOver
	}
	out := make(map[int]bool, len(byes))
	for _, b := range byes {
		at := slices.IndexFunc(t.Players, func(p tourney.Player) bool { return p.Number == b.Player })
		code := ""
		switch {
		case b.Kind == tourney.Played || b.Kind == tourney.Forfeit || b.Kind >= tourney.PairingBye:
			code = "bad-bye"
		case at < 0 || !t.Players[at].In(round):
			code = "not-in-round"
		case out[b.Player]:
			code = "twice-in-a-round"
		}
		if code != "" {
			return nil, tourney.Fault{Code: code, Round: round, Player: b.Player}
		}
		out[b.Player] = true
	}
	r := newRoster(t, func(p tourney.Player) bool { return p.In(round) && !out[p.Number] })
	r.tabulate()
	return r, nil
}

// tabulate computes which pairs of players may meet.
func (r *roster) tabulate() {
	n := len(r.players)
	r.may = make([]bool, n*n)
	for i := range r.players {
		for j := range i {
			if r.mayMeet(&r.players[i], &r.players[j]) {
				r.may[i*n+j], r.may[j*n+i] = true, true
			}
		}
	}
}

func (r *roster) compatible(a, b int) bool { return r.may[a*len(r.players)+b] }

// bracket is a score bracket with its pairing. Players are indexes into roster.players.
type bracket struct {
	moved, residents []int
	pairs            [][2]int
	floaters         []int
	faults           [][]int // faults of the pairing by criterion, from C6 on; nil unless explain is set
}

// brackets pairs the players bracket by bracket from the top (article 1.9). If explain is set, it
// also computes the faults of the brackets.
func (r *roster) brackets(explain bool) ([]bracket, error) {
	byeScore, ok := r.findByeScore()
	if !ok {
		return nil, ErrNoPairing
	}
	groups := r.groups()
	var done []bracket
	var moved []int
	for i, residents := range groups {
		k := &task{roster: r, moved: moved, residents: residents, byeScore: byeScore, explain: explain}
		if i+1 < len(groups) {
			k.next = groups[i+1]
			k.lower = slices.Concat(groups[i+2:]...)
		}
		b := bracket{moved: moved, residents: residents, pairs: k.pair()}
		paired := map[int]bool{}
		for _, pair := range b.pairs {
			paired[pair[0]], paired[pair[1]] = true, true
		}
		for _, p := range slices.Concat(moved, residents) {
			if !paired[p] {
				b.floaters = append(b.floaters, p)
			}
		}
		if explain {
			b.faults = k.evaluate(&b)
		}
		done = append(done, b)
		moved = b.floaters
	}
	return done, nil
}

// groups returns the players in groups with equal scores, highest score first.
func (r *roster) groups() (groups [][]int) {
	for i := range r.players {
		if i == 0 || r.players[i].score != r.players[i-1].score {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], i)
	}
	return groups
}

// findByeScore returns the lowest score at which a player can get the bye such that all other
// players can be paired (C5). It returns -1 if no bye is needed. The result ok is false if the
// players cannot all be paired.
func (r *roster) findByeScore() (score int, ok bool) {
	groups := r.groups()
	all := slices.Concat(groups...)
	if len(all)%2 == 0 {
		return -1, (&task{roster: r, byeScore: -1}).perfect(all)
	}
	all = append(all, len(r.players))
	for _, g := range slices.Backward(groups) {
		score = r.players[g[0]].score
		if (&task{roster: r, byeScore: score}).perfect(all) {
			return score, true
		}
	}
	return 0, false
}

// round converts the pairings of the brackets to a round. Boards are ordered by the higher score of
// the two players, then by the sum of their scores, then by rank (C.04.2).
func (r *roster) round(brackets []bracket, byes []tourney.Bye) tourney.Round {
	var pairs [][2]int
	for _, b := range brackets {
		pairs = append(pairs, b.pairs...)
	}
	for i, p := range pairs {
		pairs[i] = [2]int{min(p[0], p[1]), max(p[0], p[1])}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int {
		if d := r.players[b[0]].score - r.players[a[0]].score; d != 0 {
			return d
		}
		if d := r.players[b[1]].score - r.players[a[1]].score; d != 0 {
			return d
		}
		return a[0] - b[0]
	})
	round := tourney.Round{Byes: slices.Clone(byes)}
	for _, p := range pairs {
		a, b := &r.players[p[0]], &r.players[p[1]]
		g := tourney.Game{White: a.number, Black: b.number}
		if r.colourOf(a, b) == tourney.Black {
			g.White, g.Black = g.Black, g.White
		}
		round.Games = append(round.Games, g)
	}
	if len(brackets) > 0 {
		for _, p := range brackets[len(brackets)-1].floaters {
			round.Byes = append(round.Byes, tourney.Bye{Player: r.players[p].number, Kind: tourney.PairingBye})
		}
	}
	return round
}
