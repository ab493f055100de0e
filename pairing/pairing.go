// Package pairing decides who plays whom among the players who wait in one
// pool: the same game on the same terms. It is pure: time and chance are
// arguments, and nothing is read or written.
//
// Two players may be paired if the gap between their ratings, less a bonus for
// the time both have waited, is within a bound, or if both have waited for
// Longest. Of all such pairs the cheapest
// come first: small gaps, long waits, and one player who had the first side
// more often than the other.
package pairing

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Ticket is a player who waits for an opponent.
type Ticket struct {
	Player string
	Rating float64 // mean
	// Rated is true for an account. Two accounts play a rated game; with a guest
	// the game is unrated, which costs Mixed points.
	Rated bool
	Since time.Time
	// Lead is how many more games the player had with the first side than with
	// the second.
	Lead int
	// Avoid are players with whom the player is not paired.
	Avoid []string
}

// Pair names two tickets by their places in the list. First has the first side.
type Pair struct{ First, Second int }

// The bounds of a pair, in points of rating.
const (
	Near     = 150.0 // the gap at which two players are paired at once
	PerWait  = 30.0  // what each second of waiting of each player adds to it
	Mixed    = 120.0 // what a pair of an account and a guest costs
	PerLead  = 25.0  // what it costs that both players are due the same side
	perAge   = 10.0  // what each second of waiting takes off the cost of a pair
	mostLead = 4     // leads above this cost no more
)

// Longest is the time after which two players are paired whatever their gap, so
// that nobody waits for ever beside somebody else.
const Longest = 7 * time.Second

const (
	// window is how many neighbours by rating are looked at on each side in a
	// large pool.
	window = 24
	// small is the number of tickets up to which all pairs are looked at.
	small = 256
)

// Feasible reports whether two tickets may be paired at a time.
func Feasible(a, b *Ticket, now time.Time) bool {
	if a.Player == b.Player || slices.Contains(a.Avoid, b.Player) || slices.Contains(b.Avoid, a.Player) {
		return false
	}
	x, y := waited(a, now), waited(b, now)
	return gap(a, b) <= Near+PerWait*(x+y) || min(x, y) >= Longest.Seconds()
}

// gap is the distance of two players in points.
func gap(a, b *Ticket) float64 {
	d := math.Abs(a.Rating - b.Rating)
	if a.Rated != b.Rated {
		d += Mixed
	}
	return d
}

// waited is the time of waiting in seconds.
func waited(t *Ticket, now time.Time) float64 { return max(0, now.Sub(t.Since).Seconds()) }

// cost orders the feasible pairs: the smallest first.
func cost(a, b *Ticket, now time.Time) float64 {
	c := gap(a, b) - perAge*(waited(a, now)+waited(b, now))
	if a.Lead*b.Lead > 0 {
		c += PerLead * float64(min(abs(a.Lead), abs(b.Lead), mostLead))
	}
	return c
}

func abs(n int) int { return max(n, -n) }

// edge is a feasible pair with its cost.
type edge struct {
	a, b int
	cost float64
}

// Pairs pairs as many tickets as it can: no player twice, only feasible pairs.
// In a pool of up to 256 tickets no feasible pair is left over. coin decides
// who has the first side where neither player is due it.
func Pairs(tickets []Ticket, now time.Time, coin func() bool) []Pair {
	left := make([]int, len(tickets))
	for i := range left {
		left[i] = i
	}
	slices.SortFunc(left, func(i, j int) int {
		a, b := &tickets[i], &tickets[j]
		return cmp.Or(cmp.Compare(a.Rating, b.Rating), a.Since.Compare(b.Since), cmp.Compare(a.Player, b.Player))
	})
	taken := map[string]bool{}
	var pairs []Pair
	for {
		before := len(pairs)
		edges := edgesOf(tickets, left, now)
		for _, e := range edges {
			a, b := &tickets[e.a], &tickets[e.b]
			if taken[a.Player] || taken[b.Player] {
				continue
			}
			taken[a.Player], taken[b.Player] = true, true
			pairs = append(pairs, sides(tickets, e.a, e.b, coin))
		}
		if len(pairs) == before {
			return pairs
		}
		left = slices.DeleteFunc(left, func(i int) bool { return taken[tickets[i].Player] })
	}
}

// edgesOf lists feasible pairs among the tickets left, which are sorted by
// rating, the cheapest first.
func edgesOf(tickets []Ticket, left []int, now time.Time) (all []edge) {
	reach := window
	if len(left) <= small {
		reach = small
	}
	for n, i := range left {
		for _, j := range left[n+1 : min(n+1+reach, len(left))] {
			if a, b := &tickets[i], &tickets[j]; Feasible(a, b, now) {
				all = append(all, edge{i, j, cost(a, b, now)})
			}
		}
	}
	slices.SortFunc(all, func(x, y edge) int {
		return cmp.Or(cmp.Compare(x.cost, y.cost), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return all
}

// sides gives the first side to the player who had it less often.
func sides(tickets []Ticket, i, j int, coin func() bool) Pair {
	switch a, b := tickets[i].Lead, tickets[j].Lead; {
	case a < b:
		return Pair{i, j}
	case a > b:
		return Pair{j, i}
	case coin():
		return Pair{i, j}
	}
	return Pair{j, i}
}
