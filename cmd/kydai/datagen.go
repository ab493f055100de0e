package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"runtime"
	"time"

	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/selfplay"
)

// datagenFlags holds the flags of datagen.
type datagenFlags struct {
	out       string
	games     int
	positions int
	nodes     uint64
	plies     int
	balance   int
	hash      int
	threads   int
	net       string
	rescore   string
	depth     int
	seed      seed
	options   options
}

func datagenCommand() command {
	return command{
		name:  "datagen",
		args:  "GAME --out FILE [flags]",
		short: "let an engine play itself and keep the games to train nets on",
		long: `Each game begins with random moves that leave the game level. FILE keeps
the moves and the scores of the search, three or four bytes a move. The same flags
give the same FILE, with any number of threads. If FILE exists, the run goes on where
it stopped. An interrupt (Ctrl-C) ends the run after the last whole game.

With --rescore, the games of another file are kept, and their positions are scored
again by searches of --depth plies that prune no late moves.

Positions are counted if a net is trained on them: no check, the best move takes
nothing, and the game is not yet decided.`,
		examples: func() []string {
			return []string{"kydai datagen " + exampleGame(0) + " --out games.bin --positions 100000 --nodes 1000 --seed 1 --threads 2"}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			f := new(datagenFlags)
			fs.StringVar(&f.out, "out", "", "add games to this `FILE`")
			fs.IntVar(&f.games, "games", 0, "stop when the file has `N` games")
			fs.IntVar(&f.positions, "positions", 0, "stop when the file has `N` positions to train on")
			fs.Uint64Var(&f.nodes, "nodes", 1000, "search `N` nodes per move")
			fs.IntVar(&f.plies, "plies", -1, "openings of `N` and N+1 random moves (default: 8, or 5 stones)")
			fs.IntVar(&f.balance, "balance", 200, "draw another opening if it is rated above `POINTS` for a side")
			fs.IntVar(&f.hash, "hash", 4, "hash table of each thread in `MIB`")
			fs.IntVar(&f.threads, "threads", runtime.NumCPU(), "play `N` games in parallel")
			fs.StringVar(&f.net, "net", "", "evaluate by the net or the values in this `FILE`, or by hand: hand")
			fs.StringVar(&f.rescore, "rescore", "", "play no games: score those of this `FILE` again")
			fs.IntVar(&f.depth, "depth", 3, "rescore by searches of `N` plies")
			fs.Var(&f.seed, "seed", "choose the openings from this seed `NUMBER`")
			fs.Var(&f.options, "option", "set a rule option, as `NAME=VALUE`; can be repeated")
			return func(a *app, args []string) error { return a.datagen(args, f) }
		},
	}
}

// mostTrained limits the positions that are used for training: a position whose score is above this
// value, for either side, is left out. The unit is the engine's score unit.
const mostTrained = 1500

