package tourney_test

import (
	"math/rand/v2"
	"testing"

	"kydai/tourney"
)

// completions returns all possible continuations of a series with n more games.
func completions(games []int, n int) (all [][]int) {
	if n <= 0 {
		return [][]int{games}
	}
	for _, g := range []int{-1, 0, 1} {
		all = append(all, completions(append(append([]int{}, games...), g), n-1)...)
	}
	return all
}

func sum(games []int) (n int) {
	for _, g := range games {
		n += g
	}
	return n
}

func sign(n int) int { return min(max(n, -1), 1) }

// decided computes the winner of a series by brute force, to check Next. A player wins if the
// player leads after the counted games in every possible continuation. Otherwise the first decisive
// game after the counted games decides.
func decided(games []int, counted int) int {
	for i := range games {
		so := games[:i+1]
		if len(so) > counted {
			if so[i] != 0 {
				return so[i]
			}
			continue
		}
		ways := completions(so, counted-len(so))
		winner := sign(sum(ways[0]))
		for _, way := range ways {
			if sign(sum(way)) != winner {
				winner = 0
			}
		}
		if winner != 0 {
			return winner
		}
	}
	return 0
}

// TestSeries compares Next with brute force for every series of up to seven games.
func TestSeries(t *testing.T) {
	for counted := 1; counted <= 5; counted++ {
		for deciding := range 3 {
			s := tourney.Series{Games: counted, Deciding: deciding}
			for n := range counted + deciding + 1 {
				for _, games := range completions(nil, n) {
					winner, more := s.Next(games)
					want := decided(games, counted)
					if winner != want || more != (want == 0 && n < counted+deciding) {
						t.Fatalf("%+v after %v: %d, %t; want %d", s, games, winner, more, want)
					}
				}
			}
		}
	}
	if winner, more := (tourney.Series{}).Next([]int{-1}); winner != -1 || more {
		t.Error("the zero series is not one game")
	}
}

// TestRest checks the number of remaining rounds before every round. It also checks that the final
// places agree with the losses.
func TestRest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for n := 2; n <= 40; n++ {
		for form := range 3 {
			ties := [][]tourney.Tie{tourney.Knockout(n, false), tourney.Knockout(n, true), tourney.DoubleElimination(n)}[form]
			winners, losses, out := map[int]int{}, map[int]int{}, map[int]int{}
			round := 0
			var rests []int
			for {
				duels, err := tourney.Resolve(ties, seedsOf(n), winners)
				if err != nil {
					t.Fatal(err)
				}
				rests = append(rests, tourney.Rest(duels))
				played := false
				for _, d := range duels {
					if d.Ready {
						played = true
						w := d.Players[r.IntN(2)]
						winners[d.Number] = w
						losses[d.Players[0]+d.Players[1]-w]++
						out[d.Players[0]+d.Players[1]-w] = round
					}
				}
				if !played {
					checkCame(t, n, form, duels, losses, out)
					break
				}
				round++
			}
			for i, rest := range rests {
				// the estimate may be one too high, because of a second final that was not needed
				if left := round - i; rest != left && (form < 2 || rest != left+1) {
					t.Fatalf("%d players, form %d: %d rounds of %d are left before round %d", n, form, rest, round, i+1)
				}
			}
		}
	}
}

// checkCame checks that the champion has the best place. In a double elimination without byes, a
// player who was eliminated later must have at least as good a place as a player who was eliminated
// earlier.
func checkCame(t *testing.T, n, form int, duels []tourney.Duel, losses, out map[int]int) {
	t.Helper()
	came := tourney.Came(duels)
	champion := duels[len(duels)-1].Winner
	for _, p := range seedsOf(n) {
		if p != champion && came[p] >= came[champion] {
			t.Fatalf("%d players, form %d: %d came as far as the champion", n, form, p)
		}
		for _, q := range seedsOf(n) {
			if form == 2 && n&(n-1) == 0 && p != champion && q != champion && out[p] > out[q] && came[p] < came[q] {
				t.Fatalf("%d players: %d was out after %d but came less far than %d", n, p, q, losses[q])
			}
		}
	}
}
