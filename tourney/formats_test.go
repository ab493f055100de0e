package tourney_test

import (
	"math/bits"
	"math/rand/v2"
	"reflect"
	"testing"

	"kydai/tourney"
)

// TestBergerTable compares the round-robin schedule with the published Berger table for five or six
// players.
func TestBergerTable(t *testing.T) {
	want := [][][2]int{
		{{1, 6}, {2, 5}, {3, 4}},
		{{6, 4}, {5, 3}, {1, 2}},
		{{2, 6}, {3, 1}, {4, 5}},
		{{6, 5}, {1, 4}, {2, 3}},
		{{3, 6}, {4, 2}, {5, 1}},
	}
	for r, round := range tourney.RoundRobin([]int{1, 2, 3, 4, 5, 6}, 1) {
		games := map[[2]int]bool{}
		for _, g := range round.Games {
			games[[2]int{g.White, g.Black}] = true
		}
		for _, pair := range want[r] {
			if !games[pair] {
				t.Errorf("round %d has %v, not %v", r+1, round.Games, pair)
			}
		}
		if first := (tourney.Game{White: want[r][0][0], Black: want[r][0][1]}); round.Games[0] != first {
			t.Errorf("board 1 of round %d is %v", r+1, round.Games[0])
		}
	}
}

func TestRoundRobin(t *testing.T) {
	for n := range 25 {
		players := make([]int, n)
		for i := range players {
			players[i] = 100 + i
		}
		for cycles := 1; cycles <= 2; cycles++ {
			rounds := tourney.RoundRobin(players, cycles)
			if want := cycles * (n - 1 + n%2); n > 1 && len(rounds) != want {
				t.Fatalf("%d players: %d rounds, want %d", n, len(rounds), want)
			}
			met, white, games := map[[2]int]int{}, map[int]int{}, 0
			for _, round := range rounds {
				here := map[int]bool{}
				for _, g := range round.Games {
					if here[g.White] || here[g.Black] || g.White == g.Black {
						t.Fatalf("%d players: twice in %v", n, round)
					}
					here[g.White], here[g.Black] = true, true
					met[[2]int{g.White, g.Black}]++
					white[g.White]++
					white[g.Black]--
					games++
				}
			}
			if games != cycles*n*(n-1)/2 || len(met) != games {
				t.Fatalf("%d players: %d games, %d different", n, games, len(met))
			}
			for pair := range met {
				if both := met[[2]int{pair[1], pair[0]}] == 1; both != (cycles == 2) {
					t.Fatalf("%d players: %v in %d cycles", n, pair, cycles)
				}
			}
			for p, balance := range white {
				if balance < -1 || balance > 1 || balance != 0 && cycles == 2 {
					t.Fatalf("%d players: %d has white %d times too often", n, p, balance)
				}
			}
		}
	}
}

// run plays a knock-out plan to its end. The function choose returns the winner of a duel. run
// returns the duels and the number of losses of each player.
func run(t *testing.T, ties []tourney.Tie, players []int, choose func(tourney.Duel) int) ([]tourney.Duel, map[int]int) {
	t.Helper()
	winners, losses := map[int]int{}, map[int]int{}
	for range len(ties) + 1 {
		duels, err := tourney.Resolve(ties, players, winners)
		if err != nil {
			t.Fatal(err)
		}
		ready := false
		for _, d := range duels {
			if d.Ready {
				ready = true
				w := choose(d)
				winners[d.Number] = w
				losses[d.Players[0]+d.Players[1]-w]++
			}
		}
		if !ready {
			return duels, losses
		}
	}
	t.Fatal("the plan does not end")
	return nil, nil
}

func seedsOf(n int) (players []int) {
	for i := range n {
		players = append(players, 10*(i+1))
	}
	return players
}

func TestEliminations(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for n := 2; n <= 70; n++ {
		for double := range 2 {
			ties := tourney.Knockout(n, false)
			if double == 1 {
				ties = tourney.DoubleElimination(n)
			}
			for range 3 {
				duels, losses := run(t, ties, seedsOf(n), func(d tourney.Duel) int { return d.Players[r.IntN(2)] })
				champion := duels[len(duels)-1].Winner
				for _, p := range seedsOf(n) {
					if lost := losses[p]; p != champion && lost != double+1 || p == champion && lost > double {
						t.Fatalf("%d players: %d lost %d times; the champion is %d", n, p, lost, champion)
					}
				}
			}
			// If the higher seed wins every game, the final must be between the first two seeds,
			// and the first seed must win it.
			duels, _ := run(t, ties, seedsOf(n), func(d tourney.Duel) int { return min(d.Players[0], d.Players[1]) })
			final := duels[len(duels)-1-double]
			if final.Side != tourney.Final || final.Winner != 10 || final.Players != [2]int{10, 20} {
				t.Fatalf("%d players: the final is %+v", n, final)
			}
			if double == 1 && !duels[len(duels)-1].Free {
				t.Fatalf("%d players: a second final, but the first decided", n)
			}
		}
	}
}

