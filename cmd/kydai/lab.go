package main

import (
	"context"
	"flag"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"

	"kydai/game"
	"kydai/games/engines"
	"kydai/lab"
	"kydai/lab/classic"
	search "kydai/search/classic"
)

// labFlags holds the flags of all lab experiments. Each experiment uses only some of them.
type labFlags struct {
	from       start
	depth      int
	algorithms string
	eval       string
	width      string
	limit      uint64
	time       time.Duration
	branching  int
	games      int
	plies      int
	opening    int
	positions  int
	draws      int
	step       int
	write      string
	date       string
	timed      uint64
	csv, svg   string
	results    string
	player     string
	opponent   string
	decided    bool
	totals     bool
	learn      learnFlags
}

func labCommand() command {
	return command{
		name:  "lab",
		args:  "nodes|tree|tournament|accuracy|learn|ladder|stats|list GAME [PLAYER…] [flags]",
		short: "compare algorithms: count nodes, record trees, play round robins",
		long: `  nodes       count the nodes of each algorithm by depth, next to the theory
  tree        print a small search tree with its cut-offs as JSON
  tournament  play a round robin between PLAYERs and print the cross table
  accuracy    let every level move in the same positions and judge the moves
  learn       learn the weights of an evaluator from games with itself, by TD(λ)
  ladder      play level --step plus one against level --step and, with --write, put the
              row into docs/strength.md
  stats       win rates of all runs of 'kydai match' and tournaments that were kept; the
              GAME may be left out
  list        list the algorithms, and the evaluators and players of a game

A PLAYER is random, greedy, classic:ALGORITHM,NAME=VALUE,… or any other player of
'kydai match'. An interrupt (Ctrl-C) stops an experiment and prints the results so
far.`,
		examples: func() []string {
			first, second := exampleGame(0), exampleGame(1)
			return []string{
				"kydai lab nodes " + first + " --depth 4 --svg nodes.svg",
				"kydai lab nodes " + second + " --depth 3 --algorithms alphabeta,ordered --csv nodes.csv",
				"kydai lab tree " + first + " --depth 2 --width 4",
				"kydai lab tournament " + second + " random greedy classic:ordered,depth=2 --games 4 --results lab.jsonl",
				"kydai lab learn " + second + " --games 8 --every 4 --pairs 1 --plies 30 --output weights.json",
				"kydai lab stats " + second + " --opponent greedy --results lab.jsonl --svg rates.svg",
				"kydai lab list " + first,
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			f := new(labFlags)
			f.from.bind(fs)
			fs.IntVar(&f.depth, "depth", 3, "search to this `DEPTH`")
			fs.StringVar(&f.algorithms, "algorithms", "", "the algorithm `NAMES`, separated by commas; tree needs exactly one")
			fs.StringVar(&f.eval, "eval", "", "use the evaluator with this `NAME`")
			fs.StringVar(&f.width, "width", "", "search the `N` best moves of each position by static evaluation, or all")
			fs.Uint64Var(&f.limit, "limit", 0, "stop a search after `N` nodes")
			fs.DurationVar(&f.time, "time", 20*time.Second, "stop a search after this `TIME`")
			fs.IntVar(&f.branching, "branching", 40, "assume `N` moves per position for the theoretical node counts")
			fs.IntVar(&f.games, "games", 2, "play `N` games; in a tournament between each pair of players")
			fs.IntVar(&f.positions, "positions", 4, "accuracy: judge `N` positions of each game")
			fs.IntVar(&f.draws, "draws", 4, "accuracy: let each level move `N` times in each position")
			fs.Uint64Var(&f.timed, "timed", 0, "accuracy: `N` nodes for the last level, which has no limit (default: 400000)")
			fs.IntVar(&f.step, "step", 0, "ladder: the lower `LEVEL`")
			fs.StringVar(&f.write, "write", "", "ladder: write the result into the source tree in this `FOLDER`")
			fs.StringVar(&f.date, "date", "", "ladder: the `DATE` of the row, such as 2026-11-18 (default: today)")
			fs.IntVar(&f.plies, "plies", 300, "end a game as a draw after `N` plies")
			fs.IntVar(&f.opening, "opening", 0, "start each pair of games with `N` random plies")
			fs.StringVar(&f.csv, "csv", "", "also write the table to this `FILE`")
			fs.StringVar(&f.svg, "svg", "", "write a chart to this `FILE`")
			fs.StringVar(&f.results, "results", "", "the `FILE` of kept results, or off (default: "+shownResults+")")
			fs.StringVar(&f.player, "player", "", "stats: only players whose text contains this `TEXT`")
			fs.StringVar(&f.opponent, "opponent", "", "stats: only opponents whose text contains this `TEXT`")
			fs.BoolVar(&f.decided, "decided", false, "stats: leave draws out of the chart")
			f.learn.bind(fs)
			fs.BoolVar(&f.totals, "totals", false, "stats: the chart shows players against all opponents together")
			return func(a *app, args []string) error { return a.lab(args, f) }
		},
	}
}

func (a *app) lab(args []string, f *labFlags) error {
	experiments := map[string]func(context.Context, game.Rules, []string, *labFlags) error{
		"nodes": a.labNodes, "tree": a.labTree, "tournament": a.labTournament, "accuracy": a.labAccuracy, "learn": a.labLearn, "ladder": a.labLadder, "stats": a.labStats, "list": a.labList,
	}
	known := []string{"nodes", "tree", "tournament", "accuracy", "learn", "ladder", "stats", "list"}
	if len(args) == 0 {
		return usage("lab", "lab needs an experiment: %s", listed(known, "or"))
	}
	run, ok := experiments[args[0]]
	switch {
	case !ok:
		return usage("lab", "there is no experiment %q%s", args[0], didYouMean(args[0], known))
	case len(args) < 2 && args[0] != "stats":
		return usage("lab", "lab %s needs a game", args[0])
	case args[0] != "tournament" && len(args) > 2:
		return usage("lab", "lab %s takes one game and no players", args[0])
	case f.depth < 1 || f.games < 1 || f.plies < 1 || f.opening < 0 || f.branching < 2 || f.positions < 1:
		return usage("lab", "--depth, --games, --plies and --positions must be at least 1, --branching at least 2")
	}
	var r game.Rules
	if len(args) > 1 {
		var err error
		if r, err = findGame("lab", args[1]); err != nil {
			return err
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return run(ctx, r, args[min(2, len(args)):], f)
}

// labList prints the available games, evaluators and algorithms.
func (a *app) labList(_ context.Context, r game.Rules, _ []string, _ *labFlags) error {
	a.heading("Algorithms")
	for _, alg := range classic.Algorithms() {
		a.printf("  %-18s %s\n", "classic:"+alg.Name, alg.About)
		if len(alg.Settings) > 0 {
			a.printf("  %-18s with %s\n", "", listed(alg.Settings, "and"))
		}
	}
	family := engines.Historic(r.Info().Name)
	a.printf("\n")
	a.heading("Evaluators")
	for _, e := range append(slices.Clone(family.Evaluators), search.Pieces()) {
		a.printf("  %-18s %s\n", e.Name, e.About)
	}
	if len(family.Players) > 0 {
		a.printf("\n")
		a.heading("Players")
	}
	for _, p := range family.Players {
		a.printf("  %-24s %s\n  %-24s classic:%s\n", "classic:"+p.Name, p.About, "", p.Spec)
	}
	return nil
}

// position returns the starting position of an experiment, as the side to move sees it.
func (f *labFlags) position(r game.Rules) (game.Position, error) {
	line, err := f.from.line("lab", r)
	if err != nil {
		return nil, err
	}
	if line.Outcome().Over() {
		return nil, game.Err(game.GameOver, "the game is over in this position, so it cannot be searched")
	}
	p := line.Position()
	if f.from.seed.given && f.from.options[game.ViewOption] == "" {
		p = line.View(p.Turn()).Position()
	}
	return p, nil
}

// evaluator returns the evaluator and the search width that the flags select.
func (f *labFlags) evaluator(r game.Rules) (e search.Evaluator, width int, err error) {
	family := engines.Historic(r.Info().Name)
	e, ok := family.Evaluator(f.eval)
	if !ok {
		return e, 0, usage("lab", "there is no evaluator %q%s", f.eval, didYouMean(f.eval, family.Names()))
	}
	switch f.width {
	case "":
		return e, e.Width, nil
	case "all":
		return e, 0, nil
	}
	width, err = strconv.Atoi(f.width)
	if err != nil || width < 1 {
		return e, 0, usage("lab", "--width must be a number of at least 1, or all, not %q", f.width)
	}
	return e, width, nil
}

// names returns the algorithm names that the flag --algorithms lists. Without the flag, it returns
// the default names in the parameter usual. It returns an error for a name that is not in the
// parameter known.
func (f *labFlags) names(usual, known []string) ([]string, error) {
	if f.algorithms == "" {
		return usual, nil
	}
	names := strings.Split(f.algorithms, ",")
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, usage("lab", "%q does not search to a fixed depth; %s do", name, listed(known, "and"))
		}
	}
	return names, nil
}

// labFiles writes the files that the flags request: CSV, and SVG charts.
func (a *app) labFiles(f *labFlags, table func(io.Writer) error, chart lab.Chart) error {
	for name, write := range map[string]func(io.Writer) error{f.csv: table, f.svg: chart.WriteSVG} {
		if name == "" {
			continue
		}
		if err := a.labFile(name, write); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) labFile(name string, write func(io.Writer) error) error {
	out, err := a.createOutput(name)
	if err != nil {
		return err
	}
	if err := write(out); err != nil {
		out.discard()
		return err
	}
	return out.commit()
}
