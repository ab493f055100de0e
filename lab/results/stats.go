package results

import (
	"cmp"
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"kydai/lab"
)

// Count holds the numbers of wins, draws and losses.
type Count struct{ Wins, Draws, Losses int }

// Games is the number of games.
func (c Count) Games() int { return c.Wins + c.Draws + c.Losses }

// Score is the share of points, in which a draw counts half a point.
func (c Count) Score() float64 {
	return (float64(c.Wins) + float64(c.Draws)/2) / float64(max(c.Games(), 1))
}

// Decided is the share of wins among the games that were not drawn. It is NaN if there are no such
// games.
func (c Count) Decided() float64 {
	if c.Wins+c.Losses == 0 {
		return math.NaN()
	}
	return float64(c.Wins) / float64(c.Wins+c.Losses)
}

// Rate returns Score if the parameter draws is true, otherwise Decided. It also returns the number
// of games on which this rate is based.
func (c Count) Rate(draws bool) (rate float64, games int) {
	if draws {
		return c.Score(), c.Games()
	}
	return c.Decided(), c.Wins + c.Losses
}

// Wilson returns the 95 % confidence interval of a rate by Wilson's method. This method is valid
// even for few games and for rates of 0 and 1. If there are draws, the interval is wider than
// necessary.
func Wilson(rate float64, games int) (low, high float64) {
	if games == 0 || math.IsNaN(rate) {
		return math.NaN(), math.NaN()
	}
	const z = 1.959964
	n := float64(games)
	middle := rate + z*z/(2*n)
	spread := z * math.Sqrt(rate*(1-rate)/n+z*z/(4*n*n))
	return max((middle-spread)/(1+z*z/n), 0), min((middle+spread)/(1+z*z/n), 1)
}

func (c *Count) add(points float64) {
	switch {
	case points > 0.5:
		c.Wins++
	case points < 0.5:
		c.Losses++
	default:
		c.Draws++
	}
}

// Line holds the results of a player against one opponent or against all opponents.
type Line struct {
	Game, Options string
	Side          Side
	Opponent      Side // the zero Side means all opponents
	Count
}

// Filter selects games. Player and Opponent select players whose text contains them. An empty field
// selects all games.
type Filter struct{ Game, Player, Opponent string }

// Lines summarises the rows by player and opponent. The lines are sorted by game, algorithm, level,
// depth and opponent. Every game counts for both of its players.
func Lines(rows []Row, f Filter) []Line {
	return collect(rows, f, func(s Side) Side { return s })
}

// Totals summarises the rows by player, with all opponents together.
func Totals(rows []Row, f Filter) []Line {
	return collect(rows, f, func(Side) Side { return Side{} })
}

func collect(rows []Row, f Filter, opponent func(Side) Side) []Line {
	type key struct{ game, options, player, opponent string }
	found := map[key]*Line{}
	var all []*Line
	for _, r := range rows {
		if f.Game != "" && r.Game != f.Game {
			continue
		}
		for i, s := range r.Sides {
			other := r.Sides[1-i]
			if !strings.Contains(s.Player, f.Player) || !strings.Contains(other.Player, f.Opponent) {
				continue
			}
			other = opponent(other)
			k := key{r.Game, r.Options, s.Player, other.Player}
			l := found[k]
			if l == nil {
				l = &Line{Game: r.Game, Options: r.Options, Side: s, Opponent: other}
				found[k], all = l, append(all, l)
			}
			points := r.Points
			if i == 1 {
				points = 1 - points
			}
			l.add(points)
		}
	}
	slices.SortFunc(all, func(a, b *Line) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Options, b.Options), a.Side.compare(b.Side), a.Opponent.compare(b.Opponent))
	})
	out := make([]Line, len(all))
	for i, l := range all {
		out[i] = *l
	}
	return out
}

func (s Side) compare(t Side) int {
	return cmp.Or(cmp.Compare(s.Algorithm, t.Algorithm), cmp.Compare(s.Level, t.Level), cmp.Compare(s.Depth, t.Depth), cmp.Compare(s.Player, t.Player))
}