// TestSeeding checks the seeding for a tournament in which the higher seed always wins. In each tie
// the sum of the two seeds must be the number of players in the round plus one.
func TestSeeding(t *testing.T) {
	for n := 2; n <= 64; n++ {
		size := 1 << bits.Len(uint(n-1))
		duels, _ := run(t, tourney.Knockout(n, false), seedsOf(n), func(d tourney.Duel) int { return min(d.Players[0], d.Players[1]) })
		for _, d := range duels {
			places := size >> (d.Round - 1)
			if a, b := d.Players[0]/10, d.Players[1]/10; a > 0 && b > 0 && a+b != places+1 {
				t.Fatalf("%d players, round %d: %d meets %d", n, d.Round, a, b)
			}
			if d.Free != (d.Players[0] == 0 || d.Players[1] == 0) {
				t.Fatalf("%+v", d)
			}
		}
	}
}

func TestThirdPlace(t *testing.T) {
	ties := tourney.Knockout(4, true)
	duels, _ := run(t, ties, seedsOf(4), func(d tourney.Duel) int { return min(d.Players[0], d.Players[1]) })
	if d := duels[2]; d.Side != tourney.Third || d.Winner != 30 || d.Players[0]+d.Players[1] != 70 {
		t.Errorf("%+v", d)
	}
	if _, err := tourney.Resolve(ties, seedsOf(4), map[int]int{1: 20}); err == nil {
		t.Error("a winner who is not in the tie is accepted")
	}
	if _, err := tourney.Resolve(ties, seedsOf(4), map[int]int{4: 10}); err == nil {
		t.Error("a winner of a tie without players is accepted")
	}
}

func TestBestMembers(t *testing.T) {
	place := func(n, number, score int, team string) tourney.Place {
		return tourney.Place{Place: n, Line: tourney.Line{Player: tourney.Player{Number: number, Team: team}, Score: score}}
	}
	places := []tourney.Place{
		place(1, 4, 9, "a"), place(2, 2, 8, "b"), place(3, 1, 8, "c"), place(4, 5, 7, "b"),
		place(5, 3, 7, "c"), place(6, 6, 5, "a"), place(7, 7, 5, "a"), place(8, 8, 3, ""), place(9, 9, 15, "d"),
	}
	want := []struct {
		place, score int
		team         string
	}{{1, 15, "b"}, {2, 15, "c"}, {3, 15, "d"}, {4, 14, "a"}}
	teams := tourney.BestMembers(places, 2)
	if len(teams) != len(want) {
		t.Fatalf("%v", teams)
	}
	for i, w := range want {
		if got := teams[i]; got.Place != w.place || got.Team != w.team || got.Score != w.score {
			t.Errorf("place %d: %s with %d, want %v", got.Place, got.Team, got.Score, w)
		}
	}
	if tourney.BestMembers(places, 0) != nil {
		t.Error("teams of no members")
	}
}

func TestTeamMatches(t *testing.T) {
	table := &tourney.Table{Scoring: tourney.OneHalf}
	for i := range 9 {
		table.Players = append(table.Players, tourney.Player{Number: i + 1, Team: []string{"a", "b", "c"}[i%3], Board: 3 - i/3})
	}
	team := func(name string) (members []tourney.Player) {
		for _, p := range table.Players {
			if p.Team == name {
				members = append(members, p)
			}
		}
		return members
	}
	round := tourney.Boards(team("a"), team("b"), 3)
	want := []tourney.Game{{White: 7, Black: 8}, {White: 5, Black: 4}, {White: 1, Black: 2}}
	if !reflect.DeepEqual(round.Games, want) {
		t.Fatalf("%v, want %v", round.Games, want)
	}
	round.Games[0].Result = tourney.WhiteWins // game 1 of the match is won by team a
	round.Games[1].Result = tourney.WhiteWins // game 2 of the match is won by team b, which has white
	round.Games[2].Result = tourney.Draw
	second := tourney.Boards(team("c"), team("b")[1:], 3)
	if len(second.Games) != 2 || len(second.Byes) != 1 || second.Byes[0] != (tourney.Bye{Player: 3, Kind: tourney.FullBye}) {
		t.Fatalf("%v", second)
	}
	second.Games[0].Result = tourney.BlackWins // game 1 of the second match is won by team b
	second.Games[1].Result = tourney.Draw
	table.Rounds = []tourney.Round{round, second}
	if err := table.Check(); err != nil {
		t.Fatal(err)
	}
	got := table.TeamMatches(tourney.TwoOne)
	wantTeams := []tourney.TeamLine{{1, "b", 2, 6}, {2, "a", 1, 3}, {2, "c", 1, 3}}
	if !reflect.DeepEqual(got, wantTeams) {
		t.Errorf("%v, want %v", got, wantTeams)
	}
}

// TestNoEarlyRematch checks double eliminations: a player who loses in the second round of the
// upper side must not immediately meet a player whom they beat in the first round.
func TestNoEarlyRematch(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for n := 5; n <= 64; n++ {
		met := map[int]bool{}
		run(t, tourney.DoubleElimination(n), seedsOf(n), func(d tourney.Duel) int {
			if d.Side == tourney.Lower && d.Round == 2 && met[d.Players[0]*1000+d.Players[1]] {
				t.Fatalf("%d players: %v again", n, d.Players)
			}
			met[d.Players[0]*1000+d.Players[1]], met[d.Players[1]*1000+d.Players[0]] = true, true
			return d.Players[r.IntN(2)]
		})
	}
}
