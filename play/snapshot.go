package play

import (
	"sync"

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
	frames map[frameKey][]byte
}

type frameKey struct {
	side game.Side
	from int
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
	if s.views[side] == nil {
		v := s.m.View(side)
		v.Line.Outcome() // from now on reading it changes nothing
		s.views[side] = &v
	}
	return *s.views[side]
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

func (s *Snapshot) hidden() bool {
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

// Frame returns what build makes of the snapshot for a side that knows it up
// to event from, and keeps it: connections that need the same share it. The
// bytes may not be changed. build may ask the snapshot.
func (s *Snapshot) Frame(side game.Side, from int, build func() []byte) []byte {
	key := frameKey{side, from}
	s.mu.Lock()
	frame, ok := s.frames[key]
	s.mu.Unlock()
	if ok {
		return frame
	}
	frame = build()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.frames == nil {
		s.frames = map[frameKey][]byte{}
	}
	if len(s.frames) < maxFrames {
		s.frames[key] = frame
	}
	return frame
}
