package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"kydai/game"
	"kydai/internal/version"
	"kydai/lab/duel"
	"kydai/lab/results"
)

// resultsOff is the value of --results that turns off saving results.
const resultsOff = "off"

// shownResults is the path of the default results file as help texts show it. The real folder is
// the user's configuration folder, which is ~/.config on Linux.
const shownResults = "~/.config/kydai/lab.jsonl"

// defaultResults returns the path of the default results file in the user's configuration folder,
// or resultsOff if the system has no such folder.
func defaultResults() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return resultsOff
	}
	return filepath.Join(dir, "kydai", "lab.jsonl")
}

// keeper appends the results of the games of a run to the results file. After the first write error
// it prints the error and stops saving; the run continues.
type keeper struct {
	app  *app
	file *os.File // nil if results are not saved
	row  results.Row
}

// keep opens the results file with the given name, or the default file if name is "". Tests have no
// default file.
func (a *app) keep(name, run string, r game.Rules, options map[string]string, seed uint64) *keeper {
	k := &keeper{app: a, row: results.Row{
		Version: version.Get().String(), Run: run, Game: r.Info().Name, Options: results.Options(options), Seed: seed,
	}}
	if name == "" {
		name = a.results
	}
	if name == "" || name == resultsOff {
		return k
	}
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		k.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	}
	if err != nil {
		a.notef("results are not kept: %v\n", err)
	}
	return k
}

// add appends one game to the results file. The array players holds the player specs by side.
func (k *keeper) add(g duel.Game, opening int, players [2]string) {
	if k.file == nil {
		return
	}
	row := k.row
	row.Time, row.Opening = time.Now().UTC().Truncate(time.Second), opening
	row.Sides = [2]results.Side{results.Describe(players[0]), results.Describe(players[1])}
	row.Points, row.Why, row.Plies = duel.Points(g.Outcome), string(g.Outcome.Why), g.Line.Ply()
	if err := results.Append(k.file, row); err != nil {
		k.app.notef("results are not kept: %v\n", err)
		k.close()
	}
}

func (k *keeper) close() {
	if k.file != nil {
		_ = k.file.Close() // ignore the error: every row is already in the file, because nothing is buffered
		k.file = nil
	}
}

// labStats prints the win rates over all runs that the results file holds.
func (a *app) labStats(_ context.Context, r game.Rules, _ []string, f *labFlags) error {
	name := f.results
	if name == "" {
		name = a.results
	}
	if name == "" || name == resultsOff {
		return usage("lab", "say where the results are: --results FILE")
	}
	rows, err := a.readResults(name)
	if err != nil {
		return err
	}
	filter := results.Filter{Player: f.player, Opponent: f.opponent}
	title := "all games"
	if r != nil {
		filter.Game = r.Info().Name
		title = filter.Game
	}
	lines := results.Lines(rows, filter)
	if len(lines) == 0 {
		return game.Err("no-results", "there are no results of such games; kydai match and kydai lab tournament keep theirs in ", name)
	}
	a.statsTable("By opponent", lines)
	totals := results.Totals(rows, filter)
	a.printf("\n")
	a.statsTable("Against all opponents", totals)
	drawn := lines
	if f.totals {
		drawn = totals
	}
	return a.labFiles(f, func(w io.Writer) error { return results.WriteCSV(w, lines) }, results.Chart(title+": win rates", drawn, !f.decided))
}

func (a *app) readResults(name string) ([]results.Row, error) {
	in, err := a.openInput(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // read-only
	return results.Read(in)
}

// statsTable prints one row per line. It shortens player names so that the table fits
// into a terminal.
func (a *app) statsTable(title string, lines []results.Line) {
	const terminal, numbers = 100, 62
	a.heading(title)
	width := len("player")
	for _, l := range lines {
		width = max(width, len([]rune(l.Side.Short())), len([]rune(l.Opponent.Short())))
	}
	width = min(width, (terminal-numbers)/2)
	group := ""
	for _, l := range lines {
		g := l.Game
		if l.Options != "" {
			g += ", " + l.Options
		}
		if g != group {
			group = g
			a.printf("%s\n  %-*s %-*s games   won drawn  lost   with draws       without draws\n", g, width, "player", width, "opponent")
		}
		opponent := l.Opponent.Short()
		if opponent == "" {
			opponent = "all"
		}
		a.printf("  %-*s %-*s %5d %5d %5d %5d   %-16s %s\n", width, clipped(l.Side.Short(), width), width, clipped(opponent, width),
			l.Games(), l.Wins, l.Draws, l.Losses, rateText(l.Rate(true)), rateText(l.Rate(false)))
	}
}

// rateText formats a rate with its 95 % interval: 75 [58, 87].
func rateText(rate float64, games int) string {
	if math.IsNaN(rate) {
		return "-"
	}
	low, high := results.Wilson(rate, games)
	return tenths(100*rate) + " [" + whole(low) + ", " + whole(high) + "]"
}

// whole formats a fraction as a percentage without decimals.
func whole(v float64) string { return strconv.FormatFloat(100*v, 'f', 0, 64) }
