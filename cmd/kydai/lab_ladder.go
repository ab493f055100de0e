package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/lab"
	"kydai/lab/duel"
	"kydai/lab/player"
)

// ladderGrace is the extra time that an engine level may use beyond its time limit. The experiment
// may run on a busy machine.
const ladderGrace = 30 * time.Second

// labLadder measures how much stronger one engine level is than the level below: it plays a match
// between the level --step and the next higher level.
func (a *app) labLadder(ctx context.Context, r game.Rules, _ []string, f *labFlags) error {
	name := r.Info().Name
	entry, ok := engines.Find(name)
	switch {
	case !ok:
		return usage("lab", "there is no engine for %s", name)
	case f.step < 1 || f.step >= engine.Levels:
		return usage("lab", "--step must be from 1 to %d", engine.Levels-1)
	}
	if f.date == "" {
		f.date = time.Now().UTC().Format(time.DateOnly)
	}
	seed := f.from.seed.value
	openings, err := a.matchOpenings(r, &matchFlags{plies: -1, balance: fairOpening, seed: f.from.seed, options: f.from.options})
	if err != nil {
		return err
	}
	defer closeJudge(openings)
	plan := duel.Plan{Rules: r, Pairs: (f.games + 1) / 2, Concurrency: 1, Seed: seed, Openings: openings, Conditions: lab.Hopeless(entry.Scale)}
	plan.Conditions.Grace = ladderGrace
	for i := range plan.Players {
		text := "kydai:level=" + strconv.Itoa(f.step+1-i) + ",hash=8"
		if plan.Players[i], err = player.DefaultKinds().Make(r, text); err != nil {
			return playerProblem("lab", text, err)
		}
	}
	plan.Finished = func(g duel.Finished) {
		if n := g.Tally.Games(); n%20 == 0 {
			a.notef("%s: %d of %d games, %.1f %%\n", name, n, f.games, 100*g.Tally.Score())
		}
	}
	tally, err := duel.Run(ctx, plan)
	if err != nil {
		return err
	}
	s := lab.Step{
		Game: name, Level: f.step, Tally: tally, Date: f.date, Seed: seed,
		Limits:  [2]engine.Level{entry.Levels[f.step-1], entry.Levels[f.step]},
		Command: fmt.Sprintf("make ladder GAME=%s STEP=%d GAMES=%d SEED=%d", name, f.step, tally.Games(), seed),
	}
	low, high := tally.Interval()
	a.printf("%s, %s: %.1f %% [%.1f, %.1f] in %s, +%d =%d -%d\n", name, s.Name(), 100*tally.Score(), 100*low, 100*high,
		plural(tally.Games(), "game"), tally.Wins, tally.Draws, tally.Losses)
	if f.write == "" || tally.Games() == 0 {
		return nil
	}
	return writeStep(s, f.write)
}

// writeStep writes the result of a match between two neighbouring levels into the table of
// docs/strength.md. If the game has a file steps.go, it also updates that file.
func writeStep(s lab.Step, folder string) error {
	file := filepath.Join(folder, "docs", "strength.md")
	page, err := os.ReadFile(file) //nolint:gosec // the user chose the folder with a flag
	if err != nil {
		return err
	}
	text, err := s.Write(string(page))
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil { //nolint:gosec // everybody may read the file: it is a page of the documentation
		return err
	}
	steps, err := lab.Steps(text, s.Game)
	if err != nil {
		return err
	}
	file = filepath.Join(folder, "games", s.Game, "engine", "steps.go")
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return os.WriteFile(file, []byte(lab.StepsSource(steps)), 0o644) //nolint:gosec // everybody may read the file: it is source code
}
