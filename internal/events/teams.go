package events

import (
	"cmp"
	"slices"

	"kydai/game"
	"kydai/tourney"
	"kydai/tourney/swiss"
)

// Encounter is a match between two teams in a round. If Away is "", the team Home has a bye. The
// boards of an encounter are the boards of the round whose Tie is the number of the encounter in
// the round, counted from 1.
type Encounter struct {
	Home string `json:"home"`
	Away string `json:"away,omitempty"`
}

// maxTeamBoards is the maximum number of boards in a match between teams.
const maxTeamBoards = 20

var (
	errTeamless = game.Err(WrongState, "an entrant has no team; please write it down first")
	errTeams    = game.Err(WrongState, "this event pairs teams")
)

// teamList returns the teams in starting order: by the mean rating of the first TeamBoards members,
// the highest first, then by name.
func (s *State) teamList(rank ranking) ([]string, error) {
	members := map[string][]tourney.Player{}
	for _, id := range rank.entrants {
		x := s.Entrant(id)
		if x.Team == "" {
			return nil, errTeamless
		}
		members[x.Team] = append(members[x.Team], tourney.Player{Number: rank.number[id], Rating: x.Rating, Board: x.Board})
	}
	if len(members) < 2 {
		return nil, errFew
	}
	mean := map[string]int{}
	var list []string
	for team, all := range members {
		all = tourney.InOrder(all)
		all = all[:min(len(all), s.Settings.TeamBoards)]
		for _, p := range all {
			mean[team] += p.Rating
		}
		mean[team] /= len(all)
		list = append(list, team)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(mean[b], mean[a]), cmp.Compare(a, b)) })
	return list, nil
}

// lineup returns the members of a team who can play in the next round. Package tourney sorts them
// by board number.
func (s *State) lineup(team string, rank ranking) (list []tourney.Player) {
	round := s.next()
	for i := range s.Entrants {
		if x := &s.Entrants[i]; x.Team == team && s.present(round, x.ID) && s.Asked(round, x.ID) == "" {
			list = append(list, tourney.Player{Number: rank.number[x.ID], Board: x.Board})
		}
	}
	return list
}

// pairTeams pairs the teams for the next round, and their members by board order. If a team has too
// few members, the member of the other team who has no opponent gets a full-point bye. A team
// without an opponent wins its match and gets half of the points on its boards.
func (s *State) pairTeams() (f Fact, err error) {
	rank := s.ranking()
	t := s.teamTable()
	var round tourney.Round
	if s.Settings.Format == RoundRobin {
		numbers := make([]int, len(s.TeamOrder))
		for i := range numbers {
			numbers[i] = i + 1
		}
		round = tourney.RoundRobin(numbers, s.Settings.Cycles)[s.next()-1]
	} else {
		var byes []tourney.Bye
		for i, team := range s.TeamOrder {
			if len(s.lineup(team, rank)) == 0 {
				byes = append(byes, tourney.Bye{Player: i + 1, Kind: tourney.Absent})
			}
		}
		if round, err = swiss.Pair(t, byes); err != nil {
			return f, pairingError(err)
		}
	}
	for _, g := range round.Games {
		home, away := s.TeamOrder[g.White-1], s.TeamOrder[g.Black-1]
		f.Matches = append(f.Matches, Encounter{home, away})
		games := tourney.Boards(s.lineup(home, rank), s.lineup(away, rank), s.Settings.TeamBoards)
		for _, b := range games.Games {
			f.Boards = append(f.Boards, Board{First: rank.entrants[b.White-1], Second: rank.entrants[b.Black-1], Tie: len(f.Matches)})
		}
		for _, b := range games.Byes {
			f.Byes = append(f.Byes, Bye{Entrant: rank.entrants[b.Player-1], Kind: FullBye})
		}
	}
	for _, b := range round.Byes {
		if b.Kind != tourney.PairingBye {
			continue
		}
		team := s.TeamOrder[b.Player-1]
		f.Matches = append(f.Matches, Encounter{Home: team})
		for i, p := range tourney.InOrder(s.lineup(team, rank)) {
			if i < s.Settings.TeamBoards {
				f.Byes = append(f.Byes, Bye{Entrant: rank.entrants[p.Number-1], Kind: HalfBye})
			}
		}
	}
	return f, nil
}

