package protocol

import (
	"context"
	"sync"
	"time"

	"kydai/engine"
	"kydai/game"
)

// Thinker lets an engine think in the background, one thought at a time. Its
// methods are for one goroutine.
type Thinker struct {
	cancel   context.CancelFunc
	release  chan struct{} // closed when a held answer may be given
	once     *sync.Once
	answers  chan struct{} // closed before the answer
	done     chan struct{} // closed after the answer
	budget   engine.Budget // for a thought that ponders, once it is hit
	bounded  bool          // the limits will end it, once the answer is not held
	thinking bool
}

// Thought is what to think about.
type Thought struct {
	Engine engine.Engine
	Line   *game.Line
	Limits engine.Limits
	// Hold keeps the answer back until Stop or Hit, whatever the limits.
	Hold bool
	// Ponder lets the clock begin to count with Hit. It implies Hold.
	Ponder bool
	Report func(engine.Info)
	// Answer is called once, from another goroutine.
	Answer func(engine.Info, error)
}

// Start begins a thought. The one before it must have been answered.
func (t *Thinker) Start(th Thought) {
	ctx, cancel := context.WithCancel(context.Background())
	t.cancel, t.release, t.once = cancel, make(chan struct{}), new(sync.Once)
	t.answers, t.done = make(chan struct{}), make(chan struct{})
	t.thinking = true
	budget := th.Limits.Allot(th.Line.Position().Turn().Index())
	t.bounded = budget.Hard > 0 || th.Limits.Depth > 0 || th.Limits.Nodes > 0
	t.budget = engine.Budget{}
	if th.Ponder {
		t.budget = budget
		th.Limits.MoveTime, th.Limits.Left = 0, [2]time.Duration{}
	}
	if !th.Hold && !th.Ponder {
		t.once.Do(func() { close(t.release) })
	}
	release, answers, done := t.release, t.answers, t.done
	go func() {
		defer close(done)
		info, err := th.Engine.Think(ctx, th.Line, th.Limits, th.Report)
		<-release
		cancel()
		close(answers)
		th.Answer(info, err)
	}()
}

// Busy reports whether an answer is still to come. One that is just being
// given is waited for, for whoever reads it may ask at once for more.
func (t *Thinker) Busy() bool {
	if !t.thinking {
		return false
	}
	select {
	case <-t.answers:
		<-t.done
		t.thinking = false
	default:
	}
	return t.thinking
}

// Stop wants the answer now and returns when it was given.
func (t *Thinker) Stop() {
	if t.Busy() {
		t.cancel()
		t.once.Do(func() { close(t.release) })
		<-t.done
	}
}

// Hit tells a pondering engine that the expected move was played: the answer
// is given once it has thought as long as a move of its own would take.
func (t *Thinker) Hit() {
	if !t.Busy() {
		return
	}
	t.once.Do(func() { close(t.release) })
	if t.budget.Soft > 0 {
		cancel, timer := t.cancel, time.NewTimer(t.budget.Soft)
		done := t.done
		go func() {
			defer timer.Stop()
			select {
			case <-timer.C:
				cancel()
			case <-done:
			}
		}()
	}
}

// Finish returns when the answer was given: one that its limits will bring
// when they do, any other now.
func (t *Thinker) Finish() {
	if !t.Busy() {
		return
	}
	select {
	case <-t.release:
		if t.bounded {
			<-t.done
		}
	default:
	}
	t.Stop()
}
