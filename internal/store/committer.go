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
	"kydai/internal/play"
)

const (
	maxBatch  = 256                  // maximum number of changes per statement
	enough    = 32                   // number of waiting changes at which a worker stops waiting for more
	maxLinger = 2 * time.Millisecond // longest time that a worker waits for more changes
	maxWait   = time.Second          // if the oldest change has waited longer than this, new changes are refused
	company   = 1.25                 // workers wait for more changes only if recent batches held more changes than this on average
	// applyTimeout is the time limit of a batch. It does not depend on the contexts of the
	// submitters, so that the result of a COMMIT is received even if a submitter gives up.
	applyTimeout = 30 * time.Second
	// answerWithin is how long the store tries to find out the result of a change while the
	// database is unreachable. After that time, the result is ErrUnknown.
	answerWithin = 20 * time.Second
)

// applier applies the changes of a batch in one transaction. The batch has at most one change per
// match. The result maps the id of each match whose change was applied to the time stamp of the
// change. A match missing from the map had a conflict. After an error it is unknown which changes
// were applied.
type applier interface {
	apply(ctx context.Context, batch []*submission) (map[string]time.Time, error)
}

// submission is a change waiting to be applied.
type submission struct {
	change play.Change
	nonce  int64     // random number stored with the events, which identifies this submission
	late   bool      // the match may already be in the archive
	since  time.Time // time of submission
	retry  bool      // the result of an earlier attempt is unknown
	state  atomic.Int32
	answer chan answer     // receives the result; capacity 1
	ctx    context.Context //nolint:containedctx // context of the submitter, used only for its trace
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

// committer is a group committer: it collects changes that are submitted at about the same time and
// applies them in one statement, because most of the cost of a statement does not depend on the
// number of changes. A change without others near it is applied at once.
type committer struct {
	store   *Store
	wake    chan struct{} // capacity 1; signals that the queue is not empty
	full    chan struct{} // capacity 1; signals that the queue holds enough changes for a batch
	workers sync.WaitGroup

	gathering chan struct{} // a lock (capacity 1) held by the worker that collects a batch
	applying  atomic.Int32  // number of batches that the database is applying now
	lane      int           // index in Lanes (the names of the three queues) of this queue
	counts    laneCounts

	mu      sync.Mutex
	pending []*submission
	mean    float64 // recent mean number of changes per batch
	closed  bool
	flying  map[int]time.Time // running batches: batch number to submission time of its oldest change
	flights int               // number of the latest batch, counted from 1
}

var errClosed = game.Err(play.Unavailable, "the store is closed")

func newCommitter(s *Store, lane, writers int) *committer {
	c := &committer{store: s, lane: lane, flying: map[int]time.Time{}, wake: make(chan struct{}, 1), full: make(chan struct{}, 1), gathering: make(chan struct{}, 1)}
	for range writers {
		c.workers.Go(c.work)
	}
	return c
}

// Commit adds events to a match and returns the time at which they were stored. See play.Matches.
func (s *Store) Commit(ctx context.Context, c play.Change) (time.Time, error) {
	if err := checkChange(c); err != nil {
		return time.Time{}, err
	}
	if s.shards != nil {
		return s.shards.commit(ctx, c)
	}
	return s.commitHere(ctx, c)
}

// commitHere is Commit for a match that this database holds. For every other match it returns
// ErrConflict.
func (s *Store) commitHere(ctx context.Context, c play.Change) (time.Time, error) {
	if !c.Over {
		return s.moves.commit(ctx, c, false)
	}
	began, err := s.ends.commit(ctx, c, false)
	switch {
	case err == nil:
		s.archiver.look()
		if s.tasks != nil {
			s.tasks.look()
		}
	case errors.Is(err, play.ErrConflict) && s.late != s.ends:
		return s.late.commit(ctx, c, true) // the match may already be in the archive
	}
	return began, err
}

// commit queues a change and waits until its result is known or ctx ends.
func (c *committer) commit(ctx context.Context, change play.Change, late bool) (time.Time, error) {
	sub := &submission{change: change, late: late, nonce: rand.Int64(), since: time.Now(), answer: make(chan answer, 1), ctx: ctx}
	if err := c.submit(sub); err != nil {
		return time.Time{}, err
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
	case !plain(c.ID) || !plain(c.Result) || !plain(c.Winner) || !plain(c.Reason):
		return game.Err(play.BadRow, "an id or a result is not valid UTF-8 text")
	case len(c.Events) == 0 || len(c.Events) > 1000:
		return game.Err(play.BadRow, "a change must have 1 to 1000 events")
	case c.Seq < 0 || c.Seq > limit || c.Ply < 0 || c.Ply > limit:
		return game.Err(play.BadRow, "a number is out of range")
	}
	return nil
}

// plain reports whether both databases can store a text: it must be UTF-8 without NUL.
func plain(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// submit queues a change. If the oldest queued change has waited longer than maxWait, submit
// refuses the new change, which is then certainly not applied.
func (c *committer) submit(sub *submission) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return errClosed
	case len(c.pending) > 0 && sub.since.Sub(c.pending[0].since) > maxWait:
		c.counts.refused.Add(1)
		return play.ErrBusy
	}
	c.pending = append(c.pending, sub)
	if len(c.pending) >= enough {
		signal(c.full)
	}
	signal(c.wake)
	return nil
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
			signal(c.wake) // wake the next worker, so that it ends too
			return
		}
	}
}

