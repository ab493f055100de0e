package store

import (
	"context"
	"sync"
	"time"

	"kydai/internal/play"
	"kydai/internal/sleep"
)

const (
	taskEvery  = time.Second            // interval at which a task looks for rows that other nodes have written
	taskGather = 200 * time.Millisecond // delay after the end of a match, so that several matches are numbered together
	taskWithin = 30 * time.Second       // time limit of one transaction
	leastPause = time.Second            // pause after the first failure; each further failure doubles it
	mostPause  = time.Minute
	countUpTo  = 10_000 // countUnnumbered stops counting at this number
)

// tasks runs the background tasks on the rows of the table ended: one task numbers the rows, one
// per consumer applies the rows, one estimates the levels, and others do maintenance. Every node
// runs all tasks; a lease decides which node does the work. The tasks have their own database
// connection.
type tasks struct {
	store     *Store
	wake      chan struct{} // capacity 1; signals that a match has ended
	consumers []*consuming
	stop      context.CancelFunc
	done      sync.WaitGroup
	namesAt   time.Time // time of the next search for names of players in the terms of old matches
	levelsAt  time.Time // next check whether a new night has begun
	formAt    time.Time // next check of the archive's storage format
	monthsAt  time.Time // next check of the archive's months

	mu    sync.Mutex
	state play.EndsState // progress of the tasks; each consumer has its own state
}

// consuming is a consumer with its state.
type consuming struct {
	Consumer
	wake chan struct{} // capacity 1; signals that rows were numbered

	mu    sync.Mutex
	state play.ConsumerState
}

func newTasks(s *Store, consumers []Consumer) *tasks {
	ctx, stop := context.WithCancel(context.Background())
	t := &tasks{store: s, wake: make(chan struct{}, 1), stop: stop}
	for _, c := range consumers {
		t.consumers = append(t.consumers, &consuming{Consumer: c, wake: make(chan struct{}, 1), state: play.ConsumerState{Name: c.Name}})
	}
	t.done.Go(func() { t.repeat(ctx, t.wake, taskGather, t.number) })
	t.done.Go(func() { t.repeat(ctx, nil, 0, t.moveNames) })
	t.done.Go(func() { t.repeat(ctx, nil, 0, t.estimateLevels) })
	t.done.Go(func() { t.repeat(ctx, nil, 0, t.chooseForm) })
	t.done.Go(func() { t.repeat(ctx, nil, 0, t.makeMonths) })
	for _, c := range t.consumers {
		t.done.Go(func() { t.repeat(ctx, c.wake, 0, func(ctx context.Context) error { return t.consume(ctx, c) }) })
	}
	return t
}

// look wakes the task that numbers ended matches. It is called after a match has ended.
func (t *tasks) look() { signal(t.wake) }

func (t *tasks) close() {
	t.stop()
	t.done.Wait()
}

// repeat runs a task once every taskEvery, and also when the channel wake gets a signal. After a
// failure it pauses, longer after each further failure.
func (t *tasks) repeat(ctx context.Context, wake chan struct{}, gather time.Duration, do func(context.Context) error) {
	failures := 0
	for {
		wait, woken := taskEvery, wake
		if failures > 0 {
			wait, woken = t.store.opts.pauseAfter(failures), nil
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		case <-woken:
			timer.Stop()
			if sleep.For(ctx, gather) != nil {
				return
			}
		}
		switch err := do(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			failures++
		default:
			failures = 0
		}
	}
}

// pauseAfter returns the pause of a task after a number of consecutive
// failures.
func (o *Options) pauseAfter(failures int) time.Duration {
	pause := o.pause
	for range failures - 1 {
		if pause >= mostPause/2 {
			return mostPause
		}
		pause *= 2
	}
	return pause
}

