package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/lab"
	"kydai/lab/player"
)

// suiteFlags holds the flags of kydai suite.
type suiteFlags struct {
	game, player string
	time         time.Duration
}

func suiteCommand() command {
	return command{
		name:  "suite",
		args:  "FILE… --game GAME [flags]",
		short: "count how many test positions an engine solves",
		long: `A FILE has one position per line in the form of EPD: the position, then 'bm MOVE;'
for the best moves or 'dm N;' for a win in N moves, and optionally 'id "NAME";'.
A win must be found in at most N moves.

For the built-in engine --time is CPU time where the system reports it, so that
the load of the machine does not change the result.`,
		examples: func() []string {
			name := exampleGame(0)
			return []string{
				"kydai suite --game " + name + " positions.epd --time 1s",
				"kydai suite --game " + name + " positions.epd --player uci:program",
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			f := new(suiteFlags)
			fs.StringVar(&f.game, "game", "", "the `GAME` of the positions")
			fs.StringVar(&f.player, "player", ownPlayer, "test this `PLAYER` (see 'kydai help match')")
			fs.DurationVar(&f.time, "time", time.Second, "search each position for this `TIME`")
			return func(a *app, args []string) error { return a.suite(args, f) }
		},
	}
}

// ownPlayer is the player spec that stands for kydai's own engine at full strength.
const ownPlayer = "kydai"

func (a *app) suite(args []string, f *suiteFlags) error {
	switch {
	case len(args) == 0:
		return usage("suite", "suite needs a file of positions")
	case f.game == "":
		return usage("suite", "set the game with --game: %s", listed(gameNames(), "or"))
	case f.time <= 0:
		return usage("suite", "--time must be more than 0")
	}
	r, err := findGame("suite", f.game)
	if err != nil {
		return err
	}
	p, err := player.DefaultKinds().Make(r, f.player)
	if err != nil {
		return playerProblem("suite", f.player, err)
	}
	e, err := p.New(0)
	if err != nil {
		return err
	}
	defer e.Close() //nolint:errcheck // the run is over: an error has no effect
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := suiteRun{app: a, rules: r, engine: e, limits: p.Limits, time: f.time, own: f.player == ownPlayer}
	for _, name := range args {
		if err := run.file(ctx, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// suiteRun is the state of a run of one engine on the test positions.
type suiteRun struct {
	app    *app
	rules  game.Rules
	engine engine.Engine
	limits engine.Limits
	time   time.Duration
	own    bool
}

// suiteCount counts the positions of one category and how many were solved.
type suiteCount struct {
	kind          string
	solved, total int
}

// file runs the positions in a file and prints the unsolved positions and a summary.
func (s *suiteRun) file(ctx context.Context, name string) error {
	in, err := s.app.openInput(name)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // the file was only read, so an error of Close has no effect
	tasks, err := lab.ReadSuite(in, s.rules)
	if err != nil {
		return err
	}
	var counts []suiteCount
	began, solved, asked := time.Now(), 0, 0
	for _, t := range tasks {
		info, err := s.ask(ctx, t)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			s.app.notef("interrupted\n")
			break
		}
		asked++
		c := countOf(&counts, t)
		c.total++
		if t.Solved(info) {
			c.solved++
			solved++
			continue
		}
		s.app.printf("not solved: %s, %s; the answer was %s\n", t.ID, wanted(t), answered(info))
	}
	s.app.printf("%s: %d of %d\n", inputName(name), solved, asked)
	if len(counts) > 1 {
		for _, c := range counts {
			s.app.printf("  %-12s %4d of %d\n", c.kind, c.solved, c.total)
		}
	}
	s.app.notef("%.1f s of wall-clock time\n", time.Since(began).Seconds())
	return nil
}

// ask runs the engine on one test position with the limits of the run.
func (s *suiteRun) ask(ctx context.Context, t lab.Task) (engine.Thought, error) {
	line, err := game.NewLine(s.rules, game.Setup{Start: t.Start})
	if err != nil {
		return engine.Thought{}, err
	}
	if f, ok := s.engine.(engine.Forgetful); ok {
		f.NewGame()
	}
	lim := s.limits
	if len(t.Best) == 0 {
		lim.Mate = t.Mate
	}
	lim.MoveTime = s.time
	if s.own {
		if limited, stop, ok := withProcessorTime(ctx, s.time); ok {
			defer stop()
			ctx, lim.MoveTime = limited, 0
		}
	}
	return s.engine.Think(ctx, line, lim, nil)
}

// countOf returns the counter for the category of a test position: positions with a mate in a given
// number of moves, or positions with best moves. If the list has no such counter yet, countOf adds
// one.
func countOf(counts *[]suiteCount, t lab.Task) *suiteCount {
	kind := "best moves"
	if t.Mate > 0 {
		kind = fmt.Sprintf("wins in %d", t.Mate)
	}
	for i := range *counts {
		if (*counts)[i].kind == kind {
			return &(*counts)[i]
		}
	}
	*counts = append(*counts, suiteCount{kind: kind})
	return &(*counts)[len(*counts)-1]
}

func wanted(t lab.Task) string {
	if len(t.Best) > 0 {
		return "best is " + strings.Join(t.Best, " or ")
	}
	return fmt.Sprintf("a win in %d", t.Mate)
}

func answered(info engine.Thought) string {
	if len(info.Lines) == 0 {
		return "nothing"
	}
	s := info.Lines[0].Score
	if s.Mate != 0 {
		return fmt.Sprintf("%s, a win in %d", info.Best(), s.Mate)
	}
	return fmt.Sprintf("%s, %+d points", info.Best(), s.Points)
}

// watchEvery is the interval at which withProcessorTime checks the CPU time.
const watchEvery = 2 * time.Millisecond

// withProcessorTime returns a context that ends when the process has used the
// given CPU time. ok is false if the system does not report CPU time.
func withProcessorTime(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc, bool) {
	began, ok := processorTime()
	if !ok {
		return ctx, nil, false
	}
	ctx, stop := context.WithCancel(ctx)
	go func() {
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if now, _ := processorTime(); now-began >= limit {
					stop()
				}
			}
		}
	}()
	return ctx, stop, true
}