func (a *app) datagen(args []string, f *datagenFlags) error {
	switch {
	case len(args) != 1:
		return usage("datagen", "datagen needs a game: %s", listed(gameNames(), "or"))
	case f.out == "":
		return usage("datagen", "set the file for the games with --out")
	case f.rescore == "" && (f.games < 0 || f.positions < 0 || f.games == 0 && f.positions == 0):
		return usage("datagen", "set --games or --positions, so that the run has an end")
	case f.nodes < 1 || f.threads < 1 || f.hash < 1 || f.balance < 0 || f.depth < 1:
		return usage("datagen", "--nodes, --threads, --hash and --depth must be at least 1, --balance at least 0")
	}
	r, err := findGame("datagen", args[0])
	if err != nil {
		return err
	}
	if f.rescore != "" {
		return a.rescore(r, f)
	}
	name := r.Info().Name
	if _, ok := engines.Find(name); !ok {
		return game.Err(codeNoEngine, "there is no engine for ", name)
	}
	plies, err := openingPlies(r, f)
	if err != nil {
		return err
	}
	run := selfplay.Run{Games: f.games, Positions: f.positions, Header: selfplay.Header{
		Game: name, Options: f.options, Seed: f.seed.value, Nodes: f.nodes, Plies: plies, Balance: f.balance, Hash: f.hash, Version: buildName(),
	}}
	if run.Header.Net, err = a.evaluationName(name, f.net); err != nil {
		return err
	}
	out, err := continueGames(f.out, &run)
	if err != nil {
		return err
	}
	for range f.threads {
		p, err := newPlayer(r, run.Header, f.net)
		if err != nil {
			return errors.Join(err, out.Close())
		}
		run.Players = append(run.Players, p)
	}
	if run.First > 0 {
		a.notef("%s has %s already\n", f.out, plural(run.First, "game"))
	}
	if a.whole {
		lowPriority()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	w := bufio.NewWriter(out)
	view := &datagenView{app: a, run: run, began: time.Now()}
	run.Finished = func(games, quiet int) { view.finished(games, quiet, w) }
	err = errors.Join(run.Write(ctx, w), w.Flush(), out.Close())
	view.tell(true)
	for _, p := range run.Players {
		err = errors.Join(err, p.Engine.Close())
	}
	return err
}

// openingPlies returns the number of random moves at the start of each game.
func openingPlies(r game.Rules, f *datagenFlags) (int, error) {
	p, err := r.New(game.Setup{Options: f.options})
	if err != nil || f.plies >= 0 {
		return f.plies, err
	}
	if legal := p.Legal(); len(legal) > 0 && legal[0].From() == game.NoSquare {
		return usualStones, nil
	}
	return usualPlies, nil
}

// chooser returns the rule that selects which positions of a game are used for training.
func chooser(name string) selfplay.Chooser {
	c := selfplay.Chooser{Most: mostTrained}
	if t, ok := engines.Tuner(name); ok {
		c.Quiet = t.Quiet
	}
	return c
}

// continueGames opens the file of an earlier run and counts the games in it. If an interrupted
// write left an incomplete game at the end of the file, it cuts off that game.
func continueGames(name string, run *selfplay.Run) (*os.File, error) {
	out, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	info, err := out.Stat()
	if err == nil && info.Size() == 0 {
		if err = selfplay.WriteHeader(out, run.Header); err == nil {
			return out, nil
		}
	}
	var end int64
	if err == nil {
		end, err = countGames(out, run)
	}
	if err == nil {
		err = out.Truncate(end)
	}
	if err == nil {
		_, err = out.Seek(end, io.SeekStart)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Join(err, out.Close()))
	}
	return out, nil
}

// countGames counts the games in a file and returns the offset where the last complete
// game ends.
func countGames(in io.Reader, run *selfplay.Run) (int64, error) {
	old, err := selfplay.NewReader(in)
	if err != nil {
		return 0, err
	}
	if !reflect.DeepEqual(old.Header, run.Header) {
		return 0, game.Err(codeFileExists, "the file has games that were made with other flags or by another version of the program")
	}
	for {
		g, err := old.Next()
		switch {
		case errors.Is(err, io.EOF), hasCode(err, selfplay.CutData):
			return old.Offset(), nil
		case err != nil:
			return 0, err
		}
		run.First, run.Quiet = g.Number+1, run.Quiet+g.Quiet
	}
}

// datagenView prints the progress of a run.
type datagenView struct {
	app          *app
	run          selfplay.Run
	began, told  time.Time
	games, quiet int
}

// tellEvery is the time between two progress lines. Before each progress line, the finished games
// are written to the file.
const tellEvery = 10 * time.Second

func (v *datagenView) finished(games, quiet int, w *bufio.Writer) {
	v.games, v.quiet = games, quiet
	if time.Since(v.told) >= tellEvery {
		_ = w.Flush() // a write error is sticky: the next write returns it again
		v.tell(false)
	}
}

func (v *datagenView) tell(last bool) {
	first := v.told.IsZero()
	v.told = time.Now()
	if first && !last {
		return // the first call only sets the start of the interval until the first progress line
	}
	games, quiet := max(v.games, v.run.First), max(v.quiet, v.run.Quiet)
	rate := float64(quiet-v.run.Quiet) / time.Since(v.began).Seconds()
	text := fmt.Sprintf("%s, %s to train on, %.0f per second", plural(games, "game"), plural(quiet, "position"), rate)
	if left := v.run.Positions - quiet; left > 0 && rate > 0 && !last {
		text += fmt.Sprintf(", %s left", time.Duration(float64(left)/rate*float64(time.Second)).Round(time.Second))
	}
	if v.app.color && !last {
		v.app.notef("\r\x1b[K%s", text)
		return
	}
	if v.app.color {
		v.app.notef("\r\x1b[K")
	}
	v.app.notef("%s\n", text)
}
