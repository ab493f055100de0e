package events

import (
	"math/rand/v2"
	"testing"

	"kydai/tourney"
)

// TestTeams checks that teams are paired by the pairing rules and their members by board number. It
// also checks that the ranking of the teams agrees with package tourney.
func TestTeams(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 3))
	for _, format := range []Format{Swiss, RoundRobin} {
		for _, teams := range []int{4, 6} {
			s, ctx := newService(newMemory(), 2), t.Context()
			settings := wooden()
			settings.Format, settings.Rounds, settings.Cycles, settings.TeamBoards = format, 3, 0, 3
			if format == RoundRobin {
				settings.Rounds, settings.Cycles = 0, 1
			}
			e := teamed(t, s, settings, teams, 4)
			met := map[[2]string]bool{}
			for round := 1; round <= e.Total(); round++ {
				e = ok(s.Pair(ctx, boss, e.ID, round))(t)
				r := e.Rounds[round-1]
				if len(r.Matches) != teams/2 || len(r.Boards) != 3*teams/2 {
					t.Fatalf("%s, round %d: %+v", format, round, r)
				}
				checkMatches(t, e, &r, met)
				e = finish(t, s, e, func(*Board) string { return []string{FirstWins, SecondWins, Drawn}[chance.IntN(3)] })
			}
			if format == RoundRobin && (e.Total() != teams-1 || len(met) != teams*(teams-1)/2) {
				t.Errorf("%d rounds, %d pairs of teams", e.Total(), len(met))
			}
			table, _ := e.table()
			want := table.TeamMatches(tourney.TwoOne)
			got, unit := e.Teams(0)
			byTeam := map[string]TeamPlace{}
			for _, p := range got {
				byTeam[p.Team] = p
			}
			for _, w := range want {
				if p := byTeam[w.Team]; p.Place != w.Place || p.Score != w.Match || p.Boards != w.Boards || unit != 2 || len(p.Members) != 4 {
					t.Errorf("%s is %+v; want %+v", w.Team, p, w)
				}
			}
			refused(s.Enter(ctx, player(1), e.ID))(t, WrongState)
			refused(s.Explain(ctx, boss, e.ID, 1))(t, WrongState)
		}
	}
}

// checkMatches checks that the two teams of each match have not met before, and that its
// boards have members of both teams in board order, with alternating sides.
func checkMatches(t *testing.T, e *State, r *Round, met map[[2]string]bool) {
	t.Helper()
	number := map[int]int{}
	for _, b := range r.Boards {
		m := r.Matches[b.Tie-1]
		number[b.Tie]++
		first, second := e.Entrant(b.First), e.Entrant(b.Second)
		if number[b.Tie]%2 == 0 {
			first, second = second, first
		}
		if first.Team != m.Home || second.Team != m.Away || first.Board != number[b.Tie] || second.Board != number[b.Tie] {
			t.Errorf("board %+v of the match %+v", b, m)
		}
	}
	for _, m := range r.Matches {
		if met[[2]string{m.Home, m.Away}] || met[[2]string{m.Away, m.Home}] {
			t.Errorf("%+v meet again", m)
		}
		met[[2]string{m.Home, m.Away}] = true
	}
}

// TestTeamBye checks that a team without an opponent wins its match and gets half of the points on
// its boards. It also checks that a team with too few members loses the points of its empty boards.
func TestTeamBye(t *testing.T) {
	s, ctx := newService(newMemory(), 2), t.Context()
	settings := wooden()
	settings.TeamBoards, settings.CheckIn = 2, true
	e := teamed(t, s, settings, 3, 2)
	for id := 1; id <= 6; id++ {
		if id != 4 { // entrant 4, who plays the second board of team T1, stays absent
			ok(s.CheckIn(ctx, boss, e.ID, id, 1, true))(t)
		}
	}
	e = ok(s.Pair(ctx, boss, e.ID, 1))(t)
	e = finish(t, s, e, func(*Board) string { return Drawn })
	scores := map[string][2]int{}
	list, _ := e.Teams(0)
	for _, p := range list {
		scores[p.Team] = [2]int{p.Score, p.Boards}
	}
	// T0 and T1 meet. One board is drawn. On the other board T0's player has no opponent and gets
	// the point, so T0 wins the match.
	if scores["T0"] != [2]int{2, 3} || scores["T1"] != [2]int{0, 1} || scores["T2"] != [2]int{2, 2} {
		t.Errorf("the teams are %v; the round is %+v", scores, e.Rounds[0])
	}
	refused(s.PairByHand(ctx, boss, e.ID, 2, [][2]int{{1, 2}}, nil))(t, WrongState)
	refused(s.Describe(ctx, boss, e.ID, Entrant{ID: 1, Name: "x", Rating: 2000, Team: "T2"}))(t, WrongState)
}

// TestTeamBest checks that if single entrants are paired, the best members count for their team in
// every format. It also checks that categories are ranked separately.
func TestTeamBest(t *testing.T) {
	s, ctx := newService(newMemory(), 2), t.Context()
	for _, format := range []Format{Swiss, Knockout} {
		settings := wooden()
		settings.Format, settings.TeamBest = format, 1
		if format != Swiss {
			settings.Rounds = 0
		}
		e := teamed(t, s, settings, 2, 4)
		e = ok(s.Pair(ctx, boss, e.ID, 1))(t)
		e = finish(t, s, e, stronger)
		one, _ := e.Teams(0)
		three, _ := e.Teams(3)
		if len(one) != 2 || len(one[0].Members) != 1 || len(three[0].Members) != 3 || one[0].Score != 2 {
			t.Errorf("%s: %+v and %+v", format, one, three)
		}
		odd, _ := e.Standings("odd")
		if len(odd) != 4 || odd[0].Place != 1 || odd[3].Place < odd[0].Place {
			t.Errorf("%s: the category is %+v", format, odd)
		}
	}
	settings := wooden()
	settings.TeamBoards = 2
	e := ok(s.Create(ctx, boss, settings))(t)
	ok(s.OpenEntries(ctx, boss, e.ID))(t)
	for i := range 3 {
		ok(s.Enter(ctx, player(i+1), e.ID))(t)
	}
	refused(s.Start(ctx, boss, e.ID))(t, WrongState) // the entrants are in no team
}
