package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"strconv"

	"kydai/engine/nnue"
	"kydai/game"
	"kydai/lab/selfplay"
	"kydai/lab/train"
	"kydai/lab/tune"
)

// trainingSet holds the training positions from files of self-play games.
type trainingSet struct {
	rules       game.Rules
	kind        nnue.Kind
	choose      selfplay.Chooser
	flags       *trainFlags
	train, held train.Data
	games       int
	hashes      []string
	sample      nnue.Sample
	// hand is the hand-written evaluation that the net may replace. handError is the sum of its
	// squared errors on handCount positions that are not used for training.
	hand      tune.Tuner
	handError float64
	handCount int
	// value is the hand-crafted evaluation that the positions aside from the games get; nil for none.
	value func(game.Position) (int, bool)
}

// full reports whether the set has the number of positions that --positions requests.
func (t *trainingSet) full() bool {
	return t.flags.positions > 0 && t.train.Len()+t.held.Len() >= t.flags.positions
}

// read adds the positions of a file.
func (t *trainingSet) read(a *app, name string) error {
	in, err := a.openInput(name)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read-only
	sum := sha256.New()
	r, err := selfplay.NewReader(io.TeeReader(in, sum))
	if err != nil {
		return err
	}
	if r.Header.Game != t.kind.Game {
		return game.Err(selfplay.BadData, "the file has games of ", r.Header.Game)
	}
	for !t.full() {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if hasCode(err, selfplay.CutData) {
			a.notef("%s ends within a game; the games before it are used\n", name)
			break
		}
		if err != nil {
			return err
		}
		if err := t.add(&r.Header, g); err != nil {
			return err
		}
	}
	if r.Games() == 0 {
		return game.Err(codeNoSamples, "the file has no games")
	}
	t.hashes = append(t.hashes, hex.EncodeToString(sum.Sum(nil))[:16]+" seed "+strconv.FormatUint(r.Header.Seed, 10)+" nodes "+strconv.FormatUint(r.Header.Nodes, 10))
	return nil
}

// add adds the positions of a game. All of them go either to the training positions or to
// the held-out positions.
func (t *trainingSet) add(h *selfplay.Header, g *selfplay.Game) error {
	to := &t.train
	if rand.New(rand.NewPCG(h.Seed, uint64(g.Number)<<8|1)).Float64() < t.flags.held { //nolint:gosec // the number of a game is not negative, so the conversion is safe
		to = &t.held
	} else {
		t.games++
	}
	return h.Steps(t.rules, g, func(s selfplay.Step) bool {
		if t.choose.Accepts(s) && t.kind.Sample(s.Position, &t.sample) {
			result := g.Result.Chance()
			if s.Position.Turn() == game.Second {
				result = 1 - result
			}
			target := train.Target(s.Points, result, t.flags.scale, t.flags.lambda)
			to.Add(&t.sample, target)
			if to == &t.held {
				t.compare(s.Position, target)
			} else {
				t.addAsides(h, g, s)
			}
		}
		return true
	})
}

// addAsides adds positions that a search from a position of a game could reach.
func (t *trainingSet) addAsides(h *selfplay.Header, g *selfplay.Game, s selfplay.Step) {
	if t.value == nil {
		return
	}
	rng := rand.New(rand.NewPCG(h.Seed^uint64(s.Ply)<<32, uint64(g.Number)<<8|2)) //nolint:gosec // the numbers of games and plies are not negative, so the conversions are safe
	for range t.flags.asides {
		p, ok := selfplay.Aside(rng, s.Position)
		if !ok {
			continue
		}
		if points, quiet := t.value(p); quiet && t.kind.Sample(p, &t.sample) {
			t.train.Add(&t.sample, train.Target(points, 0, t.flags.scale, 1))
		}
	}
}

// mostCompared limits the number of positions on which the error of the hand-written evaluation is
// measured. The positions are not used for training.
const mostCompared = 5000

// compare adds to handError the squared error of the hand-written evaluation in a position that is
// not used for training. The parameter target is the value that the net should give.
func (t *trainingSet) compare(p game.Position, target float64) {
	if t.hand == nil || t.handCount == mostCompared {
		return
	}
	_, value, err := tune.Terms(t.hand, p.String())
	if err != nil {
		return // the hand-written evaluation cannot evaluate this position
	}
	if p.Turn() == game.Second {
		value = -value
	}
	off := train.Target(int(value), 0, t.flags.scale, 1) - target
	t.handError += off * off
	t.handCount++
}
