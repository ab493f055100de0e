package main

import (
	"errors"
	"flag"
	"io"
	"os"
	"strings"
)

// command is one subcommand of kydai.
type command struct {
	name     string
	args     string // arguments shown in the usage line
	short    string // one-line description for the overview
	long     string // additional help text
	examples func() []string
	settings bool // if true, flags that the command line does not set are read from KYDAI_ variables
	// bind declares the flags of the command. It returns the function that runs the command after
	// the flags are parsed.
	bind func(fs *flag.FlagSet) func(a *app, args []string) error
}

// commands lists all commands in the order in which the help overview shows them. It is a function,
// because a variable would cause an initialisation cycle: the help command refers to the list.
func commands() []command {
	return []command{
		gamesCommand(), showCommand(), legalCommand(), perftCommand(), solveCommand(), explainCommand(), convertCommand(), judgeCommand(), verifyCommand(), luckCommand(),
		playCommand(), matchCommand(), labCommand(), tuneCommand(), datagenCommand(), positionsCommand(), trainCommand(), fitCommand(), suiteCommand(), benchCommand(), tourneyCommand(),
		uciCommand(), ucciCommand(), gomocupCommand(),
		serveCommand(), workerCommand(), adminCommand(), doctorCommand(), loadCommand(), backupCommand(), restoreCommand(), archiveCommand(), versionCommand(), helpCommand(),
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

// call parses the arguments and runs the command. Flags may stand before,
// between or after the other arguments.
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
		for _, name := range visible(fs) {
			a.notef("kydai: other users of this machine can see --%s in the list of processes; use --%s-file or %s\n", name, name, envName(name))
		}
		if err := fromEnvironment(fs, c.name, os.LookupEnv); err != nil {
			return err
		}
	}
	return run(a, plain)
}

// flagProblem rewrites an error of package flag: flags get two dashes, and an unknown
// flag gets a suggestion of the closest name.
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
