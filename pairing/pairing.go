// Package pairing pairs the players who wait in one pool: for the same game with the same settings.
// It is pure: the time and random choices are arguments, and the package does no input or output.
//
// Two players may be paired if the gap between their ratings, minus a bonus for the time that both
// have waited, is within a limit, or if both have waited for Longest. Among all such pairs, the
// pairs with the lowest cost are chosen first. The cost is low for small gaps and long waits. It is
// higher if both players have had the same side more often than the other side.
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
	Rating float64 // mean of the player's rating
	// Rated is true for a player with an account. Two accounts play a rated game. An account and a
	// guest play an unrated game; to make such pairs less likely, Mixed points are added to their
	// gap.
	Rated bool
	Since time.Time
	// Lead is the number of the player's games on the first side minus the number of games on the
	// second side.
	Lead int
	// Avoid lists players with whom this player must not be paired.
	Avoid []string
}

// Pair is a pair of players: the indexes of their tickets in the list of tickets. First plays the
// first side.
type Pair struct{ First, Second int }

// Constants of the pairing rule, in rating points.
const (
	Near     = 150.0 // maximum rating gap between two players who have not waited yet
	PerWait  = 30.0  // added to the maximum gap for each second that one of the two players has waited
	Mixed    = 120.0 // added to the gap of an account and a guest
	PerLead  = 25.0  // if both players have had the same side more often: cost per game of the smaller lead
	perAge   = 10.0  // subtracted from the cost for each second that either player has waited
	mostLead = 4     // maximum lead that counts for the cost
)

// Longest is the waiting time after which two players are paired whatever the gap between their
// ratings is, so that no two players wait for ever.
const Longest = 7 * time.Second

const (
	// window is the number of tickets with the next higher and the next lower ratings that are
	// examined for each ticket in a large pool.
	window = 24
	// small is the largest number of tickets for which all pairs are examined.
	small = 256
)

// Feasible reports whether two tickets may be paired at the given time.
func Feasible(a, b *Ticket, now time.Time) bool {
	if a.Player == b.Player || slices.Contains(a.Avoid, b.Player) || slices.Contains(b.Avoid, a.Player) {
		return false
	}
	x, y := waited(a, now), waited(b, now)
	return gap(a, b) <= Near+PerWait*(x+y) || min(x, y) >= Longest.Seconds()
}

// gap returns the distance of two players in rating points, including the cost of pairing an
// account with a guest.
func gap(a, b *Ticket) float64 {
	d := math.Abs(a.Rating - b.Rating)
	if a.Rated != b.Rated {
		d += Mixed
	}
	return d
}

// waited returns the waiting time of a ticket, in seconds.
func waited(t *Ticket, now time.Time) float64 { return max(0, now.Sub(t.Since).Seconds()) }

// cost returns the cost of a feasible pair. Pairs with lower costs are chosen first.
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

// Pairs pairs as many tickets as it can. It pairs no player twice, and returns only feasible pairs.
// In a pool of up to 256 tickets, no two tickets that are left over form a feasible pair. If both
// players have had the first side equally often, coin chooses the first side.
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

// edgesOf lists feasible pairs among the tickets that are left, which must be sorted by rating. The
// cheapest pairs come first.
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

// sides gives the first side to the player who has had the first side less often.
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
