package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/signal"
	"strings"

	"kydai/game"
	"kydai/games/engines"
	"kydai/search/proof"
)

func solveCommand() command {
	return command{
		name:  "solve",
		args:  "GAME [flags]",
		short: "prove or refute a win, a draw or survival within a number of moves",
		long: `Searches for a forced way to the goal against every defence, by checks first,
then by threats, then by all moves, and prints the solution with all defences,
the longest first. A win is by mate or another end on the board; a win by a
ruling on repetitions does not count. Draw means that the game ends within the
moves, and not with a loss. Survive means that the other side does not win.

It also says whether the solution is the shortest and whether another first move
is as good. If the goal cannot be reached, it prints an answer to each first
move. --moves counts the moves of the side that attacks. The position counts as
the start of the game, except for the move limit.`,
		examples: func() []string {
			return []string{
				"kydai solve " + exampleGame(0) + " --play \"f2f3 e7e5 g2g4\" --moves 1",
				"kydai solve " + exampleGame(1) + " --moves 1 --json",
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var s solving
			fs.StringVar(&s.from.fen, "fen", "", "solve this `POSITION` (FEN, or as show prints it)")
			fs.StringVar(&s.from.moves, "play", "", "play these `MOVES` first, as codes or in a notation of the game")
			fs.Var(&s.from.options, "option", "set a rule option, as `NAME=VALUE`; can be repeated")
			fs.IntVar(&s.moves, "moves", 0, "reach the goal within `N` moves; 0: any number")
			fs.StringVar(&s.side, "side", "", "the `SIDE` that wants to reach the goal (default: the side to move)")
			fs.StringVar(&s.goal, "goal", "win", "the `GOAL`: win, draw or survive")
			fs.Uint64Var(&s.nodes, "nodes", 2_000_000, "search at most `N` positions, and as many for shorter and second solutions")
			fs.StringVar(&s.notation, "notation", "", "write moves in the notation `NAME` (default: the first of the game)")
			fs.IntVar(&s.lines, "lines", 60, "print at most `N` lines of the solution")
			fs.BoolVar(&s.json, "json", false, "print JSON, with the whole solution")
			return func(a *app, args []string) error { return a.solve(args, &s) }
		},
	}
}

// solving holds the flags of kydai solve.
type solving struct {
	from                 start
	moves, lines         int
	side, goal, notation string
	nodes                uint64
	json                 bool
}

var goals = map[string]proof.Goal{"win": proof.Win, "draw": proof.Draw, "survive": proof.Survive}

// Memory limits of the prover: the size of the hash table, and the number of nodes in the solution
// tree.
const (
	solveTable = 128 // size of the hash table in MiB
	solveTree  = 100_000
)

func (a *app) solve(args []string, s *solving) error {
	if len(args) != 1 {
		return usage("solve", "solve needs a game")
	}
	r, err := findGame("solve", args[0])
	if err != nil {
		return err
	}
	line, err := s.from.line("solve", r)
	if err != nil {
		return err
	}
	task, err := s.task(line)
	if err != nil {
		return err
	}
	not, _ := game.NotationOf(r, s.notation)
	if s.notation != "" && not == nil {
		return usage("solve", "%s has no notation %q%s", r.Info().Name, s.notation, notationHint(r, s.notation))
	}
	if line.Position().Outcome().Over() {
		return game.Err(game.GameOver, "the game is over: ", outcomeText(r.Info(), line.Position().Outcome()))
	}
	state, err := engines.Proof(line)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	task.Stop = func() bool { return ctx.Err() != nil }
	ans, err := proof.New(solveTable).Solve(state, task)
	if err != nil {
		return err
	}
	sol := &solution{info: r.Info(), start: line.Position(), notation: not, goal: s.goal, task: task, answer: ans}
	if s.json {
		return json.NewEncoder(a.out).Encode(sol.json())
	}
	a.printf("%s\n", sol.sentence())
	lines := sol.tree()
	for i, text := range lines {
		if i == s.lines {
			a.printf("… %d more lines: see --lines\n", len(lines)-i)
			break
		}
		a.printf("%s\n", text)
	}
	return nil
}

// task builds the prover's task from the flags.
func (s *solving) task(line *game.Line) (proof.Task, error) {
	info, turn := line.Rules().Info(), line.Position().Turn()
	t := proof.Task{Moves: s.moves, Nodes: s.nodes, Verify: s.nodes, Tree: solveTree}
	goal, ok := goals[s.goal]
	switch {
	case !ok:
		return t, usage("solve", "there is no goal %q; there are win, draw and survive", s.goal)
	case s.moves < 0 || s.moves > proof.MaxMoves:
		return t, usage("solve", "--moves must be a number from 0 to %d", proof.MaxMoves)
	case goal == proof.Survive && s.moves == 0:
		return t, usage("solve", "--goal survive needs --moves")
	}
	t.Goal = goal
	switch side := strings.ToLower(s.side); side {
	case "", info.Sides[turn.Index()]:
	case info.Sides[turn.Other().Index()]:
		t.Other = true
	default:
		return t, usage("solve", "there is no side %q; there are %s and %s", s.side, info.Sides[0], info.Sides[1])
	}
	return t, nil
}
