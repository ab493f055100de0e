package protocol

import (
	"context"
	"sync"
	"time"

	"kydai/engine"
	"kydai/game"
)

// Thinker runs an engine in the background, one search at a time. Only one goroutine may use the
// methods of a Thinker.
type Thinker struct {
	cancel   context.CancelFunc
	release  chan struct{} // closed when a delayed answer (Thought.Hold) may be sent
	once     *sync.Once
	answers  chan struct{} // closed just before the answer is sent
	done     chan struct{} // closed after the answer has been sent
	budget   engine.Budget // time budget of a ponder search, which applies once Hit is called
	began    time.Time
	bounded  bool // whether the limits of the search end it, even if Stop is never called
	thinking bool
}

// Thought describes a search to start.
type Thought struct {
	Engine engine.Engine
	Line   *game.Line
	Limits engine.Limits
	// Hold delays the answer until Stop or Hit is called, even if a limit is reached earlier.
	Hold bool
	// Ponder means that the clock starts only when Hit is called. It implies Hold.
	Ponder bool
	Report func(engine.Thought)
	// Answer is called once, from another goroutine, with the result of the search.
	Answer func(engine.Thought, error)
}

// Start starts a search. The answer to the previous search must have been sent.
func (t *Thinker) Start(th Thought) {
	ctx, cancel := context.WithCancel(context.Background())
	t.cancel, t.release, t.once = cancel, make(chan struct{}), new(sync.Once)
	t.answers, t.done = make(chan struct{}), make(chan struct{})
	t.thinking, t.began = true, time.Now()
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

// Busy reports whether the answer to a search has not been sent yet. If the answer is just being
// sent, Busy waits until it has been sent. Otherwise Busy could still be true when the receiver of
// the answer sends its next command.
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

// Stop stops the search and returns after the answer has been sent.
func (t *Thinker) Stop() {
	if t.Busy() {
		t.cancel()
		t.once.Do(func() { close(t.release) })
		<-t.done
	}
}

// Hit tells a pondering engine that the expected move was played. The answer is sent when the whole
// search, including the time before Hit, has taken as long as a normal search.
func (t *Thinker) Hit() {
	if !t.Busy() {
		return
	}
	t.once.Do(func() { close(t.release) })
	if t.budget.Soft > 0 {
		cancel, timer := t.cancel, time.NewTimer(t.budget.Soft-time.Since(t.began))
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

// Finish waits until the answer has been sent. It lets a search with limits run until it reaches a
// limit, and stops any other search.
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
