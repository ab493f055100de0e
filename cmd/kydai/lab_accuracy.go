package main

import (
	"context"
	"fmt"
	"strconv"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/lab"
	"kydai/lab/player"
)

// accuracyPlayer describes the engine that plays games for the experiment: engine level 3 with a
// hash table of 1 MiB. The experiment measures accuracy in positions of these games.
const accuracyPlayer = "kydai:level=3,hash=1"

// accuracyNodes is the default for --limit: the number of nodes that the judging engine searches in
// each position.
const accuracyNodes = 50_000

// accuracyTimed is the default for --timed: the node limit for the highest level, which normally
// has a time limit instead. It is about the number of nodes that this level searches in a second.
// With a node limit, the results do not depend on the machine.
const accuracyTimed = 400_000

// labAccuracy measures how accurately each engine level plays in positions from games. If the run
// is interrupted, it prints the table for the games so far.
func (a *app) labAccuracy(ctx context.Context, r game.Rules, _ []string, f *labFlags) error {
	entry, ok := engines.Find(r.Info().Name)
	if !ok {
		return usage("lab", "there is no engine for %s", r.Info().Name)
	}
	openings, err := a.matchOpenings(r, &matchFlags{plies: -1, balance: fairOpening, seed: f.from.seed, options: f.from.options})
	if err != nil {
		return err
	}
	defer closeJudge(openings)
	p, err := player.DefaultKinds().Make(r, accuracyPlayer)
	if err != nil {
		return err
	}
	plan := lab.AccuracyPlan{
		Rules: r, Entry: entry, Openings: openings, Player: p,
		Games: f.games, Positions: f.positions, Draws: f.draws, Nodes: f.limit, Timed: f.timed, Seed: f.from.seed.value,
	}
	if plan.Nodes == 0 {
		plan.Nodes = accuracyNodes
	}
	if plan.Timed == 0 {
		plan.Timed = accuracyTimed
	}
	table, err := lab.Accuracy(ctx, plan, func(games int) {
		if games%10 == 0 {
			a.notef("%s of %d\n", plural(games, "game"), f.games)
		}
	})
	if ctx.Err() != nil {
		a.notef("interrupted after %s\n", plural(len(table.Accuracy), "game"))
		err = nil
	}
	if err != nil {
		return err
	}
	a.printf("%s: levels in %s of %s\n", r.Info().Name, plural(table.Positions, "position"), plural(len(table.Accuracy), "game"))
	a.printf("level  accuracy %%  over the level below  loss, points of 100  best move %%  blunders of 100  overlooked, deep, senseless\n")
	for l, row := range table.Rows() {
		step := ""
		if l > 0 {
			step = signed(row.Step) + " ± " + tenths(row.StepMargin)
		}
		a.printf("%5d  %4.1f ± %-4.1f  %-20s  %4.1f ± %-12.1f  %3.0f ± %-5.0f  %4.1f ± %-8.1f  %d, %d, %d\n", l+1, row.Accuracy, row.AccuracyMargin, step,
			100*row.Loss, 100*row.LossMargin, 100*row.Agreement, 100*row.AgreementMargin, 100*row.Blunders, 100*row.BlundersMargin,
			table.Causes[l].Overlooked, table.Causes[l].Deep, table.Causes[l].Senseless)
	}
	a.printf("\nWhat levels 1 to %d overlooked in their blunders:\n", engine.Levels)
	for o := range engine.Oversights {
		total, by := 0, ""
		for l := range table.Causes {
			n := table.Causes[l].By[o]
			total += n
			by += fmt.Sprintf(" %4d", n)
		}
		if total > 0 {
			a.printf("%-28s%s\n", o, by)
		}
	}
	return a.labFiles(f, table.WriteCSV, table.Chart(r.Info().Name+": accuracy of the levels"))
}

// tenths formats a number with one decimal.
func tenths(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
