package play

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"kydai/engine"
	"kydai/engine/character"
	"kydai/game"
	"kydai/game/clock"
	"kydai/internal/bus"
	"kydai/internal/trace"
	"kydai/match"
)

const (
	levelTime  = time.Second     // search time limit of levels and algorithms
	engineTime = 5 * time.Second // search time limit of the operator's programs
	onTheWay   = 100 * time.Millisecond
	maxRefused = 5 // number of invalid answers in one turn after which an engine loses
	retryAfter = 250 * time.Millisecond
)

// EngineFailure is the reason of a game that an engine lost because of invalid answers.
const EngineFailure game.Reason = "engine-failure"

// inFlight tracks the requests that were sent to workers and are not answered yet, so that no turn
// is requested twice at the same time.
type inFlight struct {
	mu   sync.Mutex
	jobs map[string]*request // requests in flight, by match id
	// unanswered holds, by match id, the requests that have failed. This node or another node
	// repeats a failed request.
	unanswered map[string]*request
}

// repeatedWithin is how long after a failed request the method oldest still counts the turn as
// waiting. Normally this or another node repeats the request earlier.
const repeatedWithin = 10 * time.Second

type request struct {
	turn   int
	since  time.Time // when the turn began
	failed time.Time // when the request failed
	cancel context.CancelFunc
}

// begin records a request for an engine's turn and reports whether the request must be sent. It
// cancels requests for other turns of the match.
func (a *inFlight) begin(id string, turn int, since time.Time, cancel context.CancelFunc) (*request, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.jobs == nil {
		a.jobs = map[string]*request{}
	}
	if r := a.jobs[id]; r != nil {
		if r.turn == turn {
			return nil, false
		}
		r.cancel()
	}
	r := &request{turn: turn, since: since, cancel: cancel}
	a.jobs[id] = r
	delete(a.unanswered, id)
	return r, true
}

// end records that a request is no longer in flight. If failed is zero, the request was answered;
// otherwise failed is the time at which it failed.
func (a *inFlight) end(id string, r *request, failed time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !failed.IsZero() && a.jobs[id] == r {
		if a.unanswered == nil {
			a.unanswered = map[string]*request{}
		}
		r.failed = failed
		a.unanswered[id] = r
	}
	if a.jobs[id] == r {
		delete(a.jobs, id)
	}
}

// oldest returns the age of the oldest requested engine turn; 0 if no turn is requested.
func (a *inFlight) oldest(now time.Time) (age time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.jobs {
		age = max(age, now.Sub(r.since))
	}
	for id, r := range a.unanswered {
		if now.Sub(r.failed) > repeatedWithin {
			delete(a.unanswered, id) // by now another node has repeated the request
			continue
		}
		age = max(age, now.Sub(r.since))
	}
	return age
}

// over cancels the requests for past turns of a match.
func (a *inFlight) over(snap *Snapshot) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.unanswered) > 0 {
		delete(a.unanswered, snap.ID)
	}
	r := a.jobs[snap.ID]
	if r == nil {
		return
	}
	if j, ok := snap.job(); !ok || j.Turn != r.turn {
		r.cancel()
		delete(a.jobs, snap.ID)
	}
}

// limitsFor returns the search limits for the engine whose turn it is, and the maximum duration of
// the search.
func limitsFor(v match.View, seat match.Seat, now time.Time) (engine.Limits, time.Duration) {
	most := levelTime
	if seat.Kind == match.Engine {
		most = engineTime
	}
	lim := engine.Limits{MoveTime: most}
	c := v.Clock
	i := v.Turn.Index()
	if c.Running == v.Turn && c.Control.Kind != clock.Unlimited {
		left := c.Left
		left[i] = max(left[i]-max(now.Sub(c.Since), 0)-onTheWay, time.Millisecond)
		switch c.Control.Kind {
		case clock.Fischer:
			lim.Left, lim.Inc = left, [2]time.Duration{c.Control.Increment, c.Control.Increment}
		case clock.ByoYomi:
			lim.Left, lim.MovesToGo = left, 1
			if main := c.Main[i]; main > 0 {
				lim.MovesToGo = 0
			} else {
				lim.MoveTime = min(most, left[i], c.Control.Period*8/10)
			}
		case clock.PerMove:
			lim.MoveTime = min(most, left[i]*8/10)
		case clock.Unlimited:
		}
	}
	within := most
	if b := lim.Allot(i); b.Hard > 0 {
		within = min(within, b.Hard)
	}
	return lim, max(within, 10*time.Millisecond)
}

// patience returns how long a node waits before it repeats the request for an engine's turn. It
// waits longer than the time limit of a request, so that there are never two requests in flight for
// the same turn.
func (s *machines) patience(m *match.Match) time.Duration {
	j, ok := m.Job()
	if !ok {
		return 0
	}
	if m.Machines() {
		return otherNodesWait // other nodes wait longer: the node on which the match is watched repeats the request itself
	}
	within := levelTime
	if j.Seat.Kind == match.Engine {
		v := m.View(j.Side)
		_, within = limitsFor(v, j.Seat, v.Clock.Since)
	}
	if s.paced(j.Seat, false) {
		within += character.Longest
	}
	return within + s.options.Slack + s.options.Sweep
}

