package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"kydai/game"
	"kydai/play"
)

const (
	maxBatch  = 256                  // changes in one statement
	enough    = 32                   // changes that are worth one: more are not waited for
	maxLinger = 2 * time.Millisecond // the longest wait for more changes
	company   = 1.25                 // changes in a batch, on average, from which on it pays to wait
	// applyTimeout is the time a batch has, whatever its submitters' contexts
	// say: a COMMIT that was sent should be heard of.
	applyTimeout = 30 * time.Second
	// answerWithin is how long a change is followed up when the database
	// cannot be reached, before the answer is ErrUnknown.
	answerWithin = 20 * time.Second
)

// applier makes the changes of a batch, no two of them of the same match, in
// one transaction. It returns the stamps of those that were made, by id; the
// others are in conflict. After an error it is not known what was made.
type applier interface {
	apply(ctx context.Context, batch []*submission) (map[string]time.Time, error)
}

// submission is a change on its way.
type submission struct {
	change play.Change
	nonce  int64     // marks the events as this submission's
	since  time.Time // when it came
	retry  bool      // an attempt whose outcome is not known came before
	state  atomic.Int32
	answer chan answer // holds one
}

const (
	waiting int32 = iota
	taken
	withdrawn
)

type answer struct {
	began time.Time
	err   error
}

func (sub *submission) reply(began time.Time, err error) { sub.answer <- answer{began, err} }

// committer gathers the changes that are submitted at about the same time and
// applies them together: most of what a statement costs, here and in the
// database, is the same for one change and for many. A lone change is applied
// at once.
type committer struct {
	store   *Store
	wake    chan struct{} // holds one: there is something to take
	full    chan struct{} // holds one: enough of it
	workers sync.WaitGroup

	gathering chan struct{} // holds one while a worker waits for a batch
	applying  atomic.Int32  // batches that the database has

	mu      sync.Mutex
	pending []*submission
	mean    float64 // size of the batches lately
	closed  bool
}

var errClosed = game.Err(play.Unavailable, "the store is closed")

func newCommitter(s *Store) *committer {
	c := &committer{store: s, wake: make(chan struct{}, 1), full: make(chan struct{}, 1), gathering: make(chan struct{}, 1)}
	for range s.dialect.writers {
		c.workers.Go(c.work)
	}
	return c
}

// Commit adds events to a match. See play.Matches.
func (s *Store) Commit(ctx context.Context, c play.Change) (time.Time, error) {
	if err := checkChange(c); err != nil {
		return time.Time{}, err
	}
	sub := &submission{change: c, nonce: rand.Int64(), since: time.Now(), answer: make(chan answer, 1)}
	if !s.committer.submit(sub) {
		return time.Time{}, errClosed
	}
	select {
	case a := <-sub.answer:
		return a.began, a.err
	case <-ctx.Done():
	}
	if sub.state.CompareAndSwap(waiting, withdrawn) {
		return time.Time{}, ctx.Err()
	}
	select {
	case a := <-sub.answer:
		return a.began, a.err
	default:
		return time.Time{}, errors.Join(play.ErrUnknown, ctx.Err())
	}
}

func checkChange(c play.Change) error {
	const limit = 1 << 30
	switch {
	case !plain(c.ID) || !plain(c.Result):
		return game.Err(play.BadRow, "an id or a result is no text")
	case len(c.Events) == 0 || len(c.Events) > 1000:
		return game.Err(play.BadRow, "a change has from 1 to 1000 events")
	case c.Seq < 0 || c.Seq > limit || c.Ply < 0 || c.Ply > limit:
		return game.Err(play.BadRow, "a number is out of range")
	}
	return nil
}

// plain reports whether both databases can keep a text.
func plain(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

func (c *committer) submit(subs ...*submission) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	c.pending = append(c.pending, subs...)
	if len(c.pending) >= enough {
		signal(c.full)
	}
	signal(c.wake)
	return true
}

func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

func (c *committer) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	signal(c.full)
	signal(c.wake)
	c.workers.Wait()
}

func (c *committer) work() {
	for range c.wake {
		batch, end := c.gather()
		if len(batch) > 0 {
			c.settle(batch)
		}
		if end {
			signal(c.wake) // for the next worker
			return
		}
	}
}

// gather takes a batch, after a wait for more if that pays. One worker waits at
// a time: two would share what comes.
func (c *committer) gather() (batch []*submission, end bool) {
	c.gathering <- struct{}{}
	defer func() { <-c.gathering }()
	if wait := c.linger(); wait > 0 {
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-c.full:
			t.Stop()
		}
	}
	return c.take()
}

// linger is how long to wait for more changes: until the oldest has waited for
// maxLinger, or there are enough. Who has been alone lately does not wait.
func (c *committer) linger() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.full: // of a batch before
	default:
	}
	n := len(c.pending)
	alone := n == 1 && c.applying.Load() == 0 && c.mean < company
	if n == 0 || n >= enough || alone || c.closed {
		return 0
	}
	return maxLinger - time.Since(c.pending[0].since)
}

// take removes a batch from the queue: the oldest changes, but of each match
// only the first. It reports whether the store is closed and nothing is left.
func (c *committer) take() (batch []*submission, end bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	seen := make(map[string]bool, min(len(c.pending), maxBatch))
	rest := c.pending[:0]
	for _, sub := range c.pending {
		if len(batch) == maxBatch || seen[sub.change.ID] {
			rest = append(rest, sub)
			continue
		}
		if !sub.state.CompareAndSwap(waiting, taken) {
			continue // withdrawn
		}
		seen[sub.change.ID] = true
		batch = append(batch, sub)
	}
	clear(c.pending[len(rest):])
	c.pending = rest
	if len(batch) > 0 {
		c.mean += (float64(len(batch)) - c.mean) / 8
	}
	if len(rest) > 0 {
		signal(c.wake)
	}
	return batch, c.closed && len(rest) == 0
}

// settle applies a batch and answers each of its changes.
func (c *committer) settle(batch []*submission) {
	ctx, cancel := context.WithTimeout(context.Background(), applyTimeout)
	defer cancel()
	c.applying.Add(1)
	began, err := c.store.applier.apply(ctx, batch)
	c.applying.Add(-1)
	switch {
	case err == nil:
		var doubtful []*submission
		for _, sub := range batch {
			t, ok := began[sub.change.ID]
			switch {
			case ok:
				sub.reply(t, nil)
			case sub.retry:
				doubtful = append(doubtful, sub)
			default:
				sub.reply(time.Time{}, play.ErrConflict)
			}
		}
		if len(doubtful) > 0 {
			c.follow(doubtful, nil)
		}
	case !c.store.dialect.refused(err):
		c.follow(batch, err)
	case len(batch) > 1:
		// One of them is at fault; the others shall not suffer for it.
		for _, sub := range batch {
			c.settle([]*submission{sub})
		}
	default:
		batch[0].reply(time.Time{}, c.store.failed("committing", err))
	}
}
