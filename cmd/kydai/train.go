package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"time"

	"kydai/engine/nnue"
	"kydai/games/engines"
	"kydai/lab"
	"kydai/lab/train"
)

// trainFlags holds the flags of kydai train.
type trainFlags struct {
	data      files
	out       string
	svg       string
	from      string
	width     int
	epochs    int
	batch     int
	rate      float64
	decay     float64
	lambda    float64
	held      float64
	scale     float64
	asides    int
	corrects  bool
	positions int
	threads   int
	seed      seed
}

// files is a flag that can be repeated. It collects file names.
type files []string

// String implements flag.Value.
func (f *files) String() string { return "" }

// Set adds a file name.
func (f *files) Set(name string) error {
	*f = append(*f, name)
	return nil
}

func trainCommand() command {
	return command{
		name:  "train",
		args:  "GAME --data FILE… --out NET [flags]",
		short: "train a net on games of datagen",
		long: `The net learns to expect the results of games from positions: a mean of
the result and of what the score of the search says. Some games are held out; the
error on their positions shows whether the net has learnt more than these games.

The positions of games are nearly level and quiet, but a search evaluates many
others. From --asides of these, a few random moves away from each position, the
net learns what the hand-crafted evaluation says.

NET is written after each epoch, so an interrupt (Ctrl-C) keeps what is learnt so
far. The same data and seed give the same NET, with any number of threads.

'kydai match kydai:net=NET kydai' measures what it is worth.`,
		examples: func() []string {
			return []string{"kydai train " + exampleGame(0) + " --data games.bin --out first.net --seed 1 --svg loss.svg"}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			f := new(trainFlags)
			fs.Var(&f.data, "data", "train on the games in `FILE`; can be repeated")
			fs.StringVar(&f.out, "out", "", "write the net to this file `NET`")
			fs.StringVar(&f.svg, "svg", "", "draw the error by epoch into this `FILE`")
			fs.StringVar(&f.from, "from", "", "begin from the weights of this `NET` (default: from nothing)")
			fs.IntVar(&f.width, "width", 256, "`N` sums for each side, a multiple of 16")
			fs.IntVar(&f.epochs, "epochs", 20, "run `N` epochs over the positions")
			fs.IntVar(&f.batch, "batch", 4096, "`N` positions per step")
			fs.Float64Var(&f.rate, "rate", 0.001, "the first `STEP` of a weight")
			fs.Float64Var(&f.decay, "decay", 0.1, "the `SHARE` of a weight that is lost per step of 1")
			fs.Float64Var(&f.lambda, "lambda", 0.8, "the `SHARE` of the score in the target, 0 to 1; rest: result")
			fs.Float64Var(&f.held, "held", 0.02, "the `SHARE` of the games to hold out")
			fs.Float64Var(&f.scale, "scale", 0, "`POINTS` that let expect 0.731 (default: as fitted for the game)")
			fs.IntVar(&f.asides, "asides", 3, "for each position, also learn `N` that a search could reach, as evaluated by hand")
			fs.BoolVar(&f.corrects, "corrects", false, "learn what to add to the hand-crafted evaluation, not to replace it")
			fs.IntVar(&f.positions, "positions", 0, "use the first `N` positions only; 0 means all")
			fs.IntVar(&f.threads, "threads", runtime.NumCPU(), "use `N` threads")
			fs.Var(&f.seed, "seed", "choose the first weights and the order from this seed `NUMBER`")
			return func(a *app, args []string) error { return a.train(args, f) }
		},
	}
}

func (f *trainFlags) check(args []string) error {
	switch {
	case len(args) != 1:
		return usage("train", "train needs a game: %s", listed(engines.WithNets(), "or"))
	case len(f.data) == 0:
		return usage("train", "set the games with --data; 'kydai datagen' makes them")
	case f.out == "":
		return usage("train", "set the file of the net with --out")
	case f.width < 16 || f.width > 1024 || f.width%16 != 0:
		return usage("train", "--width must be a multiple of 16 up to 1024")
	case f.epochs < 1 || f.batch < 1 || f.threads < 1 || f.positions < 0 || !(f.rate > 0):
		return usage("train", "--epochs, --batch, --threads and --rate must be above 0")
	case f.asides < 0:
		return usage("train", "--asides must be 0 or more")
	case !(f.lambda >= 0 && f.lambda <= 1) || !(f.held >= 0 && f.held < 1) || !(f.scale >= 0) || !(f.decay >= 0):
		return usage("train", "--lambda must be from 0 to 1, --held at least 0 and less than 1, --scale and --decay at least 0")
	}
	return nil
}

