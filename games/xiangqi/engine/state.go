package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

// State is the search state of a game of xiangqi. It implements search.State and several of its
// optional abilities.
type State struct {
	board *xiangqi.Board
	law   *xiangqi.Law
	eval  Evaluator
	past  []moment // positions since the last capture of the game, including those of the search
	root  int      // index in past of the position where the search started
}

// moment holds the data of one position in the history of a search.
type moment struct {
	key   uint64
	quiet int16  // plies that count for the move limit; after many checks, further checks do not count
	since int16  // index in past of the position after the last capture or null move
	check answer // cached result of InCheck
}

// answer is a cached yes or no, or unknown if it has not been computed.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

var _ search.Passer = (*State)(nil)

// Past holds the data about an earlier position that a State needs.
type Past struct {
	Key   uint64
	Check bool
}

// NewState creates a state from a board. The parameter quiet is the number of plies that count for
// the move limit. The parameter past lists the positions since the last capture, oldest first. The
// moves after the first of these positions must have been played on the board.
func NewState(b *xiangqi.Board, law *xiangqi.Law, quiet int, past []Past, eval Evaluator) *State {
	s := &State{board: b, law: law, eval: eval, root: len(past)}
	s.past = make([]moment, 0, len(past)+search.MaxPly+8)
	for _, p := range past {
		m := moment{key: p.Key, check: no}
		if p.Check {
			m.check = yes
		}
		s.past = append(s.past, m)
	}
	s.past = append(s.past, moment{key: b.Key(), quiet: int16(quiet)})
	s.eval.Reset(b)
	return s
}

func (s *State) now() *moment { return &s.past[len(s.past)-1] }

// Moves appends the legal moves to buf[:0].
func (s *State) Moves(buf []game.Move) []game.Move { return s.board.Legal(buf) }

// Noisy appends the legal captures to buf[:0].
func (s *State) Noisy(buf []game.Move) []game.Move { return s.board.Noisy(buf) }

// Quiets appends the legal moves that capture nothing to buf.
func (s *State) Quiets(buf []game.Move) []game.Move { return s.board.Quiets(buf) }

// Do plays a move. It always returns true, because Moves and Noisy list only legal moves.
func (s *State) Do(m game.Move) bool {
	s.eval.Push(s.board, m)
	s.board.Do(m)
	next := moment{key: s.board.Key(), since: s.now().since}
	if m.Taken() == 0 {
		next.quiet = s.now().quiet + 1
	} else {
		next.since = int16(len(s.past))
	}
	s.past = append(s.past, next)
	return true
}

// Undo takes back the last move.
func (s *State) Undo() {
	s.board.Undo()
	s.eval.Pop()
	s.past = s.past[:len(s.past)-1]
}

// DoPass passes the turn. It returns false if the side to move is in check or has few pieces: a
// side that cannot move loses, so having to move can be a disadvantage (zugzwang).
func (s *State) DoPass() bool {
	if s.InCheck() {
		return false
	}
	b, us := s.board, s.board.Turn().Index()
	if b.Men(us, xiangqi.Rook).Or(b.Men(us, xiangqi.Horse)).Or(b.Men(us, xiangqi.Cannon)).Empty() {
		return false
	}
	next := moment{since: int16(len(s.past)), quiet: s.now().quiet + 1, check: no}
	b.DoPass()
	next.key = b.Key()
	s.past = append(s.past, next)
	return true
}

// UndoPass takes back the last pass.
func (s *State) UndoPass() {
	s.board.Undo()
	s.past = s.past[:len(s.past)-1]
}

// Key returns the key of the board.
func (s *State) Key() uint64 { return s.now().key }

// InCheck reports whether the general of the side to move is attacked. It caches the result.
func (s *State) InCheck() bool {
	now := s.now()
	if now.check == unknown {
		now.check = no
		if s.board.InCheck() {
			now.check = yes
		}
	}
	return now.check == yes
}

// Numbers of plies without a capture: the value decreases from fadeFrom on, would reach zero at
// fadeWhole, and the game is drawn at moveLimit.
const (
	fadeFrom  = 30
	fadeWhole = 240
	moveLimit = 120
)

// Eval returns the evaluator's value, reduced after many plies without a capture.
func (s *State) Eval() int {
	v := s.eval.Value(s.board)
	if q := int(s.now().quiet); q > fadeFrom {
		v = v * (fadeWhole - min(q, moveLimit)) / (fadeWhole - fadeFrom)
	}
	return v
}

// Verdict detects draws by material and by the move limit. If a position occurred before in the
// search, or twice in the game, Verdict judges the moves between the occurrences.
func (s *State) Verdict(int) (score int, over bool) {
	now := len(s.past) - 1
	m := &s.past[now]
	if m.quiet >= moveLimit && (!s.InCheck() || s.board.Count() > 0) {
		return 0, true
	}
	if s.board.Dead() && s.board.Count() > 0 {
		return 0, true
	}
	seen := false
	for i := now - 4; i >= int(m.since); i -= 2 {
		if s.past[i].key != m.key {
			continue
		}
		if i >= s.root || seen {
			return s.judge(i, now), true
		}
		seen = true
	}
	return 0, false
}

// judge returns the score of a repetition for the side to move. Both parameters are indexes in
// s.past: the parameter first is the index of the first position of the repetition, and the
// parameter now is the index of the present position. The positions after the first one show which
// moves gave check.
func (s *State) judge(first, now int) int {
	s.InCheck()
	checked := func(back int) bool { return s.past[now-back].check == yes }
	return search.RepetitionScore(s.law.Against(s.board, now-first, checked), s.board.Turn())
}

// Stuck returns a loss for the side to move, because a side without legal moves loses, whether or
// not it is in check.
func (s *State) Stuck(ply int) int { return search.Lost(ply) }