func (t *tasks) number(ctx context.Context) error {
	n, err := t.store.Number(ctx)
	if n > 0 {
		for _, c := range t.consumers {
			signal(c.wake)
		}
	}
	waiting, countErr := t.store.countUnnumbered(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil && ctx.Err() == nil && !t.state.Failing {
		t.store.opts.Log.WarnContext(ctx, "ended matches could not be numbered; the next run tries again", "err", err)
	}
	t.state.Failing, t.state.Filled = err != nil, t.store.filled.Load()
	if countErr == nil {
		t.state.Unnumbered = waiting
	}
	return err
}

// moveNames moves the names of players from old rows to the table names. After this it checks once
// a minute whether a second pass over the rows is due.
func (t *tasks) moveNames(ctx context.Context) error {
	if time.Now().Before(t.namesAt) {
		return nil
	}
	err := t.store.inBatches(ctx, func() (bool, error) { return t.store.moveNames(ctx) })
	if err == nil {
		t.namesAt = time.Now().Add(time.Minute)
	} else if ctx.Err() == nil {
		t.store.opts.Log.WarnContext(ctx, "names of old matches could not be moved; the next run tries again", "err", err)
	}
	return err
}

// chooseForm checks once a minute whether matches can be archived as bytes.
func (t *tasks) chooseForm(ctx context.Context) error {
	if time.Now().Before(t.formAt) {
		return nil
	}
	_, err := t.store.Form(ctx, formTrial, formFence)
	if err == nil {
		t.formAt = time.Now().Add(formEvery)
	} else if ctx.Err() == nil {
		t.store.opts.Log.WarnContext(ctx, "the form of the archive could not be chosen; the next run tries again", "err", err)
	}
	return err
}

// makeMonths checks once an hour whether the archive needs another monthly partition.
func (t *tasks) makeMonths(ctx context.Context) error {
	if time.Now().Before(t.monthsAt) {
		return nil
	}
	_, err := t.store.MakeMonths(ctx)
	if err == nil {
		t.monthsAt = time.Now().Add(monthsEvery)
	} else if ctx.Err() == nil {
		t.store.opts.Log.WarnContext(ctx, "months could not be added to the archive; the next run tries again", "err", err)
	}
	return err
}

// estimateLevels checks once a minute whether a new night has begun and then
// estimates the strength of the engine's levels.
func (t *tasks) estimateLevels(ctx context.Context) error {
	if time.Now().Before(t.levelsAt) {
		return nil
	}
	now, err := t.store.Now(ctx)
	if err == nil {
		_, err = t.store.EstimateLevels(ctx, now)
	}
	if err == nil {
		t.levelsAt = time.Now().Add(levelsEvery)
	} else if ctx.Err() == nil {
		t.store.opts.Log.WarnContext(ctx, "levels could not be estimated; the next run tries again", "err", err)
	}
	return err
}

func (t *tasks) consume(ctx context.Context, c *consuming) error {
	_, err := t.store.Consume(ctx, c.Consumer)
	done, last, progressErr := t.store.progress(ctx, c.Name)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if progressErr == nil {
		c.state.Done, c.state.Lag = done, max(0, last-done)
	}
	if err != nil {
		t.store.opts.Log.WarnContext(ctx, "a consumer of ended matches failed; the next run tries again", "consumer", c.Name, "failures", c.state.Failures+1, "err", err)
		c.state.Failures++
		c.state.LastError, c.state.FailedAt = err.Error(), time.Now()
	}
	c.state.Failing = err != nil
	return err
}

// Ends returns the progress of the background tasks on ended matches. See
// play.Ends.
func (s *Store) Ends() play.EndsState {
	if s.tasks == nil {
		return play.EndsState{}
	}
	s.tasks.mu.Lock()
	state := s.tasks.state
	s.tasks.mu.Unlock()
	for _, c := range s.tasks.consumers {
		c.mu.Lock()
		state.Consumers = append(state.Consumers, c.state)
		c.mu.Unlock()
	}
	return state
}

// countUnnumbered counts the rows without a number, up to countUpTo.
func (s *Store) countUnnumbered(ctx context.Context) (n int64, err error) {
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM (SELECT 1 FROM ended WHERE number IS NULL LIMIT $1) AS waiting`), countUpTo).Scan(&n)
	return n, s.failed("counting ended matches", err)
}

// inBatches calls the given function until the function reports that no work is left. After each
// call it sleeps as long as the call took, so that a backlog uses at most half of the time.
func (s *Store) inBatches(ctx context.Context, do func() (more bool, err error)) error {
	for {
		began := time.Now()
		more, err := do()
		if err != nil || !more {
			return err
		}
		if err := sleep.For(ctx, time.Since(began)); err != nil {
			return err
		}
	}
}
