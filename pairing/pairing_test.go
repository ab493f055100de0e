package pairing

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var t0 = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 7)) } //nolint:gosec // the tests need the same random numbers in each run

// pool returns a random pool: some players have waited, some avoid others, and some players
// have more than one ticket.
func pool(r *rand.Rand, n int) []Ticket {
	list := make([]Ticket, n)
	for i := range list {
		list[i] = Ticket{
			Player: fmt.Sprint("p", i), Rating: 1500 + 300*r.NormFloat64(), Rated: r.IntN(3) > 0,
			Since: t0.Add(-time.Duration(r.IntN(20_000)) * time.Millisecond), Lead: r.IntN(7) - 3,
		}
		if i > 0 && r.IntN(10) == 0 {
			list[i].Avoid = []string{list[r.IntN(i)].Player}
		}
		if i > 0 && r.IntN(30) == 0 {
			list[i].Player = list[r.IntN(i)].Player
		}
	}
	return list
}

// TestPairs checks that no player is paired twice or with themself, that every pair is feasible,
// and that in a small pool no feasible pair is left over.
func TestPairs(t *testing.T) {
	for seed := range uint64(100) {
		r := seeded(seed)
		list := pool(r, r.IntN(small))
		taken := map[string]bool{}
		for _, p := range Pairs(list, t0, func() bool { return r.IntN(2) == 0 }) {
			a, b := &list[p.First], &list[p.Second]
			if taken[a.Player] || taken[b.Player] || !Feasible(a, b, t0) {
				t.Fatalf("seed %d pairs %+v with %+v", seed, a, b)
			}
			if a.Lead > b.Lead {
				t.Fatalf("seed %d gives the first side to %+v, not to %+v", seed, a, b)
			}
			taken[a.Player], taken[b.Player] = true, true
		}
		for i := range list {
			for j := range list[:i] {
				if a, b := &list[i], &list[j]; !taken[a.Player] && !taken[b.Player] && Feasible(a, b, t0) {
					t.Fatalf("seed %d leaves %+v and %+v", seed, a, b)
				}
			}
		}
	}
}

// TestOrder checks that the pairs do not depend on the order of the tickets.
func TestOrder(t *testing.T) {
	names := func(list []Ticket) (all []string) {
		for _, p := range Pairs(list, t0, func() bool { return true }) {
			pair := []string{list[p.First].Player, list[p.Second].Player}
			slices.Sort(pair)
			all = append(all, fmt.Sprint(pair))
		}
		slices.Sort(all)
		return all
	}
	r := seeded(3)
	for range 50 {
		list := pool(r, 60)
		for i := range list {
			list[i].Player = fmt.Sprint("p", i)
		}
		one := names(list)
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		if two := names(list); !slices.Equal(one, two) {
			t.Fatalf("%v, in another order %v", one, two)
		}
	}
}

// TestWaiting checks that two players alone in the pool are paired after a time that depends on the
// gap between their ratings.
func TestWaiting(t *testing.T) {
	coin := func() bool { return true }
	for _, c := range []struct {
		a, b, seconds float64
		mixed, paired bool
	}{
		{1500, 1500, 0, false, true}, {1500, 1650, 0, false, true}, {1500, 1660, 0, false, false},
		{1500, 1660, 1, false, true}, {1500, 2700, 6, false, false}, {1500, 2700, 7, false, true}, {800, 2700, 7, true, true},
		{1500, 1500, 0, true, true}, {1500, 1600, 0, true, false}, {1500, 1600, 2, true, true},
	} {
		since := t0.Add(-time.Duration(c.seconds * float64(time.Second)))
		list := []Ticket{{Player: "a", Rating: c.a, Rated: true, Since: since}, {Player: "b", Rating: c.b, Rated: !c.mixed, Since: since}}
		if got := len(Pairs(list, t0, coin)) == 1; got != c.paired {
			t.Errorf("%+v: paired is %v", c, got)
		}
	}
}

// TestColours lets 1,000 players play 20 games each and return to the pool after each game. For 99
// % of them, the numbers of games on the two sides must differ by at most 2, and opponents must
// have similar ratings.
func TestColours(t *testing.T) {
	r := seeded(11)
	const players, games = 1000, 20
	list := make([]Ticket, players)
	played := make([]int, players)
	var leads [games + 1]int // number of players by the largest lead of games on one side that they ever had
	most := make([]int, players)
	for i := range list {
		list[i] = Ticket{Player: fmt.Sprint("p", i), Rating: 1500 + 250*r.NormFloat64(), Rated: true, Since: t0.Add(time.Duration(r.IntN(60)) * time.Second)}
	}
	var gaps, waits []float64
	for now, left := t0, players*games; left > 1 && now.Before(t0.Add(4*time.Hour)); now = now.Add(time.Second) {
		var at []int // indexes in list of the players who wait
		var waiting []Ticket
		for i := range list {
			if played[i] < games && !list[i].Since.After(now) {
				at, waiting = append(at, i), append(waiting, list[i])
			}
		}
		for _, p := range Pairs(waiting, now, func() bool { return r.IntN(2) == 0 }) {
			first, second := at[p.First], at[p.Second]
			list[first].Lead++
			list[second].Lead--
			gaps = append(gaps, math.Abs(list[first].Rating-list[second].Rating))
			ends := now.Add(time.Duration(60+r.IntN(600)) * time.Second)
			for _, i := range []int{first, second} {
				waits = append(waits, waited(&list[i], now))
				most[i] = max(most[i], abs(list[i].Lead))
				list[i].Since = ends
				played[i]++
				left--
			}
		}
	}
	for _, n := range most {
		leads[n]++
	}
	far := 0
	for n, players := range leads {
		if n > 2 {
			far += players
		}
	}
	slices.Sort(gaps)
	slices.Sort(waits)
	half, most95 := len(gaps)/2, len(gaps)*95/100
	t.Logf("%d games; players by largest lead %v; gap median %.0f, p95 %.0f; wait median %.0f s, p95 %.0f s",
		len(gaps), leads[:6], gaps[half], gaps[most95], waits[2*half], waits[2*most95])
	if far > players/100 || gaps[half] > 60 || waits[2*most95] > 10 || len(gaps) < players*games/2-1 {
		t.Errorf("%d of %d players had a side more than twice too often at some time; %d games", far, players, len(gaps))
	}
}

// BenchmarkPairs pairs a pool of 5,000 players. The target is less than 3 ms of CPU time per pair.
func BenchmarkPairs(b *testing.B) {
	r := seeded(5)
	list := pool(r, 5000)
	for b.Loop() {
		Pairs(list, t0, func() bool { return true })
	}
}
