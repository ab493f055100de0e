package match

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
)

// state is the part of a match that is derived from the terms and the events.
type state struct {
	line   *game.Line
	base   int           // number of opening plies, which cannot be taken back
	before game.Position // position before the last move
	turns  int           // number of changes of the position: moves, takebacks and redos
	movers []game.Side   // the side that made each move after the opening
	timing []Timing      // time data of each move after the opening
	tails  [2]game.Tail  // how much of the arrays behind movers and timing is in use; copies of the match share them
	seen   [3]*game.Line // cached view of the line for each viewer, up to the last move or an earlier move; immutable

	clock  clock.Clock
	since  time.Time     // when the current turn started; after a pause, when it continued
	used   time.Duration // time used in this turn before the time since
	quota  [2]time.Duration
	paused time.Time // start of the pause; zero if the game is not paused
	last   time.Time // time of the last event

	moved   [2]int // moves made by each side, including those taken back
	taken   [2]int // moves taken back by each side
	offers  [whats][2]offer
	talk    int // number of events other than moves
	out     game.Outcome
	endedBy game.Side
	next    string
}

// addStep records the mover and the timing of one move on the board.
func (s *state) addStep(mover game.Side, cost Timing) {
	s.movers = game.Append(s.movers, &s.tails[0], mover)
	s.timing = game.Append(s.timing, &s.tails[1], cost)
}

// offer is the state of one side's offers of one kind.
type offer struct {
	stands bool
	count  int // number of moves for a takeback
	times  int // number of offers since the last acceptance
	moves  int // number of moves of both sides when the last offer was made
}

func fresh(r game.Rules, t *Terms) (state, error) {
	if _, deals := r.(game.Dealer); deals == t.Setup.Secret.Empty() {
		return state{}, badTerms("a deal is needed in games with hidden pieces, and only there")
	}
	line, err := game.NewLine(r, t.Setup)
	if err != nil {
		return state{}, err
	}
	for _, code := range t.Opening {
		if err := line.Play(code); err != nil {
			return state{}, err
		}
	}
	if line.Outcome().Over() {
		return state{}, badTerms("the game is already over at its start position")
	}
	start := startQuota(t.Clock)
	return state{line: line, base: line.Ply(), clock: t.clock(), quota: [2]time.Duration{start, start}}, nil
}

func (s *state) isPaused() bool { return !s.paused.IsZero() }

func (s *state) movedInAll() int { return s.moved[0] + s.moved[1] }

// bothMoved reports whether each side has made a move.
func (s *state) bothMoved() bool { return s.moved[0] > 0 && s.moved[1] > 0 }

// clockRuns reports whether the clock of a side runs while the side is to move. If the terms have
// a time limit for first moves, the clock does not run before the side's first move.
func (s *state) clockRuns(t *Terms, side game.Side) bool {
	return t.FirstMove == 0 || s.moved[side.Index()] > 0
}

// admit returns an error if an event is not allowed next. If the event is a move, admit plays its
// code on the line and sets the side that moved; apply updates all other parts of the state.
func (s *state) admit(e *Event) error {
	if back, err := Decode(e.Encode()); err != nil || !e.sameAs(back) {
		return badEvent("it has a field that events of its kind do not have")
	}
	switch {
	case (e.Kind == Started) != s.last.IsZero():
		return badEvent("a match can start only once")
	case e.Kind == Started:
		return nil
	case s.out.Over():
		return s.admitAfter(e)
	case s.line.Outcome().Over() && e.Kind != Ended:
		return badEvent("the game has ended by its rules")
	}
	ok := false
	switch e.Kind {
	case Moved:
		if s.isPaused() {
			return badEvent("no move can be played during a pause")
		}
		return s.admitMove(e)
	case Offered:
		ok = isSide(e.By) && e.What != Rematch && (e.What == Draw || (e.What == Resume) == s.isPaused())
	case Declined:
		ok = isSide(e.By) && s.offers[e.What][e.By.Other().Index()].stands
	case Withdrawn:
		ok = isSide(e.By) && s.offers[e.What][e.By.Index()].stands
	case Undone:
		ok = isSide(e.By) && e.Count <= len(s.timing) && !s.isPaused()
	case Redone:
		ok = isSide(e.By) && e.Count <= s.line.Undone() && !s.isPaused()
	case Paused, Resumed:
		ok = (e.Kind == Resumed) == s.isPaused()
	case Given:
		ok = isSide(e.Side)
	case Ended:
		ok = true
	case Started, Rematched:
	}
	if !ok {
		return badEvent("it is not possible in this state")
	}
	return nil
}

func (s *state) admitAfter(e *Event) error {
	ok := isSide(e.By) && s.next == ""
	switch e.Kind {
	case Offered:
		ok = ok && e.What == Rematch
	case Declined:
		ok = ok && s.offers[e.What][e.By.Other().Index()].stands
	case Withdrawn:
		ok = ok && s.offers[e.What][e.By.Index()].stands
	case Rematched:
	default:
		ok = false
	}
	if !ok {
		return badEvent("the match is over")
	}
	return nil
}

// admitMove plays the complete code of a move on the line.
func (s *state) admitMove(e *Event) error {
	before := s.line.Position()
	if err := s.line.Replay(e.Text); err != nil {
		return err
	}
	s.before, e.By = before, before.Turn()
	if done := before.Encode(s.line.Move(s.line.Ply() - 1)); done != e.Text {
		return badEvent("a move is not complete")
	}
	return nil
}