// gather takes a batch from the queue. If recent batches held several changes, gather first waits
// for more changes. Only one worker waits at a time, because two workers would split the changes.
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

// linger returns how long to wait for more changes, so that the oldest change waits for maxLinger
// in total. It returns 0 if no change or enough changes are queued, if the store is closed, or if a
// single change is queued, no batch is running and recent batches were small.
func (c *committer) linger() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.full: // discard a signal that was sent for an earlier batch
	default:
	}
	n := len(c.pending)
	alone := n == 1 && c.applying.Load() == 0 && c.mean < company
	if n == 0 || n >= enough || alone || c.closed {
		return 0
	}
	return maxLinger - time.Since(c.pending[0].since)
}

// take removes a batch from the queue: the oldest changes, but only the first change of each match.
// The result end is true if the store is closed and the queue is empty.
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
			continue // the submitter has cancelled this change
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

// settle applies a batch and sends each change its result.
func (c *committer) settle(batch []*submission) {
	ctx, cancel := context.WithTimeout(context.Background(), applyTimeout)
	defer cancel()
	defer c.begin(batch)()
	c.applying.Add(1)
	start := time.Now()
	span := c.span(batch)
	began, err := c.store.applier.apply(ctx, batch)
	span.End(err)
	c.applying.Add(-1)
	observe(c.store.opts.Meters.Commit[c.lane], time.Since(start).Seconds())
	observe(c.store.opts.Meters.Batch[c.lane], float64(len(batch)))
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
				c.counts.conflicts.Add(1)
				sub.reply(time.Time{}, play.ErrConflict)
			}
		}
		if len(doubtful) > 0 {
			c.follow(doubtful, nil)
		}
	case c.store.dialect.full(err) || c.store.dialect.damaged(err):
		c.counts.full.Add(1)
		// This attempt has certainly applied no changes, but an earlier attempt may have.
		var doubtful []*submission
		for _, sub := range batch {
			if sub.retry {
				doubtful = append(doubtful, sub)
				continue
			}
			sub.reply(time.Time{}, c.store.failed("committing", err))
		}
		if len(doubtful) > 0 {
			c.follow(doubtful, err)
		}
	case !c.store.dialect.refused(err):
		c.counts.doubts.Add(1)
		c.follow(batch, err)
	case len(batch) > 1:
		// The database refused one of the changes. Apply each change alone, so that the other
		// changes succeed.
		for _, sub := range batch {
			c.settle([]*submission{sub})
		}
	default:
		batch[0].reply(time.Time{}, c.store.failed("committing", err))
	}
}
