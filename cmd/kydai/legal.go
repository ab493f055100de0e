package main

import (
	"flag"

	"kydai/game"
)

func legalCommand() command {
	return command{
		name:  "legal",
		args:  "GAME [flags]",
		short: "list the legal moves, one code per line",
		long: `Prints the code of every legal move, one per line, in the order of the move
generator. If the game is over, it prints no move, and the result goes to
standard error.`,
		examples: func() []string {
			list := []string{"kydai legal " + exampleGame(0)}
			if r, n, ok := exampleNoted(); ok {
				list = append(list, "kydai legal "+r.Info().Name+" --notation "+n.Name())
			}
			return list
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var from start
			from.bind(fs)
			notation := fs.String("notation", "", "also print each move in the notation `NAME`")
			return func(a *app, args []string) error { return a.legal(args, &from, *notation) }
		},
	}
}

func (a *app) legal(args []string, from *start, notation string) error {
	if len(args) != 1 {
		return usage("legal", "legal needs a game")
	}
	r, err := findGame("legal", args[0])
	if err != nil {
		return err
	}
	var written game.Notation
	if notation != "" {
		n, ok := game.NotationOf(r, notation)
		if !ok {
			return usage("legal", "%s has no notation %q%s", r.Info().Name, notation, notationHint(r, notation))
		}
		written = n
	}
	line, err := from.line("legal", r)
	if err != nil {
		return err
	}
	if o := line.Outcome(); o.Over() {
		a.notef("the game is over: %s\n", outcomeText(r.Info(), o))
	}
	p := line.Position()
	for _, m := range line.Legal() {
		if written != nil {
			a.printf("%s\t%s\n", p.Encode(m), written.Write(p, m))
		} else {
			a.printf("%s\n", p.Encode(m))
		}
	}
	return nil
}

func notationHint(r game.Rules, name string) string {
	names := notationNames(r)
	if len(names) == 0 {
		return "; its moves are written as codes only"
	}
	return didYouMean(name, names)
}

func notationNames(r game.Rules) []string {
	noted, ok := r.(game.Noted)
	if !ok {
		return nil
	}
	var names []string
	for _, n := range noted.Notations() {
		names = append(names, n.Name())
	}
	return names
}
