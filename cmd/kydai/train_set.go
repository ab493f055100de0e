package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strconv"
	"sync"
	"sync/atomic"

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
	// hand is the hand-written evaluation that the net may replace. handError is the sum of its
	// squared errors on handCount positions that are not used for training.
	hand      tune.Tuner
	handError float64
	handCount int
}

// lot holds the positions of one game.
type lot struct {
	positions train.Data
	held      bool // all positions of the game are held out
	err       error
	compared  []compared
}

// compared is a position that is held out, with the value that the net should give.
type compared struct {
	position game.Position
	target   float64
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
	workers := make([]*sampler, t.flags.threads)
	for i := range workers {
		workers[i] = newSampler(t, &r.Header)
	}
	for more := true; more && !t.full(); {
		games := make([]*selfplay.Game, 0, gamesAtOnce)
		for len(games) < gamesAtOnce {
			g, err := r.Next()
			if hasCode(err, selfplay.CutData) {
				a.notef("%s ends within a game; the games before it are used\n", name)
			} else if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			if more = err == nil; !more {
				break
			}
			games = append(games, g)
		}
		if err := t.add(workers, games); err != nil {
			return err
		}
	}
	if r.Games() == 0 {
		return game.Err(codeNoSamples, "the file has no games")
	}
	t.hashes = append(t.hashes, hex.EncodeToString(sum.Sum(nil))[:16]+" seed "+strconv.FormatUint(r.Header.Seed, 10)+" nodes "+strconv.FormatUint(r.Header.Nodes, 10))
	return nil
}

// gamesAtOnce is the number of games whose positions several threads make together.
const gamesAtOnce = 128

// add adds the positions of games, in the order of the games.
func (t *trainingSet) add(workers []*sampler, games []*selfplay.Game) error {
	lots := make([]lot, len(games))
	var next atomic.Int64
	var wait sync.WaitGroup
	for _, w := range workers {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(games) {
					return
				}
				lots[i] = w.lot(games[i])
			}
		})
	}
	wait.Wait()
	for i := range lots {
		l := &lots[i]
		if l.err != nil {
			return l.err
		}
		if t.full() {
			return nil
		}
		if !l.held {
			t.train.Append(&l.positions)
			t.games++
			continue
		}
		t.held.Append(&l.positions)
		for _, c := range l.compared {
			t.compare(c.position, c.target)
		}
	}
	return nil
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
	_, value, err := tune.Terms(t.hand, game.ViewOf(p, p.Turn()).String())
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
