package tourney_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"kydai/tourney"
)

// random returns a tournament table with random pairings, byes, forfeits and absences.
func random(r *rand.Rand) *tourney.Table {
	t := &tourney.Table{Scoring: []tourney.Scoring{tourney.OneHalf, tourney.TwoOne, tourney.ThreeOne}[r.IntN(3)], All: r.IntN(6) == 0}
	n := 2 + r.IntN(12)
	for i := range n {
		p := tourney.Player{Number: i + 1, Rating: 1000 + r.IntN(1000), Team: fmt.Sprintf("team %d", r.IntN(4)), Board: 1 + r.IntN(4)}
		if r.IntN(3) == 0 {
			p.Categories = []string{"women"}
		}
		t.Players = append(t.Players, p)
	}
	left := map[int]bool{}
	for range 1 + r.IntN(8) {
		var round tourney.Round
		var free []int
		for _, p := range r.Perm(n) {
			switch x := r.IntN(14); {
			case left[p], x == 0:
				left[p] = left[p] || r.IntN(2) == 0
			case x == 1:
				round.Byes = append(round.Byes, tourney.Bye{Player: p + 1, Kind: tourney.Kind(3 + r.IntN(4))})
			default:
				free = append(free, p+1)
			}
		}
		for ; len(free) > 1; free = free[2:] {
			g := tourney.Game{White: free[0], Black: free[1], Result: tourney.Result(1 + r.IntN(3))}
			if r.IntN(8) == 0 {
				g.Forfeit = true
				g.Result = []tourney.Result{tourney.WhiteWins, tourney.BlackWins, tourney.NobodyWins}[r.IntN(3)]
			}
			round.Games = append(round.Games, g)
		}
		t.Rounds = append(t.Rounds, round)
	}
	return t
}

// fact describes a player's result in one round. The tests compute the tie-breaks a second time
// from facts, without using code of the package.
type fact struct {
	what     string // win, draw, loss, forfeit-win, forfeit-loss, half, full, zero or pab (pairing-allocated bye)
	opponent int
	white    bool
}

// facts returns the results of one player, round by round.
func facts(t *tourney.Table, player int) (list []fact) {
	for _, round := range t.Rounds {
		f := fact{what: "zero"}
		for _, b := range round.Byes {
			if b.Player == player {
				f.what = map[tourney.Kind]string{tourney.HalfBye: "half", tourney.FullBye: "full", tourney.ZeroBye: "zero", tourney.PairingBye: "pab"}[b.Kind]
			}
		}
		for _, g := range round.Games {
			if g.White != player && g.Black != player {
				continue
			}
			f.white = g.White == player
			f.opponent = g.White + g.Black - player
			won := f.white && g.Result == tourney.WhiteWins || !f.white && g.Result == tourney.BlackWins
			switch {
			case g.Result == tourney.Draw:
				f.what = "draw"
			case won:
				f.what = "win"
			default:
				f.what = "loss"
			}
			if g.Forfeit {
				f.what = "forfeit-" + f.what
			}
		}
		list = append(list, f)
	}
	return list
}

func worth(s tourney.Scoring, what string) int {
	switch what {
	case "win", "forfeit-win", "full":
		return s.Win
	case "draw", "half":
		return s.Draw
	case "pab":
		return s.Bye
	}
	return 0
}

func total(t *tourney.Table, player int) (points int) {
	for _, f := range facts(t, player) {
		points += worth(t.Scoring, f.what)
	}
	return points
}

// seen returns a player's score as it counts for the tie-breaks of opponents: if the player asked
// for byes and never played again, each of these byes counts as a draw.
func seen(t *tourney.Table, player int) (points int) {
	list := facts(t, player)
	if t.All {
		return total(t, player)
	}
	tail := len(list)
	for tail > 0 && slices.Contains([]string{"half", "zero", "forfeit-loss"}, list[tail-1].what) {
		tail--
	}
	for i, f := range list {
		if i >= tail && (f.what == "half" || f.what == "zero") {
			points += t.Scoring.Draw
		} else {
			points += worth(t.Scoring, f.what)
		}
	}
	return points
}

// again computes the value of a tie-break a second time, from facts, to compare it with the
// package.
func again(t *tourney.Table, player int, tb tourney.TieBreak) (value int) {
	list := facts(t, player)
	type contribution struct{ score, points, voluntary int }
	var all []contribution
	sofar := 0
	for _, f := range list {
		points := worth(t.Scoring, f.what)
		sofar += points
		own := total(t, player)
		c := contribution{points: points}
		switch f.what {
		case "win", "draw", "loss":
			c.score = seen(t, f.opponent)
		case "forfeit-win", "forfeit-loss":
			c.score = seen(t, f.opponent)
			if !t.All && own < c.score {
				c.score = own
			}
		default:
			c.score = own
			if most := t.Scoring.Draw * len(t.Rounds); own > most {
				c.score = most
			}
		}
		if slices.Contains([]string{"half", "zero", "forfeit-loss"}, f.what) {
			c.voluntary = 1
		}
		all = append(all, c)
		switch {
		case tb == tourney.Progressive:
			value += sofar
		case tb == tourney.Wins && points >= t.Scoring.Win, tb == tourney.GamesWon && f.what == "win":
			value++
		case tb == tourney.GamesWithBlack && !f.white && slices.Contains([]string{"win", "draw", "loss"}, f.what):
			value++
		}
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return a.voluntary > b.voluntary || a.voluntary == b.voluntary && a.score < b.score
	})
	switch tb {
	case tourney.SonnebornBerger:
		for _, c := range all {
			value += c.score * c.points
		}
	case tourney.BuchholzCut1, tourney.BuchholzMedian:
		all = all[1:]
		fallthrough
	case tourney.Buchholz:
		highest := 0
		for _, c := range all {
			value += c.score
			highest = max(highest, c.score)
		}
		if tb == tourney.BuchholzMedian {
			value -= highest
		}
	}
	return value
}

