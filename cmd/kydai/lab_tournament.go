package main

import (
	"context"
	"strconv"

	"kydai/engine/player"
	"kydai/game"
	"kydai/lab"
)

// labTournament plays a round robin. Whoever interrupts it sees the table of
// the games that were finished.
func (a *app) labTournament(ctx context.Context, r game.Rules, specs []string, f *labFlags) error {
	if len(specs) < 2 {
		return usage("lab", "a tournament needs two players at least")
	}
	if f.from.moves != "" {
		return usage("lab", "a tournament starts from --fen; --moves means nothing there")
	}
	plan := lab.TournamentPlan{
		Rules: r, Setup: game.Setup{Start: f.from.fen, Options: f.from.options},
		Games: f.games, Plies: f.plies, Opening: f.opening, Seed: f.from.seed.n,
	}
	for _, s := range specs {
		p, err := player.Usual().Make(r, s)
		if hasCode(err, player.BadSpec) {
			return usage("lab", "%s: %v", s, err)
		}
		if err != nil {
			return err
		}
		plan.Players = append(plan.Players, p)
	}
	played := 0
	table, err := lab.RoundRobin(ctx, plan, func(g lab.GameReport) {
		played++
		why := string(g.Outcome.Why)
		if why == "" {
			why = "too long"
		}
		a.notef("game %d: %s - %s  %s (%s, %d moves)\n", played, plan.Players[g.First].Name, plan.Players[g.Second].Name, scoreText(g.Outcome), why, g.Plies)
	})
	if table != nil && (err == nil || ctx.Err() != nil) {
		a.crossTable(table)
		if files := a.labFiles(f, table.WriteCSV, table.Chart(r.Info().Name+": points")); files != nil {
			return files
		}
	}
	if ctx.Err() != nil {
		a.notef("interrupted after %d games\n", played)
		err = nil
	}
	return err
}

func scoreText(o game.Outcome) string {
	switch o.Winner {
	case game.First:
		return "1-0"
	case game.Second:
		return "0-1"
	}
	return "½-½"
}

// crossTable prints the players, the best first, with what they made against
// each other.
func (a *app) crossTable(t *lab.CrossTable) {
	order := t.Order()
	width := len("player")
	for _, name := range t.Names {
		width = max(width, len(name))
	}
	a.printf("   %-*s", width, "player")
	for rank := range order {
		a.printf(" %5d", rank+1)
	}
	a.printf("  points games\n")
	for rank, i := range order {
		a.printf("%2d %-*s", rank+1, width, t.Names[i])
		for _, j := range order {
			cell := "-"
			if t.Played[i][j] > 0 {
				cell = strconv.FormatFloat(t.Points[i][j], 'f', -1, 64)
			}
			a.printf(" %5s", cell)
		}
		points, games := t.Total(i)
		a.printf("  %6s %5d\n", strconv.FormatFloat(points, 'f', -1, 64), games)
	}
}
