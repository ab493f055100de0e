package play

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"kydai/bus"
	"kydai/engine"
	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

const (
	levelTime     = time.Second      // that a level may think
	algorithmTime = 10 * time.Second // that others may think
	onTheWay      = 100 * time.Millisecond
	maxRefused    = 5 // answers that cannot be played before the machine loses
	hintTime      = 5 * time.Second
)

// EngineFailure is the reason of a game that a machine lost because what it
// answered could not be played.
const EngineFailure game.Reason = "engine-failure"

// asked remembers what this node has asked workers for, so that it does not
// ask twice at a time.
type asked struct {
	mu   sync.Mutex
	jobs map[string]*request // by match
}

type request struct {
	turn   int
	cancel context.CancelFunc
}

// begin reports whether a turn must be asked for, and notes that it is. What
// is asked for another turn of the match is given up.
func (a *asked) begin(id string, turn int, cancel context.CancelFunc) (*request, bool) {
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
	r := &request{turn, cancel}
	a.jobs[id] = r
	return r, true
}

func (a *asked) end(id string, r *request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.jobs[id] == r {
		delete(a.jobs, id)
	}
}

// over gives up what is asked for a turn that is past.
func (a *asked) over(id string, snap *Snapshot) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.jobs[id]
	if r == nil {
		return
	}
	if j, ok := snap.m.Job(); !ok || j.Turn != r.turn {
		r.cancel()
		delete(a.jobs, id)
	}
}

