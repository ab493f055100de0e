package main

import (
	"errors"
	"flag"
	"io"
	"os"
	"strings"
)

// command is one word that kydai understands.
type command struct {
	name     string
	args     string // as the usage line shows them
	short    string // one line of the overview
	long     string // what the help adds
	examples func() []string
	settings bool // what no flag sets may be set by the environment
	// bind declares the flags and returns what runs once they are parsed.
	bind func(fs *flag.FlagSet) func(a *app, args []string) error
}

// commands lists them in the order of the overview. It is a function because
// help, which is one of them, lists them too.
func commands() []command {
	return []command{
		gamesCommand(), showCommand(), legalCommand(), perftCommand(), convertCommand(), judgeCommand(), verifyCommand(), luckCommand(),
		playCommand(), matchCommand(), labCommand(), tuneCommand(), suiteCommand(), benchCommand(),
		uciCommand(), ucciCommand(), gomocupCommand(),
		serveCommand(), workerCommand(), loadCommand(), backupCommand(), restoreCommand(), versionCommand(), helpCommand(),
	}
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

func find(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// call parses the arguments, flags before, between and after the others, and
// runs the command.
func (c command) call(a *app, args []string) error {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	run := c.bind(fs)
	var plain []string
	for {
		rest := args
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				a.explain(c)
				return nil
			}
			return usage(c.name, "%s", flagProblem(err, fs))
		}
		args = fs.Args()
		if len(args) == 0 {
			break
		}
		if done := len(rest) - len(args); done > 0 && rest[done-1] == "--" {
			plain = append(plain, args...)
			break
		}
		plain = append(plain, args[0])
		args = args[1:]
	}
	if c.settings {
		if err := fromEnvironment(fs, c.name, os.LookupEnv); err != nil {
			return err
		}
	}
	return run(a, plain)
}

// flagProblem says it with two dashes and offers the flag that was meant.
func flagProblem(err error, fs *flag.FlagSet) string {
	const unknown = "flag provided but not defined: -"
	if name, ok := strings.CutPrefix(err.Error(), unknown); ok {
		var names []string
		fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		text := "there is no flag --" + name
		if near := nearest(name, names); near != "" {
			text += "; did you mean --" + near + "?"
		}
		return text
	}
	const needs = "flag needs an argument: -"
	if name, ok := strings.CutPrefix(err.Error(), needs); ok {
		return "--" + name + " needs a value"
	}
	return strings.Replace(err.Error(), " flag -", " flag --", 1)
}