// askFor requests an engine's move from a worker and plays the move. The result done is false if
// the request must be repeated now. After some failures done is true, because a later sweep
// (background check) finds that the engine is still to move.
func (s *machines) askFor(ctx context.Context, snap *Snapshot, j match.Job, payer string) (done bool) {
	v := snap.View(j.Side)
	_, most := limitsFor(v, j.Seat, s.time.Now())
	r, err := s.budgets.take(ctx, payer, most)
	if err != nil {
		return true
	}
	lim, within := limitsFor(v, j.Seat, s.time.Now()) // computed again, because the engine's clock ran while the job waited
	a, err := s.ask(ctx, s.newJob(v, snap.ID, j.Seat, lim, within), classOf(snap.machines(), within), within, r)
	if ctx.Err() != nil {
		return true // the turn was taken back, or the game is over
	}
	if errors.Is(err, bus.ErrFailed) {
		s.refuse(ctx, snap.ID, j, err)
		return true
	}
	if err != nil {
		s.log.InfoContext(ctx, "an engine did not answer", "match", snap.ID, "ply", j.Ply, "err", err)
		return false
	}
	if !s.holdBack(ctx, snap, j, v, a.Code) {
		return true
	}
	arrival := s.arrivals.arrive(snap.ID)
	defer arrival.Done()
	_, err = s.tables.change(context.WithoutCancel(ctx), snap.ID, func(m *match.Match) error {
		if err := m.Answer(j, a.Code, arrival.At); err != nil {
			return err
		}
		return endIfLong(m, arrival.At)
	})
	if err != nil && isFault(codeOf(err)) {
		s.refuse(ctx, snap.ID, j, err)
	}
	return true
}

// classOf returns the priority class of a job, given the time limit of its search. The parameter
// machines is true if both sides of the match are engines.
func classOf(machines bool, within time.Duration) class {
	switch {
	case machines:
		return forWatch
	case within > levelTime:
		return forHint
	}
	return forMove
}

// isFault reports whether an engine is to blame for a refused move, given the error code.
func isFault(code string) bool {
	switch code {
	case match.Stale, match.Repeated, match.OutOfTime, match.IsPaused, game.GameOver: // the answer came too late, so the engine is not to blame
		return false
	case "", Draining, Unavailable, Unknown, Conflict: // the server caused the error, so the engine is not to blame
		return false
	}
	return true
}

// refuse counts an invalid answer of an engine. After maxRefused invalid answers in one turn the
// engine loses the game.
func (s *machines) refuse(ctx context.Context, id string, j match.Job, why error) {
	s.log.WarnContext(ctx, "an engine answered with an illegal move", "match", id, "ply", j.Ply, "kind", j.Seat.Kind.String(), "code", codeOf(why))
	if s.tables.refuse(ctx, id, j.Turn) < maxRefused {
		return
	}
	_, err := s.tables.change(context.WithoutCancel(ctx), id, func(m *match.Match) error {
		if now, ok := m.Job(); !ok || now.Turn != j.Turn {
			return errNotDue
		}
		return m.Adjudicate(game.Win(j.Side.Other(), EngineFailure), s.time.Now())
	})
	if err != nil && !errors.Is(err, errNotDue) {
		s.log.WarnContext(ctx, "a match with a failing engine could not be ended", "match", id, "err", err)
	}
}

// ask sends a job to a worker and waits for the response. It charges
// the reservation r with the time that was used.
func (s *machines) ask(ctx context.Context, j job, c class, within time.Duration, r *reserved) (a answer, err error) {
	took := time.Duration(0)
	ctx, span := trace.Start(ctx, "engine")
	span.Set(trace.Game, j.Game)
	span.Set(trace.Class, classNames[c])
	defer func() {
		span.End(err)
		s.budgets.failed(err)
		r.spend(took)
	}()
	j.Request, j.Trace = trace.Of(ctx).String(), trace.Parent(ctx)
	question, err := json.Marshal(j)
	if err != nil {
		return a, err
	}
	subject, err := subjectOfJob(c, j.Game, r.rank)
	if err != nil {
		return a, err
	}
	ctx, cancel := context.WithTimeout(ctx, within+s.options.Slack)
	defer cancel()
	asked := s.options.Clock()
	for {
		data, err := s.options.Bus.Request(ctx, subject, question)
		switch {
		case errors.Is(err, bus.ErrBusy), errors.Is(err, bus.ErrNobody):
			return answer{}, err // no worker accepted the job
		case err != nil:
			took = within // charge the full time, because a worker may have searched that long
			return answer{}, err
		}
		a, err = decodeAnswer(data)
		switch {
		case err != nil:
			took = within
			return answer{}, bus.ErrFailed
		case !a.Again:
			cost := time.Duration(min(max(a.Cost, 0), within.Milliseconds())) * time.Millisecond
			took = min(max(cost, a.thought.Elapsed), within)
			s.options.Meters.waited(c, s.options.Clock().Sub(asked)-took)
			return a, nil
		}
	}
}