// limitsFor is how long the machine to move may think, and its limits.
func limitsFor(v match.View, seat match.Seat, now time.Time) (engine.Limits, time.Duration) {
	most := algorithmTime
	if seat.Kind == match.Level {
		most = levelTime
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

// patience is how long a machine has for its turn before it is asked again:
// longer than a node waits for an answer, so that it is asked once at a time.
func (s *Service) patience(m *match.Match) time.Duration {
	j, ok := m.Job()
	if !ok {
		return 0
	}
	within := levelTime
	if j.Seat.Kind != match.Level {
		v := m.View(j.Side)
		_, within = limitsFor(v, j.Seat, v.Clock.Since)
	}
	return within + s.o.Slack + s.o.Sweep
}

// think asks a machine to move if it is its turn. The table is locked; the
// answer is waited for elsewhere.
func (s *Service) think(t *table) {
	snap := t.cur.Load()
	j, ok := snap.m.Job()
	if !ok || s.gate.closed() {
		return
	}
	if t.turn != j.Turn {
		t.turn, t.refused = j.Turn, 0
	}
	ctx, cancel := context.WithCancel(context.Background())
	r, first := s.asked.begin(t.id, j.Turn, cancel)
	if !first {
		cancel()
		return
	}
	go func() {
		defer cancel()
		defer s.asked.end(t.id, r)
		s.askFor(ctx, snap, j)
	}()
}

// askAgain does the same if the machine has had its turn for long. The table
// is locked.
func (s *Service) askAgain(t *table) {
	m := t.cur.Load().m
	patience := s.patience(m)
	if patience == 0 {
		return
	}
	last := m.Since(m.Seq() - 1)[0]
	since := last.At
	if last.Began.After(since) {
		since = last.Began
	}
	if s.Now().Sub(since) >= patience {
		s.think(t)
	}
}

// askFor gets the move of a machine and plays it. Whatever goes wrong, the
// sweeper finds that the turn is still to be played.
func (s *Service) askFor(ctx context.Context, snap *Snapshot, j match.Job) {
	v := snap.View(j.Side)
	lim, within := limitsFor(v, j.Seat, s.Now())
	a, err := s.ask(ctx, newJob(v, snap.ID, j.Seat, lim, within), within)
	if ctx.Err() != nil {
		return // taken back, or over
	}
	if errors.Is(err, bus.ErrFailed) {
		s.refuse(ctx, snap.ID, j, err)
		return
	}
	if err != nil {
		s.log.Info("a machine did not answer", "match", snap.ID, "ply", j.Ply, "err", err)
		return
	}
	arrival := s.Arrive(snap.ID)
	defer arrival.Done()
	_, err = s.change(context.WithoutCancel(ctx), snap.ID, func(m *match.Match) error { return m.Answer(j, a.Code, arrival.At) })
	if err != nil && isFault(codeOf(err)) {
		s.refuse(ctx, snap.ID, j, err)
	}
}

// isFault reports whether what was refused with a code is the machine's fault.
func isFault(code string) bool {
	switch code {
	case match.Stale, match.Repeated, match.OutOfTime, match.IsPaused, game.GameOver: // too late
		return false
	case "", Draining, Unavailable, Unknown, Conflict: // the server's own
		return false
	}
	return true
}

// refuse counts an answer that cannot be played. A machine that gives too many
// loses.
func (s *Service) refuse(ctx context.Context, id string, j match.Job, why error) {
	s.log.Warn("what a machine answered cannot be played", "match", id, "ply", j.Ply, "kind", j.Seat.Kind.String(), "code", codeOf(why))
	t, err := s.open(id)
	if err != nil {
		return
	}
	defer s.release(t)
	if t.acquire(ctx) != nil {
		return
	}
	if t.turn == j.Turn {
		t.refused++
	}
	lost := t.turn == j.Turn && t.refused >= maxRefused
	t.unlock()
	if !lost {
		return
	}
	_, err = s.change(context.WithoutCancel(ctx), id, func(m *match.Match) error {
		if now, ok := m.Job(); !ok || now.Turn != j.Turn {
			return errNotDue
		}
		return m.Adjudicate(game.Win(j.Side.Other(), EngineFailure), s.Now())
	})
	if err != nil && !errors.Is(err, errNotDue) {
		s.log.Warn("a machine that fails could not be stopped", "match", id, "err", err)
	}
}

// ask has a worker think.
func (s *Service) ask(ctx context.Context, j job, within time.Duration) (answer, error) {
	var a answer
	question, err := json.Marshal(j)
	if err != nil {
		return a, err
	}
	subject, err := bus.Subject("eng", j.Game)
	if err != nil {
		return a, err
	}
	ctx, cancel := context.WithTimeout(ctx, within+s.o.Slack)
	defer cancel()
	for {
		a = answer{}
		data, err := s.o.Bus.Request(ctx, subject, question)
		switch {
		case err != nil:
			return a, err
		case json.Unmarshal(data, &a) != nil:
			return a, bus.ErrFailed
		case !a.Again:
			return a, nil
		}
	}
}

// Hint asks a machine about a match as the player sees it: in a game against
// machines or alone that is not rated, and once a game is over.
func (s *Service) Hint(ctx context.Context, by Player, id string, q Question) (engine.Info, error) {
	if err := s.gate.enter(); err != nil {
		return engine.Info{}, err
	}
	defer s.gate.leave()
	if by.ID == "" {
		return engine.Info{}, errNobody
	}
	snap, side, err := s.Look(ctx, by, id)
	if err != nil {
		return engine.Info{}, err
	}
	v := snap.View(side)
	if !snap.Over && !mayAsk(&v, by.ID, side) {
		return engine.Info{}, errNoHelp
	}
	ply := snap.Ply
	if q.Ply >= 0 {
		ply = min(q.Ply, ply)
	}
	v.Line = v.Line.Clone()
	v.Line.Undo(v.Line.Ply() - ply)
	if turn := v.Line.Position().Turn(); turn != side && snap.Hidden() {
		if !snap.Over {
			return engine.Info{}, game.Err(match.NotYourTurn, "what the other side knows is not yours to ask about")
		}
		v.Line = snap.View(turn).Line.Clone()
		v.Line.Undo(v.Line.Ply() - ply)
	}
	if v.Line.Outcome().Over() {
		return engine.Info{}, game.Err(game.GameOver, "the game is over there")
	}
	if !s.quota.take("hint "+by.ID, 1, s.o.Clock(), hintTime+s.o.Slack) {
		return engine.Info{}, game.Err(TooMany, "one question at a time")
	}
	defer s.quota.give("hint " + by.ID)
	lim := q.Limits
	if lim.MoveTime <= 0 || lim.MoveTime > hintTime {
		lim.MoveTime = hintTime
	}
	lim.MultiPV = min(max(lim.MultiPV, 1), maxVariants)
	lim.Left, lim.Inc = [2]time.Duration{}, [2]time.Duration{}
	a, err := s.ask(ctx, newJob(v, id, match.Seat{}, lim, lim.MoveTime), lim.MoveTime)
	switch {
	case errors.Is(err, bus.ErrNobody), errors.Is(err, bus.ErrBusy), errors.Is(err, bus.ErrLost), errors.Is(err, bus.ErrOffline):
		return engine.Info{}, game.Err(Unavailable, "no machine has time to think just now")
	case err != nil:
		return engine.Info{}, err
	}
	return a.info(), nil
}

// mayAsk reports whether help harms nobody.
func mayAsk(v *match.View, player string, side game.Side) bool {
	if side == game.NoSide || v.Rated {
		return false
	}
	other := v.Seats[side.Other().Index()]
	return other.Machine() || other.Player == player
}