// WriteCSV writes the lines as a CSV table, with a head row.
func WriteCSV(w io.Writer, lines []Line) error {
	records := [][]string{{
		"game", "options", "player", "algorithm", "level", "depth", "opponent", "opponent_algorithm", "opponent_level", "opponent_depth",
		"games", "wins", "draws", "losses", "score", "low", "high", "decided", "decided_low", "decided_high",
	}}
	for _, l := range lines {
		record := []string{l.Game, l.Options}
		for _, s := range []Side{l.Side, l.Opponent} {
			record = append(record, s.Player, s.Algorithm, setting(s.Level), setting(s.Depth))
		}
		record = append(record, strconv.Itoa(l.Games()), strconv.Itoa(l.Wins), strconv.Itoa(l.Draws), strconv.Itoa(l.Losses))
		for _, draws := range []bool{true, false} {
			rate, n := l.Rate(draws)
			low, high := Wilson(rate, n)
			record = append(record, share(rate), share(low), share(high))
		}
		records = append(records, record)
	}
	return csv.NewWriter(w).WriteAll(records)
}

func setting(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func share(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}

// Chart draws the rates in lines of one game, with a curve for each algorithm and opponent. The x
// axis is the depth or the level of the player, whichever more lines have. If there are fewer than
// two values for the x axis, Chart draws bars.
func Chart(title string, lines []Line, draws bool) lab.Chart {
	c := lab.Chart{Title: title, Y: "points, % (a draw counts half)", Most: 100}
	if !draws {
		c.Y = "won of the decided games, %"
	}
	steps, levels := stepsOf(lines, func(s Side) int { return s.Level })
	name := "level"
	if depths, n := stepsOf(lines, func(s Side) int { return s.Depth }); n > levels {
		steps, name = depths, "depth"
	}
	if len(steps) < 2 {
		return bars(c, lines, draws)
	}
	c.X = name
	for _, n := range steps {
		c.Names = append(c.Names, strconv.Itoa(n))
	}
	for _, l := range lines {
		n := l.Side.Level
		if name == "depth" {
			n = l.Side.Depth
		}
		if n == 0 {
			continue
		}
		s := seriesFor(&c, legend(l))
		at := slices.Index(steps, n)
		rate, games := l.Rate(draws)
		low, high := Wilson(rate, games)
		s.Values[at], s.Low[at], s.High[at] = 100*rate, 100*low, 100*high
	}
	return c
}

// legend returns the name of a line in a chart: its algorithm and its opponent.
func legend(l Line) string {
	name := l.Side.Algorithm
	if l.Side.Limits != "" {
		name += " " + l.Side.Limits
	}
	if l.Opponent != (Side{}) {
		name += " against " + l.Opponent.Short()
	}
	return name
}

// seriesFor returns the series of a chart with the given name. If the chart has no such series,
// seriesFor adds an empty one.
func seriesFor(c *lab.Chart, name string) *lab.Series {
	for i := range c.Series {
		if c.Series[i].Name == name {
			return &c.Series[i]
		}
	}
	s := lab.Series{Name: name}
	for range c.Names {
		s.Values, s.Low, s.High = append(s.Values, math.NaN()), append(s.Low, math.NaN()), append(s.High, math.NaN())
	}
	c.Series = append(c.Series, s)
	return &c.Series[len(c.Series)-1]
}

// stepsOf lists the distinct values above 0 of one setting of the players. The function of returns
// the value of this setting. stepsOf also counts the lines in which the value is above 0.
func stepsOf(lines []Line, of func(Side) int) (steps []int, count int) {
	for _, l := range lines {
		n := of(l.Side)
		if n == 0 {
			continue
		}
		count++
		if !slices.Contains(steps, n) {
			steps = append(steps, n)
		}
	}
	slices.Sort(steps)
	return steps, count
}

func bars(c lab.Chart, lines []Line, draws bool) lab.Chart {
	c.X, c.Bars = "player", true
	s := lab.Series{Name: "rate"}
	for _, l := range lines {
		name := l.Side.Short()
		if l.Opponent != (Side{}) {
			name += " against " + l.Opponent.Short()
		}
		rate, games := l.Rate(draws)
		low, high := Wilson(rate, games)
		c.Names = append(c.Names, name)
		s.Values, s.Low, s.High = append(s.Values, 100*rate), append(s.Low, 100*low), append(s.High, 100*high)
	}
	c.Series = []lab.Series{s}
	return c
}
