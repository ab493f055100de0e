package main

import (
	"context"
	"flag"
	"os"
	"os/signal"

	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/duel"
	"kydai/lab/tune"
)

// tuneFlags holds the flags of tune selfplay and tune fit.
type tuneFlags struct {
	game   string
	games  int
	nodes  uint64
	plies  int
	fair   int
	seed   seed
	epochs int
	every  int
	lambda float64
	pull   float64
	held   float64
	rate   float64
	out    string
	from   string
}

func tuneCommand() command {
	return command{
		name:  "tune",
		args:  "selfplay|fit|spsa --game GAME [FILE…|NAME…] [flags]",
		short: "fit the evaluation weights of an engine, or tune its search, by self-play",
		long: `  selfplay  play games and write their quiet positions, one per line: the
            position, the result of the game and the score of the search,
            both from the first side's point of view
  fit       read FILEs of selfplay or of 'kydai datagen', fit the weights to the
            results, and print the weights as a Go file of the engine

  spsa      play pairs of games in which the numbers of the search vary, move
            the NAMEd numbers (default: all) to where they win more, and print
            for each the effect of its larger value against its smaller one.
            NAME:STEP sets how far a number varies. -o keeps the state, and a
            later call continues it.

The last part of each FILE is held out: its error shows whether the new weights
are better or overfitted. An interrupt (Ctrl-C) stops selfplay or fit, which then
writes its results so far.`,
		examples: func() []string {
			name := tunable()[0]
			return []string{
				"kydai tune selfplay --game " + name + " --games 400 --nodes 4000 -o positions.txt",
				"kydai tune fit --game " + name + " positions.txt --epochs 30 -o weights.go",
				"kydai tune spsa --game " + name + " --games 2000 --nodes 3000 reverse-margin count-base:2 -o spsa.json",
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			f := new(tuneFlags)
			fs.StringVar(&f.game, "game", "", "the `GAME` of the engine")
			fs.IntVar(&f.games, "games", 100, "selfplay, spsa: play `N` games")
			fs.Uint64Var(&f.nodes, "nodes", 4000, "selfplay, spsa: search `N` nodes per move")
			fs.IntVar(&f.plies, "plies", 0, "selfplay, spsa: call a game drawn after `N` plies (default: 320)")
			fs.IntVar(&f.fair, "balance", fairOpening, "selfplay: draw another opening if it is rated above `POINTS` for a side")
			fs.Var(&f.seed, "seed", "choose random openings, or shuffle the positions, from this seed `NUMBER`")
			fs.IntVar(&f.epochs, "epochs", 30, "fit: run `N` epochs over the positions")
			fs.Float64Var(&f.lambda, "lambda", 0.5, "fit: the `SHARE` of the search score in the target, 0 to 1; rest: result")
			fs.Float64Var(&f.pull, "pull", 1e-5, "fit: regularisation: the `FORCE` that pulls weights to their old values")
			fs.IntVar(&f.every, "every", 1, "fit: of the games of datagen, use every `N`th position")
			fs.Float64Var(&f.held, "held", 0.1, "fit: the `SHARE` of each file to hold out")
			fs.Float64Var(&f.rate, "rate", 0.02, "spsa: move numbers by this `SHARE` of their step per half point; 0 measures only")
			fs.StringVar(&f.from, "from", "", "fit: begin with the weights in this `FILE` of fit, or with hand-made ones: hand")
			fs.StringVar(&f.out, "o", "-", "write to this `FILE` (default: standard output)")
			return func(a *app, args []string) error { return a.tune(args, f) }
		},
	}
}

// tunable lists the games whose engines can be tuned.
func tunable() (names []string) {
	for _, e := range engines.All() {
		if _, ok := engines.Tuner(e.Game); ok {
			names = append(names, e.Game)
		}
	}
	return names
}

func (a *app) tune(args []string, f *tuneFlags) error {
	halves := []string{"selfplay", "fit", "spsa"}
	if len(args) == 0 {
		return usage("tune", "tune needs a step: %s", listed(halves, "or"))
	}
	if f.game == "" {
		return usage("tune", "set the game with --game: %s", listed(tunable(), "or"))
	}
	r, err := findGame("tune", f.game)
	if err != nil {
		return err
	}
	if args[0] == "spsa" {
		return a.tuneSPSA(r, args[1:], f)
	}
	t, ok := engines.Tuner(r.Info().Name)
	switch {
	case !ok:
		return usage("tune", "the weights of %s cannot be fitted, only those of %s", r.Info().Name, listed(tunable(), "and"))
	case f.games < 1 || f.nodes < 1 || f.epochs < 1 || f.every < 1:
		return usage("tune", "--games, --nodes, --epochs and --every must be at least 1")
	case !(f.lambda >= 0 && f.lambda <= 1) || !(f.held >= 0 && f.held < 1) || !(f.pull >= 0):
		return usage("tune", "--lambda must be from 0 to 1, --held at least 0 and less than 1, --pull at least 0")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	switch files := args[1:]; {
	case args[0] == "selfplay" && len(files) > 0:
		return usage("tune", "selfplay reads no file; set the output file with -o")
	case args[0] == "selfplay":
		return a.tuneSelfPlay(ctx, r, t, f)
	case args[0] == "fit" && len(files) == 0:
		return usage("tune", "fit needs the files that selfplay wrote")
	case args[0] == "fit":
		return a.tuneFit(ctx, r, t, files, f)
	}
	return usage("tune", "tune has no step %q%s", args[0], didYouMean(args[0], halves))
}

// fairOpening is the largest absolute evaluation that self-play accepts for an opening, in the
// engine's score units.
const fairOpening = 150

// tuneSelfPlay plays games and writes their positions as training data.
func (a *app) tuneSelfPlay(ctx context.Context, r game.Rules, t tune.Tuner, f *tuneFlags) error {
	openings, err := a.matchOpenings(r, &matchFlags{plies: -1, balance: f.fair, seed: f.seed})
	if err != nil {
		return err
	}
	defer closeJudge(openings)
	if o, ok := openings.(*duel.Random); ok {
		o.Limits.Nodes = min(o.Limits.Nodes, 2*f.nodes) // judging an opening takes no longer than a few moves of the game
	}
	e, err := engines.New(r.Info().Name)
	if err != nil {
		return err
	}
	defer e.Close() //nolint:errcheck // the run is over: an error has no effect
	out, err := a.createOutput(f.out)
	if err != nil {
		return err
	}
	played := 0
	s := tune.SelfPlay{
		Engine: e, Games: f.games, Nodes: f.nodes, Longest: f.plies, Quiet: t.Quiet,
		Open: func(n int) (*game.Line, error) {
			o, err := openings.Opening(n)
			if err != nil {
				return nil, err
			}
			return o.Line(r)
		},
		Finished: func(games, positions int) {
			if played = games; games%100 == 0 {
				a.notef("%s of %d, %s\n", plural(games, "game"), f.games, plural(positions, "position"))
			}
		},
	}
	n, err := s.Write(ctx, out)
	if err != nil {
		out.discard()
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	a.notef("%s from %s\n", plural(n, "position"), plural(played, "game"))
	return nil
}
