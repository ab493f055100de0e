package main

import (
	"flag"
	"fmt"
	"strings"

	"kydai/game"
)

func gamesCommand() command {
	return command{
		name:  "games",
		args:  "[GAME]",
		short: "list the games with their boards, options, notations and formats",
		long:  `Lists all games, or one of them. Other commands take options as --option NAME=VALUE.`,
		examples: func() []string {
			return []string{"kydai games", "kydai games " + exampleGame(0)}
		},
		bind: func(*flag.FlagSet) func(*app, []string) error { return (*app).games },
	}
}

func (a *app) games(args []string) error {
	if len(args) > 1 {
		return usage("games", "games takes at most one game")
	}
	list := allGames()
	if len(args) == 1 {
		r, err := findGame("games", args[0])
		if err != nil {
			return err
		}
		list = []game.Rules{r}
	}
	for i, r := range list {
		if i > 0 {
			a.printf("\n")
		}
		a.describe(r)
	}
	return nil
}

// describe prints the properties of a game.
func (a *app) describe(r game.Rules) {
	in := r.Info()
	name := in.Name
	if a.color {
		name = bold + name + reset
	}
	if in.Example {
		name += "  (an example of how to add a game)"
	}
	a.printf("%s\n", name)
	a.field("board", boardText(in))
	a.field("sides", in.Sides[0]+" and "+in.Sides[1])
	for i, o := range in.Options {
		label := ""
		if i == 0 {
			label = "options"
		}
		a.field(label, optionText(o))
	}
	if names := notationNames(r); len(names) > 0 {
		a.field("notations", strings.Join(names, ", "))
	}
	if len(in.Formats) > 0 {
		a.field("formats", strings.Join(in.Formats, ", "))
	}
}

// field prints one labelled line.
func (a *app) field(label, text string) { a.printf("  %-10s %s\n", label, text) }

func boardText(in game.Info) string {
	where := "pieces in the cells"
	if in.Points {
		where = "pieces on the crossings"
	}
	from := 1
	if in.RankZero {
		from = 0
	}
	return fmt.Sprintf("%d×%d, %s, files a–%s, ranks %d–%d", in.Width, in.Height, where, fileName(in.Width-1), from, from+in.Height-1)
}

// optionText returns the name of an option with its values, the default value first.
func optionText(o game.Option) string {
	if len(o.Values) == 0 {
		if o.Default == "" {
			return o.Name + "=…"
		}
		return o.Name + "=" + o.Default + " | …"
	}
	values := []string{o.Default}
	for _, v := range o.Values {
		if v != o.Default {
			values = append(values, v)
		}
	}
	return o.Name + "=" + strings.Join(values, " | ")
}