func TestTieBreaks(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	order := []tourney.TieBreak{tourney.Buchholz, tourney.BuchholzCut1, tourney.BuchholzMedian, tourney.SonnebornBerger, tourney.Wins, tourney.GamesWon, tourney.Progressive, tourney.GamesWithBlack}
	for range 2000 {
		table := random(r)
		if err := table.Check(); err != nil {
			t.Fatal(err)
		}
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		places := table.Standings(order...)
		for i, p := range places {
			if want := total(table, p.Line.Player.Number); p.Line.Score != want {
				t.Fatalf("score %d, want %d", p.Line.Score, want)
			}
			for k, tb := range order {
				if want := again(table, p.Line.Player.Number, tb); p.Values[k] != want {
					t.Fatalf("player %d, tie-break %d: %d, want %d\n%+v", p.Line.Player.Number, tb, p.Values[k], want, table)
				}
			}
			if i == 0 {
				continue
			}
			before := append([]int{places[i-1].Line.Score}, places[i-1].Values...)
			here := append([]int{p.Line.Score}, p.Values...)
			switch c := slices.Compare(before, here); {
			case c < 0:
				t.Fatal("not in order")
			case c == 0 && p.Place != places[i-1].Place, c > 0 && p.Place != i+1:
				t.Fatalf("place %d after %d", p.Place, places[i-1].Place)
			}
		}
	}
}

// first tries all possible results of the games that the tied players have not played against each
// other. It returns the player who is alone in first place in all cases, or 0.
func first(s tourney.Scoring, points map[int]int, missing [][2]int) int {
	if len(missing) == 0 {
		best, alone := 0, false
		for p, n := range points {
			switch {
			case best == 0 || n > points[best]:
				best, alone = p, true
			case n == points[best]:
				alone = false
			}
		}
		if alone {
			return best
		}
		return 0
	}
	answer := -1
	for _, result := range [][2]int{{s.Win, s.Loss}, {s.Draw, s.Draw}, {s.Loss, s.Win}} {
		points[missing[0][0]] += result[0]
		points[missing[0][1]] += result[1]
		winner := first(s, points, missing[1:])
		points[missing[0][0]] -= result[0]
		points[missing[0][1]] -= result[1]
		if answer >= 0 && winner != answer {
			return 0
		}
		answer = winner
	}
	return answer
}

// TestDirectEncounter checks the direct encounter by trying all results of the missing games, in
// groups of up to four tied players.
func TestDirectEncounter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	decided, whole := 0, 0
	for range 4000 {
		table := random(r)
		groups := map[int][]tourney.Place{}
		for _, p := range table.Standings(tourney.DirectEncounter) {
			groups[p.Line.Score] = append(groups[p.Line.Score], p)
		}
		for _, group := range groups {
			if len(group) < 2 || len(group) > 4 {
				continue
			}
			points, missing := map[int]int{}, [][2]int{}
			for i, a := range group {
				points[a.Line.Player.Number] += 0
				for _, b := range group[:i] {
					x, y := a.Line.Player.Number, b.Line.Player.Number
					met := false
					for _, f := range facts(table, x) {
						if f.opponent == y && (table.All || len(f.what) < 5) {
							met = true
							points[x] += worth(table.Scoring, f.what)
						}
					}
					for _, f := range facts(table, y) {
						if f.opponent == x && (table.All || len(f.what) < 5) {
							points[y] += worth(table.Scoring, f.what)
						}
					}
					if !met {
						missing = append(missing, [2]int{x, y})
					}
				}
			}
			top, second := group[0], group[1]
			want := first(table.Scoring, points, missing)
			if len(missing) == 0 {
				whole++
				for i := 1; i < len(group); i++ {
					a, b := group[i-1], group[i]
					if da, db := points[a.Line.Player.Number], points[b.Line.Player.Number]; da < db || (da == db) != (a.Place == b.Place) {
						t.Fatalf("%d and %d points have the places %d and %d", da, db, a.Place, b.Place)
					}
				}
				continue
			}
			if want != 0 {
				decided++
			}
			if alone := top.Place < second.Place; alone != (want != 0) || alone && top.Line.Player.Number != want {
				t.Fatalf("first is %d (alone: %v), want %d; points %v, missing %v", top.Line.Player.Number, alone, want, points, missing)
			}
		}
	}
	if decided < 20 || whole < 100 {
		t.Errorf("only %d groups with missing games were decided, %d were whole", decided, whole)
	}
}

func TestCategory(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 200 {
		places := random(r).Standings(tourney.Buchholz)
		apart := tourney.Category(places, "women")
		for i, p := range apart {
			if !slices.Contains(p.Line.Player.Categories, "women") {
				t.Fatal("not in the category")
			}
			ahead := 0
			for _, q := range apart {
				if q.Line.Score > p.Line.Score || q.Line.Score == p.Line.Score && q.Values[0] > p.Values[0] {
					ahead++
				}
			}
			if p.Place != ahead+1 {
				t.Fatalf("place %d of the category, but %d are ahead (%d)", p.Place, ahead, i)
			}
		}
	}
}
