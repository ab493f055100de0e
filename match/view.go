package match

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// View is a match as one viewer may see it. A view contains no reference to the match itself.
type View struct {
	Viewer game.Side // NoSide for a spectator
	Game   string
	Seq    int // number of events so far
	Ply    int
	Turn   game.Side // NoSide once the match is over
	Line   *game.Line
	Timing Timings // timing of the moves after the opening, in order
	Seats  [2]Seat
	Rated  bool
	Series Series // position in a series of games; zero if the match belongs to no series
	Aborts int    // number of moves after the opening up to which the match may be aborted
	Clock  Clocks
	Offers []Offer
	Undos  [2]int // takebacks left for each side, or Unlimited
	Redo   int    // number of undone plies that can be replayed
	Paused bool

	Outcome game.Outcome // result and reason; zero while the match is in progress
	EndedBy game.Side    // the side that resigned, claimed a draw, accepted an offer or ran out of time
	Next    string       // id of the rematch; "" if there is none
}

// Timing is the time data of a move.
type Timing struct {
	Spent time.Duration // time charged to the player who moved; for a first move without a running clock, the time used
	Left  time.Duration // time on the player's clock after the move
	Lag   time.Duration // network lag of the move, as measured by the server
	Gave  time.Duration // part of the lag that was given back
}

// Timings is an immutable list of Timing.
type Timings struct{ list []Timing }

// Len returns the number of moves.
func (t Timings) Len() int { return len(t.list) }

// At returns the timing of the i-th move, counted from 0.
func (t Timings) At(i int) Timing { return t.list[i] }

// Clocks is the state of both clocks at the time Since. From then on, the time of the
// running side decreases.
type Clocks struct {
	Control clock.Control
	Extra   [2]time.Duration // time odds: the time added to each side's base time
	Running game.Side
	Since   time.Time
	Left    [2]time.Duration // time of each side until its flag falls
	Main    [2]time.Duration // base time left of each side, before the byo-yomi periods
	Periods [2]int
	// FirstMove is the time limit for each side's first move, during which the side's
	// clock does not run; zero if the clock runs from the start.
	FirstMove time.Duration
	Deadline  time.Time // deadline of the side to move, also for a first move; zero if the side has no deadline
}

// Offer is an open offer of a side.
type Offer struct {
	By    game.Side
	What  What
	Count int // for a takeback, the number of the player's own moves
}

// View returns the match as viewer may see it; NoSide means a spectator. If two matches
// look the same to a viewer, their views are equal.
func (m *Match) View(viewer game.Side) View {
	v := View{
		Viewer: viewer, Game: m.terms.Game, Seq: m.Seq(), Ply: m.Ply(), Turn: m.Turn(),
		Line: m.lineSeen(viewer), Timing: Timings{m.timing}, Seats: m.terms.Seats, Rated: m.terms.Rated, Series: m.terms.Series, Clock: m.clocks(),
		Aborts: m.aborts(), Undos: m.undosLeft(), Redo: m.line.Undone(), Paused: m.isPaused(),
		Outcome: m.out, EndedBy: m.endedBy, Next: m.next,
	}
	for i := range v.Seats {
		if v.Seats[i].Kind == Engine {
			v.Seats[i].Spec = "" // a spec may contain a file path of the server
		}
	}
	for w := range m.offers {
		for i, o := range m.offers[w] {
			if o.stands {
				v.Offers = append(v.Offers, Offer{By: game.Side(i + 1), What: What(w), Count: o.count})
			}
		}
	}
	return v
}

// lineSeen returns the line as viewer may see it. In a game with hidden pieces, the view up to the
// previous move may be cached; lineSeen then only adds the last move to this view.
func (m *Match) lineSeen(viewer game.Side) *game.Line {
	if !m.Hidden() || viewer > game.Second {
		return m.line.View(viewer)
	}
	last := m.seen[viewer]
	switch {
	case last != nil && last.Ply() == m.Ply():
	case last != nil && last.Ply() == m.Ply()-1 && m.before != nil:
		m.seen[viewer] = m.line.ViewAfter(last, m.before, viewer)
	default:
		m.seen[viewer] = m.line.View(viewer)
	}
	return m.seen[viewer].Clone()
}

