package main

import (
	"context"
	"strconv"

	"kydai/game"
	"kydai/lab"
	"kydai/lab/duel"
	"kydai/lab/player"
)

// labTournament plays a round robin. If it is interrupted, it prints the table
// of the finished games.
func (a *app) labTournament(ctx context.Context, r game.Rules, specs []string, f *labFlags) error {
	if len(specs) < 2 {
		return usage("lab", "tournament needs at least two players")
	}
	if f.from.moves != "" {
		return usage("lab", "tournament does not use --moves; set the start position with --fen")
	}
	plan := lab.TournamentPlan{
		Rules: r, Games: f.games, Plies: f.plies, Seed: f.from.seed.value,
		Openings: &duel.Random{
			Rules: r, Setup: game.Setup{Start: f.from.fen, Options: f.from.options},
			Plies: f.opening, Seed: f.from.seed.value,
		},
	}
	for _, s := range specs {
		p, err := player.DefaultKinds().Make(r, s)
		if err != nil {
			return playerProblem("lab", s, err)
		}
		plan.Players = append(plan.Players, p)
	}
	kept := a.keep(f.results, "tournament", r, f.from.options, f.from.seed.value)
	defer kept.close()
	played := 0
	table, err := lab.RoundRobin(ctx, plan, func(g lab.GameReport) {
		played++
		a.notef("game %d: %s - %s  %s, %s, %s\n", played, plan.Players[g.First].Name, plan.Players[g.Second].Name,
			scoreText(g.Outcome), spoken(string(g.Outcome.Why)), plural(g.Line.Ply(), "move"))
		if g.Note != "" {
			a.notef("  %s\n", g.Note)
		}
		kept.add(g.Game, g.Opening, [2]string{specs[g.First], specs[g.Second]})
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

// crossTable prints the players, best first, with their results against each other. If the table
// would be too wide, it shortens the names.
func (a *app) crossTable(t *lab.CrossTable) {
	const terminal, others, column, least = 80, 17, 6, 12
	order := t.Order()
	width := len("player")
	for _, name := range t.Names {
		width = max(width, len([]rune(name)))
	}
	width = min(width, max(terminal-others-column*len(order), least))
	a.printf("   %-*s", width, "player")
	for rank := range order {
		a.printf(" %5d", rank+1)
	}
	a.printf("  points games\n")
	for rank, i := range order {
		a.printf("%2d %-*s", rank+1, width, clipped(t.Names[i], width))
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

// clipped shortens a text to width characters, with an ellipsis at the end.
func clipped(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}
