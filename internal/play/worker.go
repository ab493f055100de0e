package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/trace"
	"kydai/match"
)

// WorkerOptions configure a worker. Rules and Make are required.
type WorkerOptions struct {
	Concurrency int // number of jobs at a time; 0 means 1
	Rules       func(name string) (game.Rules, bool)
	// Make creates an engine for a seat. A seat of kind 0 means the strongest engine.
	// Random choices depend only on the seed.
	Make func(gameName string, seat match.Seat, seed uint64) (engine.Engine, error)
	// Idle is the maximum number of idle engines that are kept for reuse; 0 means
	// Concurrency.
	Idle   int
	Stats  *WorkerStats // counters that the worker updates; nil counts nothing
	Tracer trace.Tracer // records the worker's part of traces that nodes have begun; nil records nothing
	Log    *slog.Logger // nil discards the log
}

// handling is the number of requests that a worker examines at the same time in addition to its
// running jobs, to find the most urgent request.
const handling = 64

// Serve runs jobs from the bus until ctx ends, and returns when the running jobs are done. It needs
// no access to the store or to matches: a job contains a complete view.
func Serve(ctx context.Context, b bus.Bus, o WorkerOptions) error {
	if o.Rules == nil || o.Make == nil {
		return errors.New("play: a worker needs rules and engines")
	}
	w := newWorker(o)
	sub, err := b.Serve(JobPattern, JobGroup, w.opts.Concurrency+handling, w.work)
	if err != nil {
		return err
	}
	<-ctx.Done()
	sub.Cancel()
	_ = w.gate.close(context.Background()) // wait for the running jobs, which end at their own time limits
	return w.close()
}

type worker struct {
	opts WorkerOptions
	gate gate
	jobs admission

	mu   sync.Mutex
	idle []*player // least recently used engine first
}

func newWorker(o WorkerOptions) *worker {
	o.Concurrency = cmp.Or(o.Concurrency, 1)
	o.Idle = cmp.Or(o.Idle, o.Concurrency)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Stats == nil {
		o.Stats = &WorkerStats{}
	}
	o.Stats.Slots.Store(int64(o.Concurrency))
	return &worker{opts: o, jobs: admission{slots: o.Concurrency, clock: time.Now, stats: o.Stats}}
}

// player is an engine and the seat that it plays.
type player struct {
	engine engine.Engine
	game   string
	seat   match.Seat
	seed   uint64 // seed of the match that the engine searched last
}

// work runs one job, or responds that the worker is busy. It never panics: an engine that
// panics is closed and not used again.
func (w *worker) work(ctx context.Context, subject string, data []byte) (out []byte, err error) {
	if w.gate.enter() != nil {
		return answer{note: note{Again: true}}.encode()
	}
	defer w.gate.leave()
	think, cut := context.WithCancel(ctx)
	defer cut()
	leave, ok := w.jobs.enter(urgencyOf(subject), cut)
	if !ok {
		return nil, bus.ErrBusy
	}
	defer leave()
	began := time.Now()
	var p *player
	defer func() {
		if r := recover(); r != nil {
			w.opts.Log.ErrorContext(ctx, "an engine failed", "why", fmt.Sprint(r))
			out, err = nil, game.Err(BadJob, "the engine failed")
			if p != nil {
				err = errors.Join(err, p.engine.Close())
			}
		}
	}()
	j, line, err := decodeJob(data, w.opts.Rules)
	if err != nil {
		return nil, err
	}
	ctx, span := trace.Root(trace.With(ctx, trace.Parse(j.Request)), w.opts.Tracer, "search", j.Trace)
	span.Set(trace.Game, j.Game)
	defer func() { span.End(err) }()
	p, err = w.take(j)
	if err != nil {
		return nil, err
	}
	think, cancel := context.WithTimeout(think, time.Duration(j.Within)*time.Millisecond)
	defer cancel()
	thought, err := p.engine.Think(think, line, j.Limits, nil)
	if err == nil && thought.Best() == "" {
		err = game.Err(BadJob, "the engine found no move")
	}
	if err != nil {
		w.opts.Log.InfoContext(ctx, "an engine found no move", "game", j.Game, "err", err)
		return nil, errors.Join(err, p.engine.Close())
	}
	w.put(p)
	return answer{note{Code: thought.Best(), Cost: time.Since(began).Milliseconds()}, thought}.encode()
}

// take returns an idle engine that can run the job, or creates one.
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
		e, err := w.opts.Make(j.Game, j.Seat, j.Seed)
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

// put keeps an engine for reuse. If more than Idle engines are idle, put closes the least recently
// used engine.
func (w *worker) put(p *player) {
	w.mu.Lock()
	w.idle = append(w.idle, p)
	var old *player
	if len(w.idle) > w.opts.Idle {
		old, w.idle = w.idle[0], w.idle[1:]
	}
	w.mu.Unlock()
	if old != nil {
		if err := old.engine.Close(); err != nil {
			w.opts.Log.Warn("an engine could not be closed", "err", err)
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
