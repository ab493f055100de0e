package tourney

import (
	"cmp"
	"slices"
)

// TeamPlace is a team's place in a ranking by the scores of the team's best members.
type TeamPlace struct {
	Place   int
	Team    string
	Score   int     // sum of the scores of the members that count
	Members []Place // members that count, best first
	ranks   int     // sum of the places of the members that count
}

// BestMembers ranks teams by the scores of their k best members, added up. If these sums are equal,
// the team with the smaller sum of places of these members is ahead, then the team whose best
// member has the better place. If a team has fewer than k members, all of them count.
func BestMembers(places []Place, k int) []TeamPlace {
	if k < 1 {
		return nil
	}
	index := map[string]int{}
	var teams []TeamPlace
	for _, p := range places {
		name := p.Line.Player.Team
		if name == "" {
			continue
		}
		at, ok := index[name]
		if !ok {
			at = len(teams)
			index[name] = at
			teams = append(teams, TeamPlace{Team: name})
		}
		if team := &teams[at]; len(team.Members) < k {
			team.Members = append(team.Members, p)
			team.Score += p.Line.Score
			team.ranks += p.Place
		}
	}
	for i := range teams {
		// A missing member counts with a place one behind the last player.
		teams[i].ranks += (k - len(teams[i].Members)) * (len(places) + 1)
	}
	compare := func(a, b TeamPlace) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ranks, b.ranks), cmp.Compare(a.Members[0].Place, b.Members[0].Place))
	}
	slices.SortFunc(teams, func(a, b TeamPlace) int { return cmp.Or(compare(a, b), cmp.Compare(a.Team, b.Team)) })
	for i := range teams {
		teams[i].Place = i + 1
		if i > 0 && compare(teams[i-1], teams[i]) == 0 {
			teams[i].Place = teams[i-1].Place
		}
	}
	return teams
}

// Boards creates the games of a match between two teams on the given number of boards. The members
// of each team play in their order: first those whose field Board is set, then the others by
// number. The home team has white on boards 1, 3, 5 and so on. A player without an opponent gets a
// bye with the points of a win.
func Boards(home, away []Player, boards int) Round {
	home, away = InOrder(home), InOrder(away)
	var round Round
	for i := range boards {
		switch {
		case i >= len(home) && i >= len(away):
			return round
		case i >= len(home):
			round.Byes = append(round.Byes, Bye{away[i].Number, FullBye})
		case i >= len(away):
			round.Byes = append(round.Byes, Bye{home[i].Number, FullBye})
		case i%2 == 0:
			round.Games = append(round.Games, Game{White: home[i].Number, Black: away[i].Number})
		default:
			round.Games = append(round.Games, Game{White: away[i].Number, Black: home[i].Number})
		}
	}
	return round
}

// InOrder returns the members of a team in their board order: first those with a Board, then
// the others by number.
func InOrder(team []Player) []Player {
	team = slices.Clone(team)
	slices.SortFunc(team, func(a, b Player) int {
		if (a.Board == 0) != (b.Board == 0) {
			return b.Board - a.Board
		}
		return cmp.Or(cmp.Compare(a.Board, b.Board), cmp.Compare(a.Number, b.Number))
	})
	return team
}

// TeamLine is a team's row in the standings of a tournament with team matches.
type TeamLine struct {
	Place  int
	Team   string
	Match  int // sum of the match points
	Boards int // sum of the members' points on the boards, in units of the table's scoring
}

// TeamMatches ranks teams that play one match against another team in each round. The parameter
// match is the number of match points for a win, a draw and a loss; the team with more points on
// the boards wins. Teams are ranked by match points, then by board points. A team without an
// opponent in a round gets its board points but no match points.
func (t *Table) TeamMatches(match Scoring) []TeamLine {
	team := map[int]string{}
	lines := map[string]*TeamLine{}
	for _, p := range t.Players {
		team[p.Number] = p.Team
		if p.Team != "" && lines[p.Team] == nil {
			lines[p.Team] = &TeamLine{Team: p.Team}
		}
	}
	cross := t.Lines()
	for r := range t.Rounds {
		points, against := map[string]int{}, map[string]string{}
		for _, l := range cross {
			e, own := l.Entries[r], l.Player.Team
			if own == "" {
				continue
			}
			points[own] += e.Points
			lines[own].Boards += e.Points
			if other := team[e.Opponent]; other != "" && other != own {
				against[own] = other
			}
		}
		for own, other := range against {
			outcome := Drew
			if points[own] > points[other] {
				outcome = Won
			} else if points[own] < points[other] {
				outcome = Lost
			}
			lines[own].Match += match.points(outcome)
		}
	}
	return rankTeams(lines)
}

func rankTeams(lines map[string]*TeamLine) []TeamLine {
	list := make([]TeamLine, 0, len(lines))
	for _, l := range lines {
		list = append(list, *l)
	}
	compare := func(a, b TeamLine) int {
		return cmp.Or(cmp.Compare(b.Match, a.Match), cmp.Compare(b.Boards, a.Boards))
	}
	slices.SortFunc(list, func(a, b TeamLine) int { return cmp.Or(compare(a, b), cmp.Compare(a.Team, b.Team)) })
	for i := range list {
		list[i].Place = i + 1
		if i > 0 && compare(list[i-1], list[i]) == 0 {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}
