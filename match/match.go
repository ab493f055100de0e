package match

import (
	"slices"
	"time"

	"kydai/game"
)

// Match is one game between two players. It is not safe for concurrent use.
type Match struct {
	rules  game.Rules
	terms  Terms
	events []Event
	tail   game.Tail // of events
	shared int       // events that a copy may have too
	state
}

// New starts a match: its first event is Started. A game that deals must have
// its secret in the terms' setup.
func New(r game.Rules, t Terms, now time.Time) (*Match, error) {
	m, err := prepare(r, t)
	if err != nil {
		return nil, err
	}
	m.add(Event{Kind: Started, At: moment(now)})
	return m, nil
}

func prepare(r game.Rules, t Terms) (*Match, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	if name := r.Info().Name; name != t.Game {
		return nil, badTerms("these are the rules of ", name, ", not of ", t.Game)
	}
	s, err := fresh(r, &t)
	if err != nil {
		return nil, err
	}
	return &Match{rules: r, terms: t, state: s}, nil
}

// Replay makes the match again whose events these are. It believes what the
// events say of time, and refuses those that cannot follow one another.
func Replay(r game.Rules, t Terms, events []Event) (*Match, error) {
	m, err := prepare(r, t)
	if err != nil {
		return nil, err
	}
	if len(events) == 0 {
		return nil, badEvent("a match has at least one")
	}
	if err := m.Follow(events...); err != nil {
		return nil, err
	}
	return m, nil
}

// Follow adds events that happened to the same match elsewhere. It believes
// and refuses as Replay does. After an error the match is of no use.
func (m *Match) Follow(events ...Event) error {
	for _, e := range events {
		e.At, e.Began = moment(e.At), stamp(e.Began)
		if err := m.admit(&e); err != nil {
			return err
		}
		m.add(e)
	}
	return nil
}

// add books events that may follow.
func (m *Match) add(events ...Event) {
	for i := range events {
		m.apply(&m.terms, &events[i])
		m.events = game.Append(m.events, &m.tail, events[i])
	}
}

// Stamp says when event seq became durable. Time that it set going passes
// from then on, and not from before it happened. An event is stamped in the
// order of events and before the next command; later stamps are taken too,
// but cost a replay.
func (m *Match) Stamp(seq int, began time.Time) error {
	if seq < 0 || seq >= len(m.events) {
		return game.Err(BadArgument, "there is no such event")
	}
	if seq < m.shared { // what a copy has too stays as it is
		m.events, m.tail, m.shared = slices.Clone(m.events), game.Tail{}, 0
	}
	e := &m.events[seq]
	e.Began = stamp(began)
	if m.settled(seq) {
		if e.Kind.setsTimeGoing() && !m.Over() {
			m.begin(&m.terms, e.begins())
		}
		m.last = m.events[len(m.events)-1].begins()
		return nil
	}
	again, err := Replay(m.rules, m.terms, m.events)
	if err != nil {
		return err
	}
	m.state = again.state
	return nil
}

// settled reports whether nothing has happened since event seq but the end
// that it brought about.
func (m *Match) settled(seq int) bool {
	rest := m.events[seq+1:]
	return len(rest) == 0 || len(rest) == 1 && rest[0].Kind == Ended && rest[0].At.Equal(m.events[seq].At)
}

// Clone returns an independent copy, to try a command on. It takes no longer
// for a long match.
func (m *Match) Clone() *Match {
	m.shared = len(m.events)
	c := *m
	c.line = m.line.Clone()
	return &c
}

// Terms returns what was agreed on, with the secret.
func (m *Match) Terms() Terms { return m.terms }

// Seq is the number of events so far.
func (m *Match) Seq() int { return len(m.events) }

// Since returns the events from number seq on, for the store.
func (m *Match) Since(seq int) []Event {
	return slices.Clone(m.events[min(max(seq, 0), len(m.events)):])
}

// Ply is the number of moves on the board, those of the opening included.
func (m *Match) Ply() int { return m.line.Ply() }

// Turn is the side to move; NoSide once the match is over.
func (m *Match) Turn() game.Side {
	if m.Over() {
		return game.NoSide
	}
	return m.line.Position().Turn()
}

// Over reports whether the match has ended.
func (m *Match) Over() bool { return m.out.Over() }

// Outcome is the result and its reason; zero while the match goes on. With
// the reasons game.ByAbort and Abandoned it counts for nobody.
func (m *Match) Outcome() game.Outcome { return m.out }

// Next is the id of the rematch, once there is one.
func (m *Match) Next() string { return m.next }

// Hidden reports whether the viewers of this match see different things.
func (m *Match) Hidden() bool {
	_, hidden := m.line.Start().(game.Hidden)
	return hidden
}

// Truth is the game as it was, the secret included, once it is over and all
// may be shown.
func (m *Match) Truth() (*game.Line, error) {
	if !m.Over() {
		return nil, game.Err(NotOver, "the game is not over yet")
	}
	return m.line.Clone(), nil
}

// Job is a turn that a machine has to play.
type Job struct {
	Ply  int
	Turn int // differs from that of every other position the match came to, also after a takeback
	Side game.Side
	Seat Seat
}

// Job returns what a machine has to do now, if anything. It follows from the
// events alone, so a lost job is found again.
func (m *Match) Job() (Job, bool) {
	side := m.Turn()
	if side == game.NoSide || m.isPaused() || !m.terms.Seat(side).Machine() {
		return Job{}, false
	}
	return Job{Ply: m.Ply(), Turn: m.turns, Side: side, Seat: m.terms.Seat(side)}, true
}

// Answer plays what a machine found for a job. It is Move with one more guard:
// an answer to a position that was taken back is stale even where the ply has
// been reached again.
func (m *Match) Answer(j Job, code string, now time.Time) error {
	if current, ok := m.Job(); j.Ply == m.Ply() && (!ok || current.Turn != j.Turn) {
		return errStale
	}
	return m.Move(j.Side, j.Ply, code, now)
}