// Last returns the last move as viewer saw it, and the position before the move. It returns false
// if the last move is not known, for example after a takeback.
func (m *Match) Last(viewer game.Side) (game.Step, bool) {
	if m.before == nil {
		return game.Step{}, false
	}
	move := m.line.Move(m.Ply() - 1)
	return game.Step{Before: game.ViewOf(m.before, viewer), Move: game.SeenBy(m.before, move, viewer)}, true
}

func (m *Match) clocks() Clocks {
	c := Clocks{Control: m.terms.Clock, Extra: m.terms.Extra, FirstMove: m.terms.FirstMove, Running: m.clock.Running()}
	if c.Running != game.NoSide {
		c.Since = m.since
	}
	for i, s := range []game.Side{game.First, game.Second} {
		c.Left[i] = m.clock.Left(s, m.since)
		c.Main[i], c.Periods[i] = m.clock.Main(s, m.since)
	}
	c.Deadline, _ = m.Deadline()
	return c
}

func (m *Match) aborts() int {
	if m.terms.Rated && m.Hidden() {
		return 0
	}
	return 1
}

func (m *Match) undosLeft() (left [2]int) {
	for i := range left {
		left[i] = Unlimited
		if m.terms.Takebacks != Unlimited {
			left[i] = m.terms.Takebacks - m.taken[i]
		}
	}
	return left
}

// Notice is an event of a match as one viewer may see it.
type Notice struct {
	Seq   int
	Kind  Kind
	By    game.Side
	Side  game.Side
	What  What
	Count int
	At    time.Time
	Began time.Time
	Text  string // for a move: the code of the move as the viewer saw it
	Lag   time.Duration
	Gave  time.Duration
}

// Seen returns the events from number seq on, as viewer may see them. The last move is
// cached; for earlier moves of a game with hidden pieces the game is replayed.
func (m *Match) Seen(viewer game.Side, seq int) []Notice {
	seq = min(max(seq, 0), len(m.events))
	codes := m.codesSeen(viewer, seq)
	out := make([]Notice, 0, len(m.events)-seq)
	for i := seq; i < len(m.events); i++ {
		e := &m.events[i]
		n := Notice{
			Seq: i, Kind: e.Kind, By: e.By, Side: e.Side, What: e.What, Count: e.Count,
			At: e.At, Began: e.Began, Text: e.Text, Lag: e.Lag, Gave: e.Gave,
		}
		if e.Kind == Moved && codes != nil {
			n.Text, codes = codes[0], codes[1:]
		}
		out = append(out, n)
	}
	return out
}

// codesSeen lists the codes of the moves among the events from seq on, as the viewer saw the
// moves; nil if the game has no hidden information.
func (m *Match) codesSeen(viewer game.Side, seq int) []string {
	if !m.Hidden() {
		return nil
	}
	moves := 0
	for _, e := range m.events[seq:] {
		if e.Kind == Moved {
			moves++
		}
	}
	if moves == 0 {
		return nil
	}
	if last, ok := m.Last(viewer); ok && moves == 1 && m.events[len(m.events)-1].Kind == Moved {
		return []string{last.Before.Encode(last.Move)}
	}
	return m.replaySeen(viewer, seq)
}

func (m *Match) replaySeen(viewer game.Side, seq int) []string {
	s, err := fresh(m.rules, m.terms)
	codes := []string{}
	for i := range m.events {
		e := &m.events[i]
		if err == nil {
			err = s.admit(e)
		}
		if err != nil {
			panic("match: events that were accepted cannot be replayed: " + err.Error())
		}
		s.apply(m.terms, e)
		if e.Kind == Moved && i >= seq {
			codes = append(codes, seenCode(s.before, s.line.Move(s.line.Ply()-1), viewer))
		}
	}
	return codes
}

func seenCode(before game.Position, move game.Move, viewer game.Side) string {
	return game.ViewOf(before, viewer).Encode(game.SeenBy(before, move, viewer))
}
