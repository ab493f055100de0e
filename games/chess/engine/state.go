package engine

import (
	"kydai/game"
	"kydai/games/chess"
	"kydai/search"
)

// State is the search state of a game of chess. It implements search.State and several of its
// optional abilities.
type State struct {
	board  chess.Board
	eval   Evaluator
	keys   []uint64 // position keys since the last irreversible move of the game, including those of the search
	root   int      // index in keys of the position where the search started
	since  int      // index in keys of the position after the last null move
	frames []frame
	check  uint8 // cached result of InCheck
}

// Values of State.check.
const (
	checkUnknown = iota
	checkNone
	checkGiven
)

// frame holds what Undo needs to take back one move.
type frame struct {
	was   chess.Undo
	move  game.Move
	since int
	check uint8
}

var (
	_ search.Passer    = (*State)(nil)
	_ search.Prover    = (*State)(nil)
	_ search.Stager    = (*State)(nil)
	_ search.Exchanger = (*State)(nil)
	_ search.Gainer    = (*State)(nil)
	_ search.Shaper    = (*State)(nil)
)

// NewState creates a state from a board. keys are the keys of earlier positions that may still
// be repeated, oldest first.
func NewState(b chess.Board, keys []uint64, eval Evaluator) *State {
	s := &State{board: b, eval: eval, root: len(keys), frames: make([]frame, 0, search.MaxPly+8)}
	s.keys = make([]uint64, len(keys)+1, len(keys)+search.MaxPly+8)
	copy(s.keys, keys)
	s.keys[s.root] = b.Key()
	s.eval.Reset(&s.board)
	return s
}

// Moves appends the legal moves to buf[:0].
func (s *State) Moves(buf []game.Move) []game.Move { return s.board.Legal(buf) }

// Noisy appends the legal captures and the promotions to a queen to buf[:0].
func (s *State) Noisy(buf []game.Move) []game.Move {
	b := &s.board
	ms := b.Noisy(buf)
	if us := b.Turn() & 1; b.Set(us, chess.Pawn)&seventh[us] == 0 {
		return ms
	}
	kept := ms[:0]
	for _, m := range ms {
		if arg := m.Arg(); arg < chess.ToKnight || arg > chess.ToRook {
			kept = append(kept, m)
		}
	}
	return kept
}

// Quiets appends the legal moves that Noisy leaves out to buf.
func (s *State) Quiets(buf []game.Move) []game.Move {
	b := &s.board
	us := b.Turn() & 1
	pawns := b.Set(us, chess.Pawn)
	from := len(buf)
	switch {
	case pawns&(fifth[us]|seventh[us]) == 0:
		return b.Quiets(buf) // contains no promotions and no en passant captures in this position
	case pawns&seventh[us] == 0:
		buf = b.Quiets(buf)
	default:
		buf = b.Legal(buf) // includes captures that promote to less than a queen, which Noisy leaves out
	}
	kept := buf[:from]
	for _, m := range buf[from:] {
		arg := m.Arg()
		if arg >= chess.ToKnight && arg <= chess.ToRook || m.Taken() == 0 && arg != chess.ToQueen {
			kept = append(kept, m)
		}
	}
	return kept
}

// Ranks from which a side's pawns capture en passant (fifth) and promote (seventh).
var (
	fifth   = [2]uint64{rank1 << 32, rank1 << 24}
	seventh = [2]uint64{rank1 << 48, rank1 << 8}
)

// Do plays a move. It always returns true, because Moves and Noisy list only legal moves.
func (s *State) Do(m game.Move) bool {
	s.eval.Push(&s.board, m)
	s.frames = append(s.frames, frame{was: s.board.Do(m), move: m, since: s.since, check: s.check})
	s.check = checkUnknown
	s.keys = append(s.keys, s.board.Key())
	return true
}

// Undo takes back the last move.
func (s *State) Undo() {
	f := &s.frames[len(s.frames)-1]
	s.board.Undo(f.move, f.was)
	s.eval.Pop()
	s.check = f.check
	s.frames = s.frames[:len(s.frames)-1]
	s.keys = s.keys[:len(s.keys)-1]
}

// DoPass passes the turn. It returns false if the side to move is in check, or if it has only king
// and pawns, because zugzwang is then likely.
func (s *State) DoPass() bool {
	b := &s.board
	us := b.Turn()
	if b.Side(us) == b.Set(us, chess.King)|b.Set(us, chess.Pawn) || s.InCheck() {
		return false
	}
	s.frames = append(s.frames, frame{was: b.DoPass(), since: s.since, check: s.check})
	s.check = checkNone
	s.since = len(s.keys)
	s.keys = append(s.keys, b.Key())
	return true
}

// UndoPass takes back the last pass.
func (s *State) UndoPass() {
	f := &s.frames[len(s.frames)-1]
	s.board.UndoPass(f.was)
	s.since, s.check = f.since, f.check
	s.frames = s.frames[:len(s.frames)-1]
	s.keys = s.keys[:len(s.keys)-1]
}

// Key returns the key of the board.
func (s *State) Key() uint64 { return s.board.Key() }

// InCheck reports whether the king of the side to move is attacked.
func (s *State) InCheck() bool {
	if s.check == checkUnknown {
		s.check = checkNone
		if s.board.InCheck() {
			s.check = checkGiven
		}
	}
	return s.check == checkGiven
}

// Eval returns the evaluator's value for the side to move.
func (s *State) Eval() int { return s.eval.Value(&s.board) }

// Verdict detects draws: insufficient material, the fifty-move rule, and a position that occurred
// once before in the search or twice in the game.
func (s *State) Verdict(int) (score int, over bool) {
	b := &s.board
	quiet := b.Quiet()
	if quiet >= 100 && (!s.InCheck() || b.Count() > 0) {
		return 0, true
	}
	if b.Kinds(chess.Rook)|b.Kinds(chess.Queen) == 0 && b.Dead() {
		return 0, true
	}
	if quiet < 4 {
		return 0, false
	}
	now := len(s.keys) - 1
	key, oldest := s.keys[now], max(now-quiet, s.since)
	seen := false
	for i := now - 4; i >= oldest; i -= 2 {
		if s.keys[i] != key {
			continue
		}
		if i >= s.root || seen {
			return 0, true
		}
		seen = true
	}
	return 0, false
}

// Stuck returns the score of a position without legal moves: mate or stalemate.
func (s *State) Stuck(ply int) int {
	if s.InCheck() {
		return search.Lost(ply)
	}
	return 0
}
