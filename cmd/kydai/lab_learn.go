package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"kydai/game"
	"kydai/games/engines"
	"kydai/lab"
	"kydai/lab/results"
	"kydai/lab/td"
)

// learnFlags holds the flags of lab learn.
type learnFlags struct {
	lambda, rate, explore float64
	ahead, every, pairs   int
	from, output, name    string
}

func (f *learnFlags) bind(fs *flag.FlagSet) {
	fs.Float64Var(&f.lambda, "lambda", td.UsualLambda, "learn: the share `λ` of a difference that reaches the move before, 0 to 1")
	fs.Float64Var(&f.rate, "rate", td.UsualRate, "learn: the learning `RATE`, above 0")
	fs.Float64Var(&f.explore, "explore", td.UsualExplore, "learn: the `SHARE` of random moves")
	fs.IntVar(&f.ahead, "ahead", 1, "learn: choose moves by a search of `N` plies")
	fs.IntVar(&f.every, "every", 50, "learn: print a line after every `N` games")
	fs.IntVar(&f.pairs, "pairs", 10, "learn: then play `N` pairs of games against the weights of the start")
	fs.StringVar(&f.from, "from", "", "learn: continue from the weights in this `FILE` (default: all 0)")
	fs.StringVar(&f.output, "output", "", "learn: write the weights to this `FILE`")
	fs.StringVar(&f.name, "name", "", "learn: the `NAME` of the evaluator")
}

// settings returns the flags as text in the form that td.Config.Set parses.
func (f *learnFlags) settings() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	return "lambda=" + number(f.lambda) + ",rate=" + number(f.rate) + ",explore=" + number(f.explore) + ",depth=" + strconv.Itoa(f.ahead)
}

// labLearn learns the weights of an evaluation from games. An interrupt ends the run after the
// current game.
func (a *app) labLearn(ctx context.Context, r game.Rules, _ []string, f *labFlags) error {
	g := &f.learn
	if g.every < 1 || g.pairs < 0 {
		return usage("lab", "--every must be at least 1, --pairs at least 0")
	}
	c := td.Usual(r)
	c.Family, c.Seed, c.MostPly = engines.Historic(r.Info().Name), f.from.seed.value, f.plies
	if err := c.Set(g.settings()); err != nil {
		return err
	}
	l := td.New(c)
	if g.from != "" {
		if err := continueFrom(l, g.from); err != nil {
			return err
		}
	}
	first := append([]float64(nil), l.Weights...)
	chart := lab.Chart{Title: r.Info().Name + ": learning by TD(λ)", X: "games", Y: "points of 100 against the start", Most: 100}
	line := lab.Series{Name: "learnt weights"}
	var rows []learnt
	a.printf("%s: %d weights, λ %g, rate %g, %g random moves, depth %d\n", r.Info().Name, len(l.Weights), c.Lambda, c.Rate, c.Explore, c.Depth)
	a.printf("games     error  plies   won drawn  lost  points of 100 against the start\n")
	for row := (learnt{}); l.Games < f.games && ctx.Err() == nil; {
		p, err := l.Play()
		if err != nil {
			return err
		}
		row.add(p)
		if l.Games%g.every != 0 && l.Games != f.games {
			continue
		}
		if row.Tally, err = l.Compare(ctx, first, g.pairs); err != nil {
			return err
		}
		row.games = l.Games
		a.printf("%s\n", row)
		rows = append(rows, row)
		chart.Names = append(chart.Names, strconv.Itoa(row.games))
		rate, low, high := row.rate()
		line.Values, line.Low, line.High = append(line.Values, 100*rate), append(line.Low, 100*low), append(line.High, 100*high)
		row = learnt{}
	}
	chart.Series = []lab.Series{line}
	if err := a.labFiles(f, func(w io.Writer) error { return writeLearnt(w, rows) }, chart); err != nil || g.output == "" {
		return err
	}
	return a.labFile(g.output, l.File(g.name).Write)
}

func continueFrom(l *td.Learner, name string) error {
	in, err := os.Open(name) //nolint:gosec // the file is an argument of the command
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	file, err := td.Read(in)
	if err != nil {
		return err
	}
	return l.Continue(file)
}

// learnt is one line of the printed table: the sums over the games since the previous line.
type learnt struct {
	td.Tally
	games, played, plies int
	errors               float64
}

func (r *learnt) add(p td.Played) {
	r.played++
	r.plies += p.Plies
	r.errors += p.Error
}

func (r learnt) rate() (rate, low, high float64) {
	n := r.Won + r.Drawn + r.Lost
	if n > 0 {
		rate = (float64(r.Won) + float64(r.Drawn)/2) / float64(n)
	}
	low, high = results.Wilson(rate, n)
	return rate, low, high
}

func (r learnt) numbers() (plies, mean float64) {
	n := float64(max(r.played, 1))
	return float64(r.plies) / n, r.errors / n
}

func (r learnt) String() string {
	plies, mean := r.numbers()
	rate, low, high := r.rate()
	return fmt.Sprintf("%5d  %8.5f  %5.1f  %4d %5d %5d  %5.1f [%.0f, %.0f]",
		r.games, mean, plies, r.Won, r.Drawn, r.Lost, 100*rate, 100*low, 100*high)
}

// writeLearnt writes one CSV line per training step: number of games, error, results, and the score
// with its confidence interval.
func writeLearnt(w io.Writer, rows []learnt) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"games", "error", "plies", "won", "drawn", "lost", "score", "low", "high"}); err != nil {
		return err
	}
	for _, r := range rows {
		plies, mean := r.numbers()
		rate, low, high := r.rate()
		number := func(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
		if err := out.Write([]string{
			strconv.Itoa(r.games), number(mean), number(plies), strconv.Itoa(r.Won), strconv.Itoa(r.Drawn), strconv.Itoa(r.Lost),
			number(rate), number(low), number(high),
		}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
