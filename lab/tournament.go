package lab

import (
	"context"
	"encoding/csv"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"kydai/engine"
	"kydai/engine/player"
	"kydai/game"
)

// TournamentPlan says how players meet.
type TournamentPlan struct {
	Rules   game.Rules
	Setup   game.Setup // of every game; what is dealt is dealt anew
	Players []player.Player
	Games   int    // of each pair, half of them with either side first
	Plies   int    // after which a game counts as drawn
	Opening int    // random moves that begin each pair of games
	Seed    uint64 // of all that is drawn
}

// CrossTable is how a tournament stands: Points[i][j] is what player i made
// against player j, and Played[i][j] in how many games.
type CrossTable struct {
	Names  []string
	Points [][]float64
	Played [][]int
}

// NewCrossTable is the table before the first game.
func NewCrossTable(names []string) *CrossTable {
	t := &CrossTable{Names: names}
	for range names {
		t.Points = append(t.Points, make([]float64, len(names)))
		t.Played = append(t.Played, make([]int, len(names)))
	}
	return t
}

// Add counts a game in which i made so many points, from 0 to 1, against j.
func (t *CrossTable) Add(i, j int, points float64) {
	t.Points[i][j] += points
	t.Points[j][i] += 1 - points
	t.Played[i][j]++
	t.Played[j][i]++
}

// Total is what player i made, in how many games.
func (t *CrossTable) Total(i int) (points float64, games int) {
	for j := range t.Names {
		points += t.Points[i][j]
		games += t.Played[i][j]
	}
	return points, games
}

// Order lists the players, the best first.
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

// GameReport is one game of a tournament.
type GameReport struct {
	First, Second int // players
	Outcome       game.Outcome
	Plies         int
	Line          *game.Line
}

// RoundRobin lets everybody meet everybody. report, which may be nil, is told
// each game. On an error or when ctx ends, the table so far is returned too.
func RoundRobin(ctx context.Context, plan TournamentPlan, report func(GameReport)) (*CrossTable, error) {
	names := make([]string, 0, len(plan.Players))
	for _, p := range plan.Players {
		names = append(names, p.Name)
	}
	t := NewCrossTable(names)
	for g := range plan.Games {
		for i := range plan.Players {
			for j := i + 1; j < len(plan.Players); j++ {
				first, second := i, j
				if g%2 == 1 {
					first, second = j, i
				}
				r := GameReport{First: first, Second: second}
				var err error
				if r.Line, r.Outcome, err = plan.play(ctx, first, second, g); err != nil {
					return t, err
				}
				r.Plies = r.Line.Ply()
				t.Add(first, second, pointsOf(r.Outcome))
				if report != nil {
					report(r)
				}
			}
		}
	}
	return t, nil
}

// pointsOf is what the first side made.
func pointsOf(o game.Outcome) float64 {
	switch o.Winner {
	case game.First:
		return 1
	case game.Second:
		return 0
	}
	return 0.5
}

// play plays the g-th game of a pair. Both games of a couple begin alike.
func (plan TournamentPlan) play(ctx context.Context, first, second, g int) (*game.Line, game.Outcome, error) {
	couple := rand.New(rand.NewPCG(plan.Seed, uint64(g/2)<<32|uint64(min(first, second))<<16|uint64(max(first, second))))
	line, err := plan.begin(couple)
	if err != nil {
		return nil, game.Outcome{}, err
	}
	var engines [2]engine.Engine
	players := [2]player.Player{plan.Players[first], plan.Players[second]}
	var left [2]time.Duration
	defer func() {
		for _, e := range engines {
			if e != nil {
				_ = e.Close() // the game is over, whatever it says
			}
		}
	}()
	for i, p := range players {
		if engines[i], err = p.New(plan.Seed ^ uint64(g)<<8 ^ uint64(i)); err != nil {
			return nil, game.Outcome{}, err
		}
		left[i] = p.Base
	}
	for !line.Outcome().Over() && line.Ply() < plan.Plies {
		i := line.Position().Turn().Index()
		lim := players[i].Limits
		if players[i].Base > 0 {
			lim.Left, lim.Inc = left, [2]time.Duration{players[0].Inc, players[1].Inc}
		}
		began := time.Now()
		info, err := engines[i].Think(ctx, line.View(line.Position().Turn()), lim, nil)
		if err != nil {
			return line, game.Outcome{}, err
		}
		if players[i].Base > 0 {
			if left[i] -= time.Since(began); left[i] <= 0 {
				return line, game.Win(line.Position().Turn().Other(), game.ByTime), nil
			}
			left[i] += players[i].Inc
		}
		if err := line.Play(info.Best()); err != nil {
			return line, game.Outcome{}, err
		}
		if err := ctx.Err(); err != nil {
			return line, game.Outcome{}, err
		}
	}
	o := line.Outcome()
	return line, o, nil
}

// begin deals and plays the random moves of an opening, none of which ends
// the game.
func (plan TournamentPlan) begin(rng *rand.Rand) (*game.Line, error) {
	setup := plan.Setup
	if d, ok := plan.Rules.(game.Dealer); ok && setup.Secret.Empty() {
		setup.Secret = d.Deal(rng.IntN)
	}
	line, err := game.NewLine(plan.Rules, setup)
	if err != nil {
		return nil, err
	}
	for range plan.Opening {
		legal := line.Legal()
		if len(legal) == 0 {
			break
		}
		if err := line.Push(legal[rng.IntN(len(legal))]); err != nil {
			return nil, err
		}
		if line.Outcome().Over() {
			line.Undo(1)
			break
		}
	}
	return line, nil
}

// WriteCSV writes the table, the best player first.
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

// halves writes points: 3 or 2.5.
func halves(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Chart draws the points of each player.
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
