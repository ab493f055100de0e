// Command differential compares kydai's rules with other programs. It plays random games from a
// seed. The subcommand stream writes every position with its legal moves; check.cjs compares them
// with ffish. The subcommand divide compares perft divides with a UCI engine. run.sh combines these
// steps.
//
//	differential stream CAMPAIGN -count N [-seed S] [-seed-fault KIND]
//	differential divide CAMPAIGN -count N [-seed S] [-seed-fault drop] [-engine PROGRAM]
//
// Equal arguments give equal output. With -seed-fault the output contains errors, to prove that the
// comparison detects them.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "differential:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("usage: differential stream|divide CAMPAIGN -count N [-seed S] [-seed-fault KIND] [-engine PROGRAM]")

func run(args []string) error {
	if len(args) < 2 {
		return errUsage
	}
	flags := flag.NewFlagSet("differential", flag.ContinueOnError)
	count := flags.Int("count", 1000, "distinct positions to compare")
	seed := flags.Uint64("seed", 1, "seed of the random games")
	lie := flags.String("seed-fault", "", "now and then say something wrong: drop, add, check, outcome or fen")
	engine := flags.String("engine", "stockfish", "program that speaks UCI")
	limit := flags.Duration("limit", 30*time.Minute, "time the engine may take for everything")
	if err := flags.Parse(args[2:]); err != nil {
		return err
	}
	c, ok := campaigns[args[1]]
	if !ok {
		return fmt.Errorf("no campaign %q", args[1])
	}
	w, err := newWalker(c, *seed)
	if err != nil {
		return err
	}
	f, err := newFault(*lie)
	if err != nil {
		return err
	}
	switch args[0] {
	case "stream":
		out := bufio.NewWriterSize(os.Stdout, 1<<16)
		if err := stream(out, w, *count, f); err != nil {
			return err
		}
		return out.Flush()
	case "divide":
		return divideAll(w, *count, *engine, *limit, f)
	}
	return errUsage
}
