package play

import (
	"sync"
	"sync/atomic"
	"time"

	"kydai/game"
	"kydai/match"
)

// maxFrames is the maximum number of cached frames (encoded states for clients) per snapshot.
// Connections that are up to date need one frame per kind of viewer. Reconnecting clients need
// other frames.
const maxFrames = 32

// Snapshot is an immutable state of a match. It is safe for concurrent use.
type Snapshot struct {
	ID   string
	Seq  int // number of events so far
	Ply  int
	Over bool

	began  time.Time  // time at which the last event was stored
	mu     sync.Mutex // protects match, which is not safe for concurrent use, even for reading
	match  *match.Match
	deal   *deal // nil if the deal cannot be verified
	sealed bool  // another match with the same deal is not over, so only the players may see this match
	views  [3]*match.View
	frames []frame
	board  atomic.Pointer[board] // nil until first used
	veiled atomic.Pointer[bool]  // nil until first used
}

// FrameKey identifies a frame, which is the encoded state for a client. Viewers of one side that
// already have the first From events share a frame.
type FrameKey struct {
	Side game.Side
	From int
	Form FrameForm
}

// FrameForm describes the content that a client requested.
type FrameForm struct {
	Premoves bool // include the possible premoves
	Brief    bool // omit what a client that knows the rules can compute: board and legal moves
}

func newSnapshot(id string, m *match.Match) *Snapshot {
	return &Snapshot{ID: id, Seq: m.Seq(), Ply: m.Ply(), Over: m.Over(), began: m.Began(), match: m}
}

// clone returns a copy of the match. The caller may apply a command to the copy.
func (s *Snapshot) clone() *match.Match {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.match.Clone()
}

// Began returns when the last event of the state was stored; zero for a match without events.
func (s *Snapshot) Began() time.Time { return s.began }

// job returns the pending turn of an engine. ok is false if no engine is to move.
func (s *Snapshot) job() (match.Job, bool) { return s.match.Job() }

// machines reports whether engines have both seats.
func (s *Snapshot) machines() bool { return s.match.Machines() }

// View returns the match as a side may see it; NoSide means a spectator. The view is shared:
// callers must not change it and must Clone its line before they play moves on it.
func (s *Snapshot) View(side game.Side) match.View {
	s.mu.Lock()
	defer s.mu.Unlock()
	if side > game.Second {
		side = game.NoSide
	}
	of := side
	if !s.match.Hidden() {
		of = game.NoSide // without hidden information all viewers share one view
	}
	if s.views[of] == nil {
		v := s.match.View(of)
		v.Line.Outcome() // caches the outcome now, so that concurrent readers do not write it
		s.views[of] = &v
	}
	v := *s.views[of]
	v.Viewer = side
	return v
}

// Notices returns the events from number seq on as a side may see them.
func (s *Snapshot) Notices(side game.Side, seq int) []match.Notice {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.match.Seen(side, seq)
}

// Truth returns the complete game, including the secret. It returns an error while the match is in
// progress or sealed.
func (s *Snapshot) Truth() (*game.Line, error) {
	if s.waits() {
		return nil, errSealed
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.match.Truth()
}

// Side returns the side from which a player sees the match: the player's own side, the
// side to move for a player with both seats, and NoSide for others.
func (s *Snapshot) Side(player string) game.Side {
	return sideOf(s.match.Players(), player, s.match.Turn())
}

// SeatOf returns the id under which a player has a seat: the player's own id, or that of
// a guest that belongs to the player. Without a seat it returns the player's own id.
func (s *Snapshot) SeatOf(by Player) string {
	if len(by.Also) == 0 || s.Side(by.ID) != game.NoSide {
		return by.ID
	}
	for _, id := range by.Also {
		if s.Side(id) != game.NoSide {
			return id
		}
	}
	return by.ID
}

// ticksFor reports whether a player is to move under a time limit.
func (s *Snapshot) ticksFor(player string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, limited := s.match.Deadline()
	return limited && has(s.match.Players(), player, s.match.Turn())
}

// leavable returns the players of a match. The result ok says whether a player may claim the match
// after the opponent has left.
func (s *Snapshot) leavable() (players [2]string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.match.MayLeave() {
		return players, false
	}
	return s.match.Players(), true
}

// moves returns the number of moves of each side.
func (s *Snapshot) moves() [2]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.match.Moves()
}

// clockOf returns the time left on a side's clock. ok is false if the side has no clock.
func (s *Snapshot) clockOf(side game.Side, now time.Time) (time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.match.LeftOf(side, now)
}

// playerOf returns the id of a side's player.
func (s *Snapshot) playerOf(side game.Side) string {
	terms := s.match.Terms()
	return terms.Seat(side).Player
}

// Plays reports whether a player has the seat of a side.
func (s *Snapshot) Plays(player string, side game.Side) bool {
	return has(s.match.Players(), player, side)
}

// Claim returns the draw that the side to move may claim. It considers only what this side can see.
// It returns the zero Outcome if no draw may be claimed.
func (s *Snapshot) Claim() game.Outcome {
	s.mu.Lock()
	turn := s.match.Turn()
	s.mu.Unlock()
	if turn == game.NoSide {
		return game.Outcome{}
	}
	return game.ClaimOf(s.View(turn).Line)
}

// board holds the width of a match's board and the numbering of its ranks. It does not change
// during a match.
type board struct {
	width    int
	rankZero bool
}

// Board returns the width of the board (0 for a game without a board) and whether ranks are
// numbered from 0.
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

// last returns the last move as a side saw it. ok is false before the first move.
func (s *Snapshot) last(side game.Side) (game.Step, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.match.Last(side)
}

// Hidden reports whether two viewers may see different things. If it returns false, the views of
// all viewers differ only in the field Viewer.
func (s *Snapshot) Hidden() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.match.Hidden()
}

// Veiled reports whether a match is rated, has hidden pieces and is not over. Spectators see such a
// match with a delay, and its players may not write texts.
func (s *Snapshot) Veiled() bool {
	if s.Over {
		return false
	}
	known := s.veiled.Load()
	if known == nil { // cache the value, because every spectator's connection needs it
		v := s.View(game.NoSide)
		_, hidden := v.Line.Position().(game.Hidden)
		veiled := v.Rated && hidden
		known = &veiled
		s.veiled.Store(known)
	}
	return *known
}

func has(players [2]string, player string, side game.Side) bool {
	return player != "" && (side == game.First || side == game.Second) && players[side.Index()] == player
}

// sideOf returns the side of a player. For a player with both seats it returns turn, the side to
// move. For any other player it returns NoSide.
func sideOf(players [2]string, player string, turn game.Side) game.Side {
	first, second := has(players, player, game.First), has(players, player, game.Second)
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

// Frame returns the cached frame (the encoded state for a client) for a key. If the frame is not
// cached, Frame calls build and caches the result. Connections share the bytes, so callers must not
// change them. build may call methods of the snapshot.
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

// frame returns a cached frame, or nil.
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

// NewSnapshot creates a snapshot of the current state of a match.
func NewSnapshot(id string, m *match.Match) *Snapshot { return newSnapshot(id, m.Clone()) }
