package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"

	"kydai/games/engines"
	"kydai/lab/player"
	"kydai/protocol"
	"kydai/protocol/gomocup"
	"kydai/protocol/ucci"
	"kydai/protocol/uci"
)

func uciCommand() command {
	return command{
		name:  "uci",
		args:  "[GAME]",
		short: "run as a UCI engine for other programs",
		long: `Reads commands from standard input and writes answers to standard output.
Without a GAME the option UCI_Variant selects ` + listed(uciGames(), "or") + `, and
moves are written as other programs with that option write them. With a GAME only
that game is offered, and moves are written as 'kydai legal' prints them.`,
		bind: func(*flag.FlagSet) func(*app, []string) error { return (*app).uci },
	}
}

// uciGames lists the games whose engine supports UCI.
func uciGames() (names []string) {
	for _, d := range engines.Dialects() {
		if _, ok := engines.Find(d.Game); ok && d.UCI != "" {
			names = append(names, d.Game)
		}
	}
	return names
}

func (a *app) uci(args []string) error {
	only := ""
	switch len(args) {
	case 0:
	case 1:
		r, err := findGame("uci", args[0])
		if err != nil {
			return err
		}
		only = r.Info().Name
	default:
		return usage("uci", "uci takes at most one game")
	}
	c, err := player.ServedByUCI(only, rand.Uint64())
	if err != nil {
		return err
	}
	c.Bench = func() string {
		nodes, took, err := bench(c.Variants[0].Rules.Info().Name)
		if err != nil {
			return err.Error()
		}
		return benchText(nodes, took)
	}
	c.Perft, c.Memory = perft, protocol.Memory()
	makeRoom()
	return uci.Serve(a.in, a.out, c)
}

// makeRoom sets GOMAXPROCS to at least 2, because one goroutine reads the input while another
// searches. With only one processor, switching between the two can take longer than a whole move in
// a fast game.
func makeRoom() { runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), 2)) }

func ucciCommand() command {
	return command{
		name:  "ucci",
		short: "run as a UCCI engine for other programs",
		long:  `Reads commands from standard input and writes answers to standard output.`,
		bind: func(*flag.FlagSet) func(*app, []string) error {
			return func(a *app, args []string) error {
				if len(args) > 0 {
					return usage("ucci", "ucci takes no arguments")
				}
				c, err := player.ServedByUCCI()
				if err != nil {
					return err
				}
				c.Memory = protocol.Memory()
				makeRoom()
				return ucci.Serve(a.in, a.out, c)
			}
		},
	}
}

func gomocupCommand() command {
	return command{
		name:  "gomocup",
		short: "run as a Gomocup (Piskvork) engine for other programs",
		long: `Reads commands from standard input and writes answers to standard output.
The command INFO rule selects the rules; without it rule 0 applies.`,
		bind: func(*flag.FlagSet) func(*app, []string) error {
			return func(a *app, args []string) error {
				if len(args) > 0 {
					return usage("gomocup", "gomocup takes no arguments")
				}
				c, err := player.ServedByGomocup(rand.IntN)
				if err != nil {
					return err
				}
				makeRoom()
				return gomocup.Serve(a.in, a.out, c)
			}
		},
	}
}

func benchCommand() command {
	return command{
		name:  "bench",
		args:  "[GAME]",
		short: "print how many nodes each engine searches in fixed positions",
		long: `Prints one line per game: its name and the number of nodes. The number changes
only if the search or the evaluation changes. The speed goes to standard error.`,
		bind: func(*flag.FlagSet) func(*app, []string) error { return (*app).bench },
	}
}

func (a *app) bench(args []string) error {
	if len(args) > 1 {
		return usage("bench", "bench takes at most one game")
	}
	var names []string
	for _, e := range engines.All() {
		names = append(names, e.Game)
	}
	if len(args) == 1 {
		r, err := findGame("bench", args[0])
		if err != nil {
			return err
		}
		names = []string{r.Info().Name}
	}
	for _, name := range names {
		nodes, took, err := bench(name)
		if err != nil {
			return err
		}
		a.printf("%s %d\n", name, nodes)
		a.notef("%s: %s\n", name, benchText(nodes, took))
	}
	return nil
}

// bench runs the fixed benchmark of a game's engine. It returns the number of searched
// nodes and the elapsed time.
func bench(name string) (nodes uint64, took time.Duration, err error) {
	e, ok := engines.Find(name)
	if !ok {
		return 0, 0, usage("bench", "there is no engine for %s", name)
	}
	began := time.Now()
	nodes, err = e.Bench()
	return nodes, time.Since(began), err
}

// benchText formats the speed of an engine.
func benchText(nodes uint64, took time.Duration) string {
	return fmt.Sprintf("%d nodes in %.2f s, %.3f million nodes per second", nodes, took.Seconds(), float64(nodes)/1e6/max(took.Seconds(), 1e-9))
}
