package lab

import (
	"context"
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"kydai/game"
	"kydai/lab/duel"
	"kydai/lab/player"
)

// TournamentPlan describes a round-robin tournament.
type TournamentPlan struct {
	Rules    game.Rules
	Players  []player.Player
	Openings duel.Openings // a pair of players uses each opening for two games
	Games    int           // number of games per pair of players; each player has each side in half of them
	Plies    int           // a game with this many plies is a draw
	Seed     uint64        // seed of the random choices of the players
}

// CrossTable holds the results of a tournament. Points[i][j] is the score of player i against
// player j, and Played[i][j] is the number of their games.
type CrossTable struct {
	Names  []string
	Points [][]float64
	Played [][]int
}

// NewCrossTable returns an empty table.
func NewCrossTable(names []string) *CrossTable {
	t := &CrossTable{Names: names}
	for range names {
		t.Points = append(t.Points, make([]float64, len(names)))
		t.Played = append(t.Played, make([]int, len(names)))
	}
	return t
}

// Add counts a game in which player i scored points (0 to 1) against player j.
func (t *CrossTable) Add(i, j int, points float64) {
	t.Points[i][j] += points
	t.Points[j][i] += 1 - points
	t.Played[i][j]++
	t.Played[j][i]++
}

// Total returns the score of player i and the number of games that player i has played.
func (t *CrossTable) Total(i int) (points float64, games int) {
	for j := range t.Names {
		points += t.Points[i][j]
		games += t.Played[i][j]
	}
	return points, games
}

// Order lists the indexes of the players, best player first.
func (t *CrossTable) Order() []int {
	order := make([]int, len(t.Names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		pa, _ := t.Total(a)
		pb, _ := t.Total(b)
		switch {
		case pa > pb:
			return -1
		case pa < pb:
			return 1
		}
		return 0
	})
	return order
}

// GameReport is one finished game of a tournament.
type GameReport struct {
	duel.Game
	First, Second int // indexes of the players by side
	Opening       int // number of the opening; the two games of a pair with swapped sides have the same number
}

// RoundRobin plays games between all pairs of players. After each game it calls the given function,
// which may be nil. If ctx ends or an error occurs, it returns the current table together with the
// error.
func RoundRobin(ctx context.Context, plan TournamentPlan, report func(GameReport)) (*CrossTable, error) {
	names := make([]string, 0, len(plan.Players))
	for _, p := range plan.Players {
		names = append(names, p.Name)
	}
	t := NewCrossTable(names)
	for g := range plan.Games {
		for i := range plan.Players {
			for j := i + 1; j < len(plan.Players); j++ {
				r := GameReport{First: i, Second: j}
				if g%2 == 1 {
					r.First, r.Second = j, i
				}
				// Two consecutive games of a pair of players use the same opening. The sides are
				// swapped in the second game.
				couple := (g/2*len(names)+i)*len(names) + j
				r.Opening = couple
				var err error
				if r.Game, err = plan.play(ctx, r, couple, g); err != nil {
					return t, err
				}
				t.Add(r.First, r.Second, duel.Points(r.Outcome))
				if report != nil {
					report(r)
				}
			}
		}
	}
	return t, nil
}

// play plays game number g of a pair of players with new engines.
func (plan TournamentPlan) play(ctx context.Context, r GameReport, couple, g int) (duel.Game, error) {
	o, err := plan.Openings.Opening(couple)
	if err != nil {
		return duel.Game{}, err
	}
	line, err := o.Line(plan.Rules)
	if err != nil {
		return duel.Game{}, err
	}
	players := [2]player.Player{plan.Players[r.First], plan.Players[r.Second]}
	seed := plan.Seed ^ uint64(g)<<8
	return duel.PlayNew(ctx, line, players, [2]uint64{seed, seed ^ 1}, duel.Conditions{Plies: plan.Plies})
}

// WriteCSV writes the table as CSV, best player first.
func (t *CrossTable) WriteCSV(w io.Writer) error {
	order := t.Order()
	head := []string{"player"}
	for _, i := range order {
		head = append(head, t.Names[i])
	}
	records := [][]string{append(head, "points", "games")}
	for _, i := range order {
		record := []string{t.Names[i]}
		for _, j := range order {
			cell := ""
			if t.Played[i][j] > 0 {
				cell = halves(t.Points[i][j])
			}
			record = append(record, cell)
		}
		points, games := t.Total(i)
		records = append(records, append(record, halves(points), strconv.Itoa(games)))
	}
	return csv.NewWriter(w).WriteAll(records)
}

// halves formats a score, which is a multiple of one half, as in 3 or 2.5.
func halves(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Chart returns a bar chart of the players' scores.
func (t *CrossTable) Chart(title string) Chart {
	c := Chart{Title: title, X: "player", Y: "points", Bars: true}
	s := Series{Name: "points"}
	for _, i := range t.Order() {
		points, _ := t.Total(i)
		c.Names = append(c.Names, t.Names[i])
		s.Values = append(s.Values, points)
	}
	c.Series = []Series{s}
	return c
}