// twins links boards 1 and 2 of each team match, boards 3 and 4, and so on. The two linked boards
// are played with the same deal of hidden pieces, so that each team has each side of the deal
// once. A board without a partner, because a team has too few members, gets a deal of its own.
func (s *State) twins(boards []Board) {
	at := map[int]int{} // boards counted so far in each match, by the number of the match
	for i := range boards {
		b := &boards[i]
		at[b.Tie]++
		if at[b.Tie]%2 == 1 || boards[i-1].Tie != b.Tie {
			continue
		}
		a := &boards[i-1]
		if a.Match != "" && b.Match != "" && s.Entrant(a.First).Team == s.Entrant(b.Second).Team {
			a.Twin, b.Twin = i+1, i
		}
	}
}

// onBoards returns, for each round, the points that the boards of each team have scored.
func (s *State) onBoards() []map[string]int {
	t, rank := s.table()
	list := make([]map[string]int, len(s.Rounds))
	for i := range list {
		list[i] = map[string]int{}
	}
	for _, line := range t.Lines() {
		team := s.Entrant(rank.entrants[line.Player.Number-1]).Team
		for i, e := range line.Entries {
			list[i][team] += e.Points
		}
	}
	return list
}

// teamTable returns the event as a table of package tourney in which the teams are the players. In
// each match the team with more points on its boards wins. An unfinished match has no result.
func (s *State) teamTable() *tourney.Table {
	number := map[string]int{}
	t := &tourney.Table{Scoring: tourney.TwoOne, Total: s.total(), First: tourney.White, All: s.Settings.Format == RoundRobin}
	if s.Second {
		t.First = tourney.Black
	}
	for i, team := range s.TeamOrder {
		number[team] = i + 1
		t.Players = append(t.Players, tourney.Player{Number: i + 1, Team: team})
	}
	points := s.onBoards()
	for i := range s.Rounds {
		var round tourney.Round
		for j, m := range s.Rounds[i].Matches {
			home, away := points[i][m.Home], points[i][m.Away]
			g := tourney.Game{White: number[m.Home], Black: number[m.Away], Result: tourney.Draw}
			switch {
			case m.Away == "":
				round.Byes = append(round.Byes, tourney.Bye{Player: number[m.Home], Kind: tourney.PairingBye})
				continue
			case slices.ContainsFunc(s.Rounds[i].Boards, func(b Board) bool { return b.Tie == j+1 && b.Result.Result == "" }):
				g.Result = tourney.Pending
			case home > away:
				g.Result = tourney.WhiteWins
			case home < away:
				g.Result = tourney.BlackWins
			}
			round.Games = append(round.Games, g)
		}
		t.Rounds = append(t.Rounds, round)
	}
	return t
}

// matchPlaces ranks the teams of a team event by match points, then by the points scored on the
// boards.
func (s *State) matchPlaces() (list []TeamPlace) {
	boards := map[string]int{}
	for _, round := range s.onBoards() {
		for team, points := range round {
			boards[team] += points
		}
	}
	for _, line := range s.teamTable().Lines() {
		list = append(list, TeamPlace{Team: line.Player.Team, Score: line.Score, Boards: boards[line.Player.Team]})
	}
	compare := func(a, b TeamPlace) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Boards, a.Boards))
	}
	slices.SortStableFunc(list, compare)
	for i := range list {
		for j := range s.Entrants {
			if s.Entrants[j].Team == list[i].Team {
				list[i].Members = append(list[i].Members, s.Entrants[j].ID)
			}
		}
		list[i].Place = i + 1
		if i > 0 && compare(list[i-1], list[i]) == 0 {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}
