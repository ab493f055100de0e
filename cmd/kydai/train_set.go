package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"io"
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
	buffered := bufio.NewReader(in)
	if train.IsPositions(buffered) {
		return t.readPositions(buffered)
	}
	sum := sha256.New()
	r, err := selfplay.NewReader(io.TeeReader(buffered, sum))
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
	err = eachGame(a, name, r, len(workers), func(thread int, g *selfplay.Game) lot { return workers[thread].lot(g) }, t.take)
	if err != nil {
		return err
	}
	t.hashes = append(t.hashes, hex.EncodeToString(sum.Sum(nil))[:16]+" seed "+strconv.FormatUint(r.Header.Seed, 10)+" nodes "+strconv.FormatUint(r.Header.Nodes, 10))
	return nil
}

// take adds the positions of a game. It returns false if no more are needed.
func (t *trainingSet) take(l lot) (more bool, err error) {
	if l.err != nil || t.full() {
		return false, l.err
	}
	if !l.held {
		t.train.Append(&l.positions)
		t.games++
		return true, nil
	}
	t.held.Append(&l.positions)
	for _, c := range l.compared {
		t.compare(c.position, c.target)
	}
	return true, nil
}

// readPositions adds the positions of a file of "kydai positions".
func (t *trainingSet) readPositions(r io.Reader) error {
	sum := sha256.New()
	in := bufio.NewReaderSize(io.TeeReader(r, sum), 1<<20)
	before := t.train.Len()
	err := train.ReadPositions(in, func(h train.PositionsHeader) error {
		if h.Game != t.kind.Game || h.Set != t.kind.Set.Name {
			return game.Err(train.BadPositions, "the file has positions of ", h.Game, " with the features ", h.Set)
		}
		return nil
	}, func(s *nnue.Sample, points int) {
		t.train.Add(s, train.Target(points, 0, t.flags.scale, 1))
	})
	if err != nil {
		return err
	}
	t.hashes = append(t.hashes, hex.EncodeToString(sum.Sum(nil))[:16]+" "+strconv.Itoa(t.train.Len()-before)+" positions")
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
