package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"time"

	"kydai/engine/nnue"
	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/selfplay"
	"kydai/lab/train"
)

// positionsFlags holds the flags of positions.
type positionsFlags struct {
	data    string
	out     string
	net     string
	every   int
	most    int
	held    float64
	threads int
	tree    nnue.TreeOptions
}

func positionsCommand() command {
	return command{
		name:  "positions",
		args:  "GAME --data FILE --out FILE [flags]",
		short: "score positions of search trees, to train nets on",
		long: `The engine searches positions of the games of datagen. Of the positions that a
search evaluates, some are drawn by chance and scored by a short search each. Most
of them are unlike those of games, and it is these that a net has to evaluate.

'kydai train' reads the FILE like games, with --data. The same flags give the same
FILE, with any number of threads. Games that 'kydai train' holds out are left out.`,
		examples: func() []string {
			return []string{"kydai positions " + exampleGame(0) + " --data games.bin --out trees.bin --every 4 --count 12"}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			f := new(positionsFlags)
			fs.StringVar(&f.data, "data", "", "search positions of the games in this `FILE`")
			fs.StringVar(&f.out, "out", "", "write the positions to this `FILE`")
			fs.StringVar(&f.net, "net", "", "evaluate by the net in this `FILE` (default: by hand)")
			fs.IntVar(&f.every, "every", 4, "search one of `N` positions of a game")
			fs.IntVar(&f.tree.Count, "count", 12, "draw `N` positions from each search")
			fs.Uint64Var(&f.tree.Nodes, "nodes", 400, "search `N` nodes to draw positions from")
			fs.IntVar(&f.tree.Depth, "depth", 2, "score a position by a search of `N` plies; 0: its static evaluation")
			fs.IntVar(&f.most, "positions", 0, "stop after `N` positions; 0 means never")
			fs.Float64Var(&f.held, "held", 0.02, "the `SHARE` of the games that train holds out")
			fs.IntVar(&f.threads, "threads", runtime.NumCPU(), "use `N` threads")
			return func(a *app, args []string) error { return a.positions(args, f) }
		},
	}
}

func (a *app) positions(args []string, f *positionsFlags) error {
	switch {
	case len(args) != 1:
		return usage("positions", "positions needs a game: %s", listed(engines.WithNets(), "or"))
	case f.data == "" || f.out == "":
		return usage("positions", "set the games with --data and the file for the positions with --out")
	case f.every < 1 || f.threads < 1 || f.tree.Count < 1 || f.tree.Nodes < 1 || f.tree.Depth < 0 || f.most < 0:
		return usage("positions", "--every, --count, --nodes and --threads must be at least 1, --positions at least 0")
	case !(f.held >= 0 && f.held < 1):
		return usage("positions", "--held must be at least 0 and less than 1")
	}
	r, err := findGame("positions", args[0])
	if err != nil {
		return err
	}
	name := r.Info().Name
	kind, ok := engines.Net(name)
	if !ok {
		return usage("positions", "%s has no nets yet; there are nets of %s", name, listed(engines.WithNets(), "and"))
	}
	h := train.PositionsHeader{
		Game: name, Set: kind.Set.Name, Every: f.every, Count: f.tree.Count, Nodes: f.tree.Nodes, Depth: f.tree.Depth, Version: buildName(),
	}
	var net *nnue.Net
	if f.net != "" {
		if net, err = a.readNet(f.net); err != nil {
			return fmt.Errorf("%s: %w", f.net, err)
		}
		h.Net = net.Hash
	}
	if h.Data, err = a.hashOf(f.data); err != nil {
		return err
	}
	if a.whole {
		lowPriority()
	}
	in, games, err := a.openGames(f.data, name)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read-only
	out, err := a.createOutput(f.out)
	if err != nil {
		return err
	}
	run := &positionsRun{app: a, rules: r, header: &games.Header, flags: f, out: bufio.NewWriterSize(out, 1<<20), began: time.Now()}
	for range f.threads {
		run.trees = append(run.trees, kind.Tree(net))
	}
	if err = train.WritePositionsHeader(run.out, h); err == nil {
		err = eachGame(a, f.data, games, f.threads, run.game, run.take)
	}
	if err = errors.Join(err, run.out.Flush()); err != nil {
		out.discard()
		return err
	}
	run.tell()
	return out.commit()
}

// hashOf returns the first characters of the SHA-256 of a file.
func (a *app) hashOf(name string) (string, error) {
	in, err := a.openInput(name)
	if err != nil {
		return "", err
	}
	defer in.Close() //nolint:errcheck // read-only
	sum := sha256.New()
	if _, err := io.Copy(sum, in); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}

// positionsRun draws positions from searches in games.
type positionsRun struct {
	app    *app
	rules  game.Rules
	header *selfplay.Header
	flags  *positionsFlags
	trees  []nnue.Tree // one for each thread
	out    *bufio.Writer
	began  time.Time
	told   time.Time
	count  int
}

// leaves holds the positions of one game, in the form of the file.
type leaves struct {
	bytes []byte
	count int
	err   error
}

// game draws positions from searches in a game.
func (r *positionsRun) game(thread int, g *selfplay.Game) (l leaves) {
	if heldOut(r.header, g, r.flags.held) {
		return l
	}
	tree := r.trees[thread]
	tree.NewGame()
	rng := rand.New(rand.NewPCG(r.header.Seed, uint64(g.Number)<<8|3)) //nolint:gosec // the number of a game is not negative, so the conversion is safe
	var inner error
	l.err = r.header.Steps(r.rules, g, func(step selfplay.Step) bool {
		if (step.Ply+g.Number)%r.flags.every != 0 || step.Forced {
			return true
		}
		var line *game.Line
		if line, inner = lineAt(r.rules, r.header, step); inner != nil {
			return false
		}
		inner = tree.Leaves(line, r.flags.tree, rng, func(s *nnue.Sample, points int) {
			l.bytes = train.AppendPosition(l.bytes, s, points)
			l.count++
		})
		return inner == nil
	})
	l.err = errors.Join(l.err, inner)
	return l
}

// take writes the positions of a game. It returns false if there are enough.
func (r *positionsRun) take(l leaves) (more bool, err error) {
	if l.err != nil {
		return false, l.err
	}
	if _, err := r.out.Write(l.bytes); err != nil {
		return false, err
	}
	r.count += l.count
	if time.Since(r.told) >= tellEvery {
		r.tell()
	}
	return r.flags.most == 0 || r.count < r.flags.most, nil
}

func (r *positionsRun) tell() {
	r.told = time.Now()
	r.app.notef("%s, %.0f per second\n", plural(r.count, "position"), float64(r.count)/time.Since(r.began).Seconds())
}
