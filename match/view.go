package match

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// View is a match as one viewer may know it. It is no way into the match.
type View struct {
	Viewer game.Side // NoSide: a spectator
	Game   string
	Seq    int // events so far
	Ply    int
	Turn   game.Side // NoSide once the match is over
	Line   *game.Line
	Timing Timings // of the moves after the opening, in order
	Seats  [2]Seat
	Rated  bool
	Clock  Clocks
	Offers []Offer
	Undos  [2]int // moves each side may still take back, or Unlimited
	Redo   int    // plies that were taken back and can be played again
	Paused bool

	Outcome game.Outcome // zero while the match goes on
	EndedBy game.Side    // who resigned, claimed, accepted, or was out of time
	Next    string       // the match that is the rematch
}

// Timing is what a move took.
type Timing struct {
	Spent time.Duration // charged to the mover, but for a first move without a clock
	Left  time.Duration // of the mover, after the move
	Lag   time.Duration // that the server measured
	Gave  time.Duration // of it, given back
}

// Timings are what moves took. They cannot be changed.
type Timings struct{ list []Timing }

// Len is how many there are.
func (t Timings) Len() int { return len(t.list) }

// At is that of the i-th move, counted from 0.
func (t Timings) At(i int) Timing { return t.list[i] }

// Clocks are the clocks as of Since: the running side's falls from then on.
type Clocks struct {
	Control  clock.Control
	Extra    [2]time.Duration // what each side began with besides
	Running  game.Side
	Since    time.Time
	Left     [2]time.Duration // until the flag falls
	Main     [2]time.Duration // of it, before byo-yomi
	Periods  [2]int
	Deadline time.Time // of the side to move, also for a first move; zero if there is none
}

// Offer is something that a side has offered and that awaits an answer.
type Offer struct {
	By   game.Side
	What What
	N    int // of a takeback: own moves
}

// View is the match as viewer may know it; NoSide is a spectator. Views of
// two matches that look alike to the viewer are alike.
func (m *Match) View(viewer game.Side) View {
	v := View{
		Viewer: viewer, Game: m.terms.Game, Seq: m.Seq(), Ply: m.Ply(), Turn: m.Turn(),
		Line: m.lineSeen(viewer), Timing: Timings{m.timing}, Seats: m.terms.Seats, Rated: m.terms.Rated, Clock: m.clocks(),
		Undos: m.undosLeft(), Redo: m.line.Undone(), Paused: m.isPaused(),
		Outcome: m.out, EndedBy: m.endedBy, Next: m.next,
	}
	for i := range v.Seats {
		if v.Seats[i].Kind == Engine {
			v.Seats[i].Spec = "" // it may hold a path of the machine it runs on
		}
	}
	for w := range m.offers {
		for i, o := range m.offers[w] {
			if o.stands {
				v.Offers = append(v.Offers, Offer{By: game.Side(i + 1), What: What(w), N: o.n})
			}
		}
	}
	return v
}

// lineSeen is the line as viewer may know it. Where something is hidden it goes
// on from the view of the move before, if that was asked for.
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

// Last is the last move as viewer saw it played, and the position before; false
// if it is not at hand, as after a takeback.
func (m *Match) Last(viewer game.Side) (game.Step, bool) {
	if m.before == nil {
		return game.Step{}, false
	}
	move := m.line.Move(m.Ply() - 1)
	return game.Step{Before: game.ViewOf(m.before, viewer), Move: game.SeenBy(m.before, move, viewer)}, true
}

func (m *Match) clocks() Clocks {
	c := Clocks{Control: m.terms.Clock, Extra: m.terms.Extra, Running: m.clock.Running()}
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

func (m *Match) undosLeft() (left [2]int) {
	for i := range left {
		left[i] = Unlimited
		if m.terms.Takebacks != Unlimited {
			left[i] = m.terms.Takebacks - m.taken[i]
		}
	}
	return left
}

// Notice is an event as one viewer may know it.
type Notice struct {
	Seq   int
	Kind  Kind
	By    game.Side
	Side  game.Side
	What  What
	N     int
	At    time.Time
	Began time.Time
	Text  string // the code of a move is as the viewer saw it
	Lag   time.Duration
	Gave  time.Duration
}

// Seen returns the events from number seq on as viewer may know them. The last
// move is at hand; for earlier ones a hidden game is played through again.
func (m *Match) Seen(viewer game.Side, seq int) []Notice {
	seq = min(max(seq, 0), len(m.events))
	codes := m.codesSeen(viewer, seq)
	out := make([]Notice, 0, len(m.events)-seq)
	for i := seq; i < len(m.events); i++ {
		e := &m.events[i]
		n := Notice{
			Seq: i, Kind: e.Kind, By: e.By, Side: e.Side, What: e.What, N: e.N,
			At: e.At, Began: e.Began, Text: e.Text, Lag: e.Lag, Gave: e.Gave,
		}
		if e.Kind == Moved && codes != nil {
			n.Text, codes = codes[0], codes[1:]
		}
		out = append(out, n)
	}
	return out
}

// codesSeen lists the codes of the moves among the events from seq on as the
// viewer saw them; nil where nothing is hidden.
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
	s, err := fresh(m.rules, &m.terms)
	codes := []string{}
	for i := range m.events {
		e := &m.events[i]
		if err == nil {
			err = s.admit(e)
		}
		if err != nil {
			panic("match: events that were accepted cannot be replayed: " + err.Error())
		}
		s.apply(&m.terms, e)
		if e.Kind == Moved && i >= seq {
			codes = append(codes, seenCode(s.before, s.line.Move(s.line.Ply()-1), viewer))
		}
	}
	return codes
}

func seenCode(before game.Position, move game.Move, viewer game.Side) string {
	return game.ViewOf(before, viewer).Encode(game.SeenBy(before, move, viewer))
}
