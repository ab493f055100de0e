package play

import (
	"sync"
	"sync/atomic"

	"kydai/game"
	"kydai/match"
)

// maxFrames is how many frames a snapshot keeps. Connections that keep up need
// one for each kind of viewer; those that come back need others.
const maxFrames = 32

// Snapshot is a match at one moment. It never changes and is safe for
// concurrent use.
type Snapshot struct {
	ID   string
	Seq  int // events so far
	Ply  int
	Over bool

	mu     sync.Mutex // a match is not safe for concurrent use, not even to look at
	m      *match.Match
	deal   *deal // nil: nobody can check it
	views  [3]*match.View
	frames []frame
	board  atomic.Pointer[board] // nil: not asked for yet
}

// FrameKey says for whom a frame is: for a side that knows the first From
// events.
type FrameKey struct {
	Side     game.Side
	From     int
	Premoves bool // it wants to know what it can prepare
}

func newSnapshot(id string, m *match.Match) *Snapshot {
	return &Snapshot{ID: id, Seq: m.Seq(), Ply: m.Ply(), Over: m.Over(), m: m}
}

// clone is a match to try a command on.
func (s *Snapshot) clone() *match.Match {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m.Clone()
}

// View is the match as a side may know it; NoSide is a spectator. All who ask
// share it, so it may be read and not changed; Clone its line to play on.
func (s *Snapshot) View(side game.Side) match.View {
	s.mu.Lock()
	defer s.mu.Unlock()
	if side > game.Second {
		side = game.NoSide
	}
	of := side
	if !s.m.Hidden() {
		of = game.NoSide // one view serves all
	}
	if s.views[of] == nil {
		v := s.m.View(of)
		v.Line.Outcome() // from now on reading it changes nothing
		s.views[of] = &v
	}
	v := *s.views[of]
	v.Viewer = side
	return v
}

// Notices are the events from number seq on as a side may know them.
func (s *Snapshot) Notices(side game.Side, seq int) []match.Notice {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m.Seen(side, seq)
}

// Truth is the game as it was, the secret included, once it is over.
func (s *Snapshot) Truth() (*game.Line, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m.Truth()
}

// Side is the side from which a player sees the match: his own; the side to
// move for somebody who has both; NoSide for all others.
func (s *Snapshot) Side(player string) game.Side {
	terms := s.m.Terms()
	return sideOf(&terms, player, s.m.Turn())
}

// ticksFor reports whether a player's time passes.
func (s *Snapshot) ticksFor(player string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	terms, turn := s.m.Terms(), s.m.Turn()
	_, limited := s.m.Deadline()
	return limited && has(&terms, player, turn)
}

// Plays reports whether a player has the seat of a side.
func (s *Snapshot) Plays(player string, side game.Side) bool {
	terms := s.m.Terms()
	return has(&terms, player, side)
}

// Claim is the draw that the side to move could claim, as that side sees the
// game; zero if there is none.
func (s *Snapshot) Claim() game.Outcome {
	s.mu.Lock()
	turn := s.m.Turn()
	s.mu.Unlock()
	if turn == game.NoSide {
		return game.Outcome{}
	}
	return game.ClaimOf(s.View(turn).Line)
}

// board is what stays the same through a match of how squares are named.
type board struct {
	width    int
	rankZero bool
}

// Board is the width of the board, 0 if there is none to show, and whether
// ranks are counted from 0.
func (s *Snapshot) Board() (width int, rankZero bool) {
	b := s.board.Load()
	if b == nil {
		line := s.View(game.NoSide).Line
		info := line.Rules().Info()
		b = &board{info.Width, info.RankZero}
		if g, ok := game.GridOf(line.Position()); ok {
			b.width = g.Width
		}
		s.board.Store(b)
	}
	return b.width, b.rankZero
}

// last is the last move as a side saw it; false if it is not at hand.
func (s *Snapshot) last(side game.Side) (game.Step, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m.Last(side)
}

// Hidden reports whether viewers see different things. Where it is false their
// views differ in nothing but Viewer.
func (s *Snapshot) Hidden() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.m.Hidden()
}

func has(t *match.Terms, player string, side game.Side) bool {
	return player != "" && (side == game.First || side == game.Second) && t.Seat(side).Player == player
}

// sideOf is the side of a player; turn for one who has both.
func sideOf(t *match.Terms, player string, turn game.Side) game.Side {
	first, second := has(t, player, game.First), has(t, player, game.Second)
	switch {
	case first && second && turn != game.NoSide:
		return turn
	case first:
		return game.First
	case second:
		return game.Second
	}
	return game.NoSide
}

type frame struct {
	key  FrameKey
	data []byte
}

// Frame returns what build makes of the snapshot, and keeps it: connections
// that need the same share it. The bytes may not be changed. build may ask the
// snapshot.
func (s *Snapshot) Frame(key FrameKey, build func() []byte) []byte {
	if data := s.frame(key); data != nil {
		return data
	}
	data := build()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.frames) < maxFrames {
		s.frames = append(s.frames, frame{key, data})
	}
	return data
}

// frame is one that was kept, or nil.
func (s *Snapshot) frame(key FrameKey) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.frames {
		if s.frames[i].key == key {
			return s.frames[i].data
		}
	}
	return nil
}
