package events

import (
	"cmp"
	"slices"

	"kydai/tourney"
)

// ranking assigns starting numbers to the entrants: by rating, and among equal ratings by order of
// entry.
type ranking struct {
	entrants []int       // ids of the entrants; starting number n is at index n-1
	number   map[int]int // starting number by entrant id
}

func (s *State) ranking() ranking {
	r := ranking{number: map[int]int{}}
	var list []*Entrant
	for i := range s.Entrants {
		if x := &s.Entrants[i]; !x.never() || s.hasPlayed(x.ID) {
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b *Entrant) int { return cmp.Compare(b.Rating, a.Rating) })
	for i, x := range list {
		r.entrants = append(r.entrants, x.ID)
		r.number[x.ID] = i + 1
	}
	return r
}

// hasPlayed reports whether an entrant has a board in any paired round.
func (s *State) hasPlayed(entrant int) bool {
	for i := range s.Rounds {
		for j := range s.Rounds[i].Boards {
			if b := &s.Rounds[i].Boards[j]; b.First == entrant || b.Second == entrant {
				return true
			}
		}
	}
	return false
}

// results maps the results of a board, and byeKinds maps the kinds of byes, to the values of
// package tourney.
var (
	results = map[string]tourney.Result{
		"": tourney.Pending, FirstWins: tourney.WhiteWins, SecondWins: tourney.BlackWins, Drawn: tourney.Draw, NobodyWins: tourney.NobodyWins,
	}
	byeKinds = map[string]tourney.Kind{
		HalfBye: tourney.HalfBye, ZeroBye: tourney.ZeroBye, FullBye: tourney.FullBye, PairingBye: tourney.PairingBye, Absent: tourney.Absent,
	}
)

func byeName(k tourney.Kind) string {
	for name, kind := range byeKinds {
		if kind == k {
			return name
		}
	}
	return Absent
}

// table converts the event to a table of package tourney.
func (s *State) table() (*tourney.Table, ranking) {
	rank := s.ranking()
	t := &tourney.Table{Scoring: scorings[s.Settings.Scoring], Total: s.total(), First: tourney.White, All: s.Settings.Format == RoundRobin}
	if s.Second {
		t.First = tourney.Black
	}
	for _, id := range rank.entrants {
		x := s.Entrant(id)
		t.Players = append(t.Players, tourney.Player{
			Number: rank.number[id], Rating: x.Rating, Categories: x.Categories, Team: x.Team, Board: x.Board, Enters: x.Enters, Leaves: x.Leaves,
		})
	}
	for i := range s.Rounds {
		t.Rounds = append(t.Rounds, s.Rounds[i].table(rank)...)
	}
	for _, p := range s.Forbidden {
		if a, b := rank.number[p[0]], rank.number[p[1]]; a > 0 && b > 0 {
			t.Forbidden = append(t.Forbidden, [2]int{a, b})
		}
	}
	return t, rank
}

// table converts a round to rounds of package tourney. If the ties of the round have several games,
// the second games of all ties form one more round, the third games another one, and so on.
func (r *Round) table(rank ranking) []tourney.Round {
	list := []tourney.Round{{}}
	for i := range r.Boards {
		b := &r.Boards[i]
		at := max(b.Game-1, 0)
		for len(list) <= at {
			list = append(list, tourney.Round{})
		}
		list[at].Games = append(list[at].Games, tourney.Game{
			White: rank.number[b.First], Black: rank.number[b.Second], Result: results[b.Result.Result], Forfeit: b.Forfeit,
		})
	}
	for _, bye := range r.Byes {
		if n := rank.number[bye.Entrant]; n > 0 {
			list[0].Byes = append(list[0].Byes, tourney.Bye{Player: n, Kind: byeKinds[bye.Kind]})
		}
	}
	return list
}

// total returns the number of rounds of the whole event; 0 if the format has no rounds or the
// number is not known yet.
func (s *State) total() int {
	n := max(len(s.Order), len(s.TeamOrder))
	switch {
	case s.Settings.Format.open():
		return 0
	case s.Settings.Format == Swiss:
		return s.Settings.Rounds
	case n == 0:
		return 0
	case s.Settings.Format == RoundRobin:
		return (n + n%2 - 1) * s.Settings.Cycles
	}
	return s.ties()
}

// Total returns the number of rounds; 0 if the format has no rounds, or if the number
// depends on the entrants and the event has not started.
func (s *State) Total() int { return s.total() }