func (a *app) train(args []string, f *trainFlags) error {
	if err := f.check(args); err != nil {
		return err
	}
	r, err := findGame("train", args[0])
	if err != nil {
		return err
	}
	name := r.Info().Name
	kind, ok := engines.Net(name)
	if !ok {
		return usage("train", "%s has no nets yet; there are nets of %s", name, listed(engines.WithNets(), "and"))
	}
	if f.scale == 0 {
		entry, _ := engines.Find(name)
		f.scale = math.Round(entry.Scale / math.Log(3)) // Scale is the score at which a player wins three games of four
	}
	set := &trainingSet{rules: r, kind: kind, choose: chooser(name), flags: f}
	set.train.Mirror, set.held.Mirror = kind.Mirror, kind.Mirror
	if f.corrects {
		set.train.Corrects, set.held.Corrects = f.scale, f.scale
	}
	set.hand, _ = engines.Tuner(name)
	for _, file := range f.data {
		if err := set.read(a, file); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	a.notef("%s of %s to train on, %d held out, scale %g\n", plural(set.train.Len(), "position"), plural(set.games, "game"), set.held.Len(), f.scale)
	if set.handCount > 0 {
		a.notef("the hand-crafted evaluation has an error of %.6f on positions held out\n", set.handError/float64(set.handCount))
	}
	o := train.Options{Width: f.width, Epochs: f.epochs, Batch: f.batch, Rate: f.rate, Decay: f.decay, Seed: f.seed.value, Threads: f.threads}
	if f.from != "" {
		if o.From, err = a.readNet(f.from); err != nil {
			return fmt.Errorf("%s: %w", f.from, err)
		}
	}
	h := nnue.Header{
		Game: name, Set: kind.Set.Name, Features: kind.Set.Features, Buckets: kind.Buckets, Scale: f.scale, Corrects: f.corrects,
		Data: set.hashes, Games: set.games, Asides: f.asides, Lambda: f.lambda, Version: buildName(),
	}
	view := &trainView{app: a, flags: f, positions: set.train.Len(), began: time.Now()}
	o.Report = view.epoch
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	net, err := train.Net(ctx, h, &set.train, &set.held, o)
	if err != nil {
		return err
	}
	a.notef("%s: net %s\n", f.out, net.Hash[:12])
	return nil
}

func (a *app) readNet(name string) (*nnue.Net, error) {
	in, err := a.openInput(name)
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // the file was only read, so an error of Close has no effect
	return nnue.Read(in)
}

// trainView prints the progress of training and writes the net after each epoch.
type trainView struct {
	app       *app
	flags     *trainFlags
	positions int
	began     time.Time
	epochs    []train.Epoch
}

func (v *trainView) epoch(e train.Epoch, net *nnue.Net) error {
	v.epochs = append(v.epochs, e)
	rate := float64(e.Number*v.positions) / time.Since(v.began).Seconds()
	v.app.notef("epoch %d of %d: error %.6f, held out %.6f, %.0f positions per second\n", e.Number, v.flags.epochs, e.Loss, e.Held, rate)
	out, err := v.app.createOutput(v.flags.out)
	if err != nil {
		return err
	}
	if _, err := net.WriteTo(out); err != nil {
		out.discard()
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	return v.draw()
}

// draw writes the chart of the errors by epoch.
func (v *trainView) draw() error {
	if v.flags.svg == "" {
		return nil
	}
	c := lab.Chart{Title: "Error by epoch", X: "epoch", Y: "mean squared error", Series: []lab.Series{{Name: "while training"}, {Name: "held out"}}}
	for _, e := range v.epochs {
		c.Names = append(c.Names, strconv.Itoa(e.Number))
		c.Series[0].Values = append(c.Series[0].Values, e.Loss)
		c.Series[1].Values = append(c.Series[1].Values, e.Held)
	}
	out, err := v.app.createOutput(v.flags.svg)
	if err != nil {
		return err
	}
	if err := c.WriteSVG(out); err != nil {
		out.discard()
		return err
	}
	return out.commit()
}
