package arena_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kydai/tourney"
	"kydai/tourney/arena"
)

// worth returns the values that make a pairing good, most important first: number of pairs,
// rematches, waiting time of the player who is left out, differences of scores, differences of
// ratings.
func worth(players []arena.Player, pairs [][2]int) []int {
	by := map[int]arena.Player{}
	for _, p := range players {
		by[p.ID] = p
	}
	w := []int{len(pairs), 0, 0, 0, 0}
	for _, p := range pairs {
		a, b := by[p[0]], by[p[1]]
		delete(by, p[0])
		delete(by, p[1])
		if a.Last == b.ID || b.Last == a.ID {
			w[1]--
		}
		w[3] -= (a.Score - b.Score) * (a.Score - b.Score)
		w[4] -= (a.Rating - b.Rating) * (a.Rating - b.Rating)
	}
	for _, left := range by { // count the players who have waited longer than the player who is left out
		for _, p := range players {
			if p.Since < left.Since {
				w[2]++
			}
		}
	}
	return w
}

// best tries all pairings and returns the values (see worth) of the best one.
func best(players, left []arena.Player, pairs [][2]int) (most []int) {
	if len(left) < 2 {
		return worth(players, pairs)
	}
	try := func(w []int) {
		if most == nil || slices.Compare(w, most) > 0 {
			most = w
		}
	}
	for i := 1; i < len(left); i++ {
		rest := slices.Delete(slices.Clone(left[1:]), i-1, i)
		try(best(players, rest, append(slices.Clone(pairs), [2]int{left[0].ID, left[i].ID})))
	}
	if len(left)%2 == 1 {
		try(best(players, left[1:], pairs))
	}
	return most
}

// TestPair checks for small numbers of players that no pairing is better than that of Pair. The
// order of the players must not matter.
func TestPair(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 400 {
		n := 2 + r.IntN(7)
		since := r.Perm(50)
		players := make([]arena.Player, n)
		for i := range players {
			players[i] = arena.Player{ID: i + 1, Score: 2 * r.IntN(4), Rating: 1000 + r.IntN(900), Since: since[i], Firsts: r.IntN(3) - 1}
		}
		for i := range players { // choose random pairs of players whose last game was against each other
			if j := r.IntN(n); j != i && players[i].Last == 0 && players[j].Last == 0 && r.IntN(2) == 0 {
				players[i].Last, players[j].Last = j+1, i+1
			}
		}
		pairs := arena.Pair(players)
		if got, want := worth(players, pairs), best(players, players, nil); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v are paired %v with %v; the best is %v", players, pairs, got, want)
		}
		mixed := slices.Clone(players)
		r.Shuffle(n, func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		if again := arena.Pair(mixed); !reflect.DeepEqual(worth(mixed, again), worth(players, pairs)) {
			t.Fatalf("in another order: %v", again)
		}
		for _, p := range pairs {
			if a, b := players[p[0]-1], players[p[1]-1]; a.Firsts > b.Firsts {
				t.Fatalf("%+v has the first side against %+v", a, b)
			}
		}
	}
}

// TestLargeField pairs many players. Every player, except at most one, must be paired exactly once,
// with an opponent of similar score.
func TestLargeField(t *testing.T) {
	players := make([]arena.Player, 401)
	for i := range players {
		players[i] = arena.Player{ID: i + 1, Score: i / 40, Since: i}
	}
	seen := map[int]bool{}
	pairs := arena.Pair(players)
	for _, p := range pairs {
		for _, id := range p {
			if seen[id] {
				t.Fatalf("%d is paired twice", id)
			}
			seen[id] = true
		}
		if d := players[p[0]-1].Score - players[p[1]-1].Score; d > 1 || d < -1 {
			t.Errorf("%v are %d points apart", p, d)
		}
	}
	if len(pairs) != 200 || arena.Pair(nil) != nil || arena.Pair(players[:1]) != nil {
		t.Errorf("%d pairs", len(pairs))
	}
}

func TestScore(t *testing.T) {
	const w, d, l = tourney.Won, tourney.Drew, tourney.Lost
	for _, c := range []struct {
		games         []tourney.Outcome
		plain, streak int
	}{
		{nil, 0, 0},
		{[]tourney.Outcome{w, w}, 4, 4},
		{[]tourney.Outcome{w, w, w}, 6, 8},
		{[]tourney.Outcome{w, w, d, w}, 7, 8},
		{[]tourney.Outcome{w, w, l, w, w, w}, 10, 12},
		{[]tourney.Outcome{d, w, l, d}, 4, 4},
	} {
		if a, b := arena.Score(c.games, false), arena.Score(c.games, true); a != c.plain || b != c.streak {
			t.Errorf("%v: %d and %d; want %d and %d", c.games, a, b, c.plain, c.streak)
		}
	}
}
