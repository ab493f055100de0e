package main

import (
	"flag"
	"slices"
	"strings"

	"kydai/game"
	"kydai/internal/version"
)

func helpCommand() command {
	return command{
		name:  "help",
		args:  "[COMMAND]",
		short: "show the help of a command",
		examples: func() []string {
			return []string{"kydai help perft"}
		},
		bind: func(*flag.FlagSet) func(*app, []string) error { return (*app).help },
	}
}

func (a *app) help(args []string) error {
	if len(args) == 0 {
		a.overview()
		return nil
	}
	c, ok := find(args[0])
	if !ok {
		return usage("", "there is no command %q%s", args[0], didYouMean(args[0], commandNames()))
	}
	a.explain(c)
	return nil
}

func (a *app) overview() {
	played := slices.DeleteFunc(allGames(), func(r game.Rules) bool { return r.Info().Example })
	a.printf("kydai plays board games by exact rules: %s.\n\n", listed(namesOf(played), "and"))
	a.heading("Commands")
	for _, c := range commands() {
		a.printf("  %-9s %s\n", c.name, c.short)
	}
	a.printf("\n")
	a.heading("Try")
	for _, name := range []string{"show", "legal", "perft"} {
		c, _ := find(name)
		a.printf("  %s\n", c.examples()[0])
	}
	a.printf("\nRun 'kydai help COMMAND' for the flags and examples of a command.\n")
}

// explain prints the help text for one command.
func (a *app) explain(c command) {
	a.printf("kydai %s: %s.\n\n", c.name, c.short)
	a.heading("Usage")
	a.printf("  %s\n", strings.TrimSpace("kydai "+c.name+" "+c.args))
	if c.long != "" {
		a.printf("\n%s\n", c.long)
	}
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.bind(fs)
	a.flags(fs)
	if c.examples != nil {
		a.printf("\n")
		a.heading("Examples")
		for _, e := range c.examples() {
			a.printf("  %s\n", e)
		}
	}
}

// flags lists the flags of a command in two columns.
func (a *app) flags(fs *flag.FlagSet) {
	type entry struct{ name, text string }
	var entries []entry
	width := 0
	fs.VisitAll(func(f *flag.Flag) {
		arg, text := flag.UnquoteUsage(f)
		dashes := "--"
		if len(f.Name) == 1 {
			dashes = "-"
		}
		name := strings.TrimSpace(dashes + f.Name + " " + arg)
		entries = append(entries, entry{name, text})
		width = max(width, len(name))
	})
	if len(entries) == 0 {
		return
	}
	a.printf("\n")
	a.heading("Flags")
	for _, e := range entries {
		a.printf("  %-*s  %s\n", width, e.name, e.text)
	}
}

func (a *app) heading(text string) {
	if a.color {
		text = bold + text + reset
	}
	a.printf("%s\n", text)
}

func versionCommand() command {
	return command{
		name:  "version",
		short: "print the version and the licence",
		bind:  func(*flag.FlagSet) func(*app, []string) error { return (*app).version },
	}
}

func (a *app) version([]string) error {
	v := version.Get()
	a.printf("kydai %s, %s %s\n", v, v.Go, v.System)
	a.printf("Free software under the AGPL, version 3 or later; there is no warranty.\n")
	return nil
}

// exampleGame returns the name of the i-th game, or of the last game if there
// are fewer.
func exampleGame(i int) string {
	names := gameNames()
	if len(names) == 0 {
		return "GAME"
	}
	return names[min(i, len(names)-1)]
}

// exampleNoted returns the first game that has a notation besides move codes, and that notation.
func exampleNoted() (game.Rules, game.Notation, bool) {
	for _, r := range allGames() {
		if n, ok := game.NotationOf(r, ""); ok {
			return r, n, true
		}
	}
	return nil, nil, false
}

// exampleMoves returns n legal moves of a game as text. In a game with hidden pieces,
// seed determines the deal.
func exampleMoves(r game.Rules, seed uint64, n int) string {
	var setup game.Setup
	if d, ok := r.(game.Dealer); ok {
		setup.Secret = deal(d, seed)
	}
	line, err := game.NewLine(r, setup)
	if err != nil {
		return ""
	}
	var codes []string
	for range n {
		legal := line.Legal()
		if len(legal) == 0 {
			break
		}
		m := legal[len(legal)*2/3]
		codes = append(codes, line.Position().Encode(m))
		if line.Push(m) != nil {
			break
		}
	}
	return strings.Join(codes, " ")
}
