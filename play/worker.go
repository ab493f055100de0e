package play

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"kydai/bus"
	"kydai/engine"
	"kydai/game"
	"kydai/match"
)

// WorkerOptions say what a worker can do. Rules and Make must be given.
type WorkerOptions struct {
	Concurrency int // jobs at a time; 0 is one
	Rules       func(name string) (game.Rules, bool)
	// Make makes an engine for a seat. A seat without a kind is our engine as
	// strong as it can be. What is played by chance follows from the seed.
	Make func(gameName string, seat match.Seat, seed uint64) (engine.Engine, error)
	// Idle is how many engines without work are kept; 0 is Concurrency.
	Idle int
	Log  *slog.Logger // nil is nowhere
}

// Serve takes jobs from the bus and thinks about them until ctx ends, and
// returns when those it has are done. It knows no store and no match: a job is
// a view.
func Serve(ctx context.Context, b bus.Bus, o WorkerOptions) error {
	if o.Rules == nil || o.Make == nil {
		return errors.New("play: a worker needs rules and engines")
	}
	w := newWorker(o)
	sub, err := b.Serve(JobPattern, JobGroup, w.o.Concurrency, w.work)
	if err != nil {
		return err
	}
	<-ctx.Done()
	sub.Cancel()
	_ = w.gate.close(context.Background()) // jobs end by themselves
	return w.close()
}

type worker struct {
	o    WorkerOptions
	gate gate

	mu   sync.Mutex
	idle []*player // the one used last is the last
}

func newWorker(o WorkerOptions) *worker {
	o.Concurrency = cmp.Or(o.Concurrency, 1)
	o.Idle = cmp.Or(o.Idle, o.Concurrency)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &worker{o: o}
}

// player is an engine and what it plays.
type player struct {
	engine engine.Engine
	game   string
	seat   match.Seat
	seed   uint64 // of the match it thought about last
}

// work does one job. It never panics, whatever the job: an engine that does is
// thrown away.
func (w *worker) work(ctx context.Context, _ string, data []byte) (out []byte, err error) {
	if w.gate.enter() != nil {
		return json.Marshal(answer{Again: true})
	}
	defer w.gate.leave()
	defer func() {
		if r := recover(); r != nil {
			w.o.Log.Error("an engine failed", "why", fmt.Sprint(r))
			out, err = nil, game.Err(BadJob, "the engine failed")
		}
	}()
	j, line, err := decodeJob(data, w.o.Rules)
	if err != nil {
		return nil, err
	}
	p, err := w.take(j)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(j.Within)*time.Millisecond)
	defer cancel()
	info, err := p.engine.Think(ctx, line, j.Limits.limits(), nil)
	if err == nil && info.Best() == "" {
		err = game.Err(BadJob, "the engine found no move")
	}
	if err != nil {
		return nil, errors.Join(err, p.engine.Close())
	}
	w.put(p)
	return json.Marshal(answerOf(info))
}

// take finds an engine that can do the job, or makes one.
func (w *worker) take(j job) (*player, error) {
	w.mu.Lock()
	best := -1
	for i, p := range w.idle {
		if p.game == j.Game && p.seat == j.Seat && (best < 0 || p.seed == j.Seed) {
			best = i
		}
	}
	if best < 0 {
		w.mu.Unlock()
		e, err := w.o.Make(j.Game, j.Seat, j.Seed)
		return &player{e, j.Game, j.Seat, j.Seed}, err
	}
	p := w.idle[best]
	w.idle = append(w.idle[:best], w.idle[best+1:]...)
	w.mu.Unlock()
	if p.seed != j.Seed {
		p.seed = j.Seed
		if f, ok := p.engine.(engine.Forgetful); ok {
			f.NewGame()
		}
	}
	return p, nil
}

// put keeps an engine for later, and lets the one go that was not used for
// longest if there are too many.
func (w *worker) put(p *player) {
	w.mu.Lock()
	w.idle = append(w.idle, p)
	var old *player
	if len(w.idle) > w.o.Idle {
		old, w.idle = w.idle[0], w.idle[1:]
	}
	w.mu.Unlock()
	if old != nil {
		if err := old.engine.Close(); err != nil {
			w.o.Log.Warn("an engine did not end well", "err", err)
		}
	}
}

func (w *worker) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []error
	for _, p := range w.idle {
		all = append(all, p.engine.Close())
	}
	w.idle = nil
	return errors.Join(all...)
}
