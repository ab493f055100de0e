package match

import (
	"slices"
	"time"

	"kydai/game"
)

// Match is one game between two players. It is not safe for concurrent use.
type Match struct {
	rules  game.Rules
	terms  *Terms // shared with copies of the match; never changed
	events []Event
	tail   game.Tail // how much of the array behind events is in use; copies of the match share the array
	shared int       // number of events at the start of the list that a copy of the match shares
	state
}

// New starts a match; its first event is Started. If the game deals pieces, the terms'
// Setup must contain the deal (Secret).
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
	return &Match{rules: r, terms: &t, state: s}, nil
}

// Replay rebuilds a match from its events. It trusts the times of the events and returns
// an error if they are in an impossible order.
func Replay(r game.Rules, t Terms, events []Event) (*Match, error) {
	m, err := prepare(r, t)
	if err != nil {
		return nil, err
	}
	if len(events) == 0 {
		return nil, badEvent("a match has at least one event")
	}
	if err := m.Follow(events...); err != nil {
		return nil, err
	}
	return m, nil
}

// Follow appends events that another node added to the same match, with the same checks
// as Replay. After an error the match must not be used any more.
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

// add applies events that the caller has checked, and appends them to m.events.
func (m *Match) add(events ...Event) {
	for i := range events {
		m.apply(m.terms, &events[i])
		m.events = game.Append(m.events, &m.tail, events[i])
	}
}

// Stamp sets the time at which the event with number seq became durable. If the event started a
// turn, the time of the turn runs from this time on. Callers should stamp events in order and
// before the next command; a later stamp also works, but needs a replay of the match.
func (m *Match) Stamp(seq int, began time.Time) error {
	if seq < 0 || seq >= len(m.events) {
		return game.Err(BadArgument, "there is no such event")
	}
	if seq < m.shared { // copy the list first, because a copy of the match shares this event
		m.events, m.tail, m.shared = slices.Clone(m.events), game.Tail{}, 0
	}
	e := &m.events[seq]
	e.Began = stamp(began)
	if m.settled(seq) {
		if e.Kind.setsTimeGoing() && !m.Over() {
			m.begin(m.terms, e.begins())
		}
		m.last = m.events[len(m.events)-1].begins()
		return nil
	}
	again, err := Replay(m.rules, *m.terms, m.events)
	if err != nil {
		return err
	}
	m.state = again.state
	return nil
}

// settled reports whether event seq is the last event, or only the end of the match that it caused
// follows.
func (m *Match) settled(seq int) bool {
	rest := m.events[seq+1:]
	return len(rest) == 0 || len(rest) == 1 && rest[0].Kind == Ended && rest[0].At.Equal(m.events[seq].At)
}

// Clone returns an independent copy of the match in constant time. Callers use it, for example, to
// try a command without changing the original.
func (m *Match) Clone() *Match {
	m.shared = len(m.events)
	c := *m
	c.line = m.line.Clone()
	return &c
}

// Terms returns the terms, including the secret.
func (m *Match) Terms() Terms { return *m.terms }

// Players returns the ids of the players, first side first; "" for an engine.
func (m *Match) Players() [2]string { return m.terms.Players() }

// Seq returns the number of events so far.
func (m *Match) Seq() int { return len(m.events) }

// Since returns a copy of the events from number seq on, for the store.
func (m *Match) Since(seq int) []Event {
	return slices.Clone(m.events[min(max(seq, 0), len(m.events)):])
}

// Began returns when the last event became durable; the zero time if that is not known.
func (m *Match) Began() time.Time {
	if len(m.events) == 0 {
		return time.Time{}
	}
	return m.events[len(m.events)-1].Began
}

// Ply returns the number of moves on the board, including the opening.
func (m *Match) Ply() int { return m.line.Ply() }

// Turn returns the side to move; NoSide once the match is over.
func (m *Match) Turn() game.Side {
	if m.Over() {
		return game.NoSide
	}
	return m.line.Position().Turn()
}

// Over reports whether the match has ended.
func (m *Match) Over() bool { return m.out.Over() }

// Outcome returns the result and its reason; the zero Outcome while the match is in
// progress. The reasons game.ByAbort and Abandoned mean that there is no result.
func (m *Match) Outcome() game.Outcome { return m.out }

// EndedByServer reports whether Adjudicate or Check ended the match by decision of the server. It
// is false if the rules, a player or a flag ended the match.
func (m *Match) EndedByServer() bool {
	return m.Over() && m.endedBy == game.NoSide && m.line.Outcome() != m.out
}

// AbortedBy returns the side that aborted the match, or did not make its first
// move in time; NoSide if the match has a result or the server aborted it.
func (m *Match) AbortedBy() game.Side {
	if !m.Over() || m.out.Why != game.ByAbort {
		return game.NoSide
	}
	return m.endedBy
}

// Moves returns the number of moves of each side, without the preset opening moves and
// without moves that were taken back.
func (m *Match) Moves() [2]int {
	var n [2]int
	for _, s := range m.movers {
		n[s.Index()]++
	}
	return n
}

// Thought lists the thinking time charged to a side for each of its moves on the board: see
// Timing.Spent.
func (m *Match) Thought(side game.Side) []time.Duration {
	var all []time.Duration
	for i, mover := range m.movers {
		if mover == side {
			all = append(all, m.timing[i].Spent)
		}
	}
	return all
}

// Next returns the id of the rematch; "" if there is none.
func (m *Match) Next() string { return m.next }

// Hidden reports whether the game has hidden information, so that viewers of this match
// may see different things.
func (m *Match) Hidden() bool {
	_, hidden := m.line.Start().(game.Hidden)
	return hidden
}

// Truth returns the complete game, including the secret. It returns an error until the
// match is over.
func (m *Match) Truth() (*game.Line, error) {
	if !m.Over() {
		return nil, game.Err(NotOver, "the game is not over yet")
	}
	return m.line.Clone(), nil
}

// Turns returns the number of turns so far: each move and each takeback begins a new turn. The
// number never decreases, so no two turns have the same number, even after a takeback.
func (m *Match) Turns() int { return m.turns }

// Job is a turn in which an engine must move.
type Job struct {
	Ply  int
	Turn int // number of the turn; no two positions of a match have the same number, even after a takeback
	Side game.Side
	Seat Seat
}

// Job returns the turn in which an engine must move now; false if no engine is to move. The result
// depends only on the terms and events, so a lost job can be created again.
func (m *Match) Job() (Job, bool) {
	side := m.Turn()
	if side == game.NoSide || m.isPaused() || !m.terms.Seat(side).Machine() {
		return Job{}, false
	}
	return Job{Ply: m.Ply(), Turn: m.turns, Side: side, Seat: m.terms.Seat(side)}, true
}

// Answer plays an engine's move for a job. In addition to the checks of Move it
// rejects a move for a position that was taken back, even if the same ply has
// been reached again.
func (m *Match) Answer(j Job, code string, now time.Time) error {
	if current, ok := m.Job(); j.Ply == m.Ply() && (!ok || current.Turn != j.Turn) {
		return errStale
	}
	return m.Move(j.Side, j.Ply, code, now)
}
