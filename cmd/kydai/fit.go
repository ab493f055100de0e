package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/chance"
	"kydai/lab/duel"
)

// fitFlags holds the flags of kydai fit.
type fitFlags struct {
	games   int
	samples int
	nodes   uint64
	seed    seed
	data    string
	write   string
	date    string
}

func fitCommand() command {
	return command{
		name:  "fit",
		args:  "chance [GAME…] [flags]",
		short: "fit the winning chance of an evaluation to the results of games",
		long: `Plays games between equal players (the engine with few nodes, and levels, each
against itself), scores positions of them by a search of fixed size, and fits the
winning chance, a logistic function of the score. A draw counts half. A third of the
games is not used for the fit: they test the new scale against the old one. Without a
GAME it fits all games that have an engine.

The games are kept in a file for each game in the folder of --data; a later call
with more --games continues it. With --write it writes what it found into the source:
games/GAME/engine/fitted.go, docs/chance/GAME.svg and the table of docs/chance.md.`,
		examples: func() []string {
			return []string{
				"kydai fit chance " + exampleGame(0) + " --games 600 --data out/chance",
				"kydai fit chance --games 600 --data out/chance --write .",
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			f := new(fitFlags)
			fs.IntVar(&f.games, "games", 600, "use `N` games for each fit, and play those that are missing")
			fs.IntVar(&f.samples, "samples", 16, "score `N` positions of each game, drawn by lot")
			fs.Uint64Var(&f.nodes, "nodes", 2000, "search `N` nodes for each score")
			fs.Var(&f.seed, "seed", "choose openings and players' moves from this seed `NUMBER`")
			fs.StringVar(&f.data, "data", "", "keep the games in this `FOLDER`")
			fs.StringVar(&f.write, "write", "", "write the results into the source tree in this `FOLDER`")
			fs.StringVar(&f.date, "date", "", "the `DATE` of the fit, such as 2026-11-17 (default: today)")
			return func(a *app, args []string) error { return a.fit(args, f) }
		},
	}
}

func (a *app) fit(args []string, f *fitFlags) error {
	switch {
	case len(args) == 0 || args[0] != "chance":
		return usage("fit", "say what to fit: chance")
	case f.games < 9 || f.samples < 1 || f.nodes < 1:
		return usage("fit", "--games must be at least 9, --samples and --nodes at least 1")
	}
	if f.date == "" {
		f.date = time.Now().UTC().Format(time.DateOnly)
	}
	if _, err := time.Parse(time.DateOnly, f.date); err != nil {
		return usage("fit", "--date takes a day such as 2026-11-17, not %q", f.date)
	}
	names := args[1:]
	if len(names) == 0 {
		for _, e := range engines.All() {
			names = append(names, e.Game)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, name := range names {
		r, err := findGame("fit", name)
		if err != nil {
			return err
		}
		entry, ok := engines.Find(r.Info().Name)
		if !ok {
			return usage("fit", "there is no engine for %s", r.Info().Name)
		}
		if err := a.fitChance(ctx, r, entry, f); err != nil {
			return fmt.Errorf("%s: %w", entry.Game, err)
		}
	}
	return nil
}

// fitChance fits and tests the model of one game that converts a score to a winning
// chance.
func (a *app) fitChance(ctx context.Context, r game.Rules, entry engine.Entry, f *fitFlags) error {
	bench, err := entry.Bench()
	if err != nil {
		return err
	}
	played, err := a.fitGames(ctx, r, entry, bench, f)
	if err != nil {
		return err
	}
	report, ok := chance.NewReport(played, entry.LevelScale)
	if !ok {
		return game.Err(codeNoSamples, "the games do not determine a scale; play more with --games")
	}
	report.Game, report.Date, report.Nodes, report.Bench = entry.Game, f.date, f.nodes, bench
	a.printf("%s: %s\n", entry.Game, report.Sentence())
	if f.write == "" {
		return nil
	}
	files := map[string]func(io.Writer) error{
		filepath.Join(f.write, "games", entry.Game, "engine", "fitted.go"): report.WriteGo,
		filepath.Join(f.write, "docs", "chance", entry.Game+".svg"):        report.Chart().WriteSVG,
	}
	page := filepath.Join(f.write, "docs", "chance.md")
	old, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	files[page] = func(w io.Writer) error {
		text, err := report.Row(string(old))
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		return err
	}
	for name, write := range files {
		if err := a.labFile(name, write); err != nil {
			return err
		}
	}
	return nil
}

// In kydai fit, a random opening is replaced if a search of openNodes nodes finds that one side is
// ahead by more than openOpening. Openings need not be balanced, but a game that is already decided
// gives little information.
const (
	openOpening = 300
	openNodes   = 1000
)

// fitGames reads the finished games from the data file and plays the games that are still missing.
func (a *app) fitGames(ctx context.Context, r game.Rules, entry engine.Entry, bench uint64, f *fitFlags) ([]chance.Played, error) {
	openings, err := a.matchOpenings(r, &matchFlags{plies: -1, balance: openOpening, seed: f.seed})
	if err != nil {
		return nil, err
	}
	if drawn, ok := openings.(*duel.Random); ok {
		drawn.Limits.Nodes = openNodes
	}
	defer closeJudge(openings)
	judge := entry.New()
	defer judge.Close() //nolint:errcheck // the run is over: an error has no effect
	if j, ok := judge.(engine.Adjustable); ok {
		// Use a small hash table, because clearing it before each game takes little time.
		if err := j.SetOption("Hash", "1"); err != nil {
			return nil, err
		}
	}
	plan := chance.Plan{Rules: r, Openings: openings, Judge: judge, Nodes: f.nodes, Samples: f.samples, Seed: f.seed.value}
	header := chance.NewHeader(plan, bench)
	var played []chance.Played
	out := io.Discard
	if f.data != "" {
		file, games, err := openGames(filepath.Join(f.data, entry.Game+".jsonl"), header)
		if err != nil {
			return nil, err
		}
		defer file.Close() //nolint:errcheck // every finished game is already in the file, so an error of Close has no effect
		played, out = games, file
	}
	next := 0
	if len(played) > 0 {
		next = played[len(played)-1].N + 1
	}
	for ; len(played) < f.games; next++ {
		g, ended, err := plan.Play(ctx, next)
		if err != nil {
			return nil, err
		}
		if !ended {
			a.notef("%s: game %d did not end by the rules and is left out\n", entry.Game, next)
			continue
		}
		line, err := json.Marshal(g)
		if err != nil {
			return nil, err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return nil, err
		}
		if played = append(played, g); len(played)%100 == 0 {
			a.notef("%s: %s of %d\n", entry.Game, plural(len(played), "game"), f.games)
		}
	}
	return played[:f.games], nil
}

// openGames opens a data file for appending and returns the games that it already has.
func openGames(name string, want chance.Header) (*os.File, []chance.Played, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	games, err := resumeGames(file, want)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return file, games, nil
}

func resumeGames(file *os.File, want chance.Header) ([]chance.Played, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		line, err := json.Marshal(want)
		if err == nil {
			_, err = file.Write(append(line, '\n'))
		}
		return nil, err
	}
	h, games, size, err := chance.Read(file)
	if err != nil {
		return nil, err
	}
	same := h.Game == want.Game && h.Bench == want.Bench && h.Nodes == want.Nodes && h.Samples == want.Samples &&
		h.Seed == want.Seed && slices.Equal(h.Players, want.Players)
	if !same {
		return nil, game.Err("other-data", "the games are of another engine or were made with other flags; delete the file to begin again")
	}
	if err := file.Truncate(size); err != nil {
		return nil, err
	}
	_, err = file.Seek(size, io.SeekStart)
	return games, err
}
