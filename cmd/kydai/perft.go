package main

import (
	"flag"
	"sort"
	"strconv"
	"time"

	"kydai/game"
)

func perftCommand() command {
	return command{
		name:  "perft",
		args:  "GAME DEPTH [flags]",
		short: "count the move sequences of a given length",
		long: `Counts the sequences of exactly DEPTH legal moves from a position. The count is
used to compare the move generators of two programs. The last line printed is
"nodes N"; the time goes to standard error.

A move that reveals a hidden piece is continued with each possible piece, but the
last move of a sequence counts once.`,
		examples: func() []string {
			return []string{
				"kydai perft " + exampleGame(0) + " 4",
				"kydai perft " + exampleGame(1) + " 3 --divide",
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var from start
			from.bind(fs)
			divide := fs.Bool("divide", false, "also print the count for each first move")
			return func(a *app, args []string) error { return a.perft(args, &from, *divide) }
		},
	}
}

func (a *app) perft(args []string, from *start, divide bool) error {
	if len(args) != 2 {
		return usage("perft", "perft needs a game and a depth")
	}
	r, err := findGame("perft", args[0])
	if err != nil {
		return err
	}
	depth, err := strconv.Atoi(args[1])
	if err != nil || depth < 0 {
		return usage("perft", "the depth must be a whole number of at least 0, not %q", args[1])
	}
	line, err := from.line("perft", r)
	if err != nil {
		return err
	}
	began := time.Now()
	var nodes uint64
	if divide && depth > 0 {
		nodes = a.divide(line.Position(), depth)
	} else {
		nodes = perft(line.Position(), depth)
	}
	if took := time.Since(began); took >= time.Millisecond { // a shorter time is too short to compute a speed from
		a.notef("depth %d in %.3f s, %.1f million nodes per second\n", depth, took.Seconds(), float64(nodes)/1e6/took.Seconds())
	}
	a.printf("nodes %d\n", nodes)
	return nil
}

// divide counts, for each legal move, the move sequences that begin with it (perft). It prints the
// counts sorted by move code and returns the total.
func (a *app) divide(p game.Position, depth int) uint64 {
	count := map[string]uint64{}
	var total uint64
	for _, m := range p.Legal() {
		n := after(p, m, depth)
		count[p.Encode(m)] += n
		total += n
	}
	codes := make([]string, 0, len(count))
	width := 0
	for code := range count {
		codes = append(codes, code)
		width = max(width, len(code))
	}
	sort.Strings(codes)
	for _, code := range codes {
		a.printf("%-*s %d\n", width+1, code+":", count[code])
	}
	a.printf("\nmoves %d\n", len(codes))
	return total
}

// perfter is implemented by positions that have their own, faster perft function.
type perfter interface{ Perft(depth int) uint64 }

// perft counts the move sequences of exactly depth moves.
func perft(p game.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if fast, ok := p.(perfter); ok {
		return fast.Perft(depth)
	}
	legal := p.Legal()
	if depth == 1 {
		return uint64(len(legal))
	}
	var nodes uint64
	for _, m := range legal {
		nodes += after(p, m, depth)
	}
	return nodes
}

// after counts the move sequences of exactly depth moves whose first move is m.
func after(p game.Position, m game.Move, depth int) uint64 {
	if depth == 1 {
		return 1
	}
	var nodes uint64
	for _, way := range game.CompletionsOf(p, m) {
		nodes += perft(p.Play(way.Move), depth-1)
	}
	return nodes
}
