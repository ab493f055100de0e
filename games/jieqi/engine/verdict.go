package engine

import (
	"kydai/games/xiangqi"
	"kydai/search"
)

// DoPass passes the turn. It returns false if the side to move is in check or has few pieces: with
// few pieces, having to move can be a disadvantage (zugzwang), because a side without a legal move
// loses.
func (s *State) DoPass() bool {
	if s.InCheck() {
		return false
	}
	b, us := s.board, s.board.Turn().Index()
	if b.Men(us, xiangqi.Rook).Or(b.Men(us, xiangqi.Horse)).Or(b.Men(us, xiangqi.Cannon)).Empty() {
		return false
	}
	next := *s.now()
	next.since, next.check, next.by = int16(len(s.past)), no, 0
	next.quiet++
	before := b.Key()
	b.DoPass()
	next.key ^= before ^ b.Key()
	s.past = append(s.past, next)
	return true
}

// UndoPass takes back the last pass.
func (s *State) UndoPass() {
	s.board.Undo()
	s.past = s.past[:len(s.past)-1]
}

// InCheck reports whether the general of the side to move is attacked. While the kind of the last
// turned-up piece is not set (see Open), it returns false.
func (s *State) InCheck() bool {
	if s.Open() {
		return false
	}
	now := s.now()
	if now.check == unknown {
		now.check = no
		if s.board.InCheck() {
			now.check = yes
		}
	}
	return now.check == yes
}

// Verdict detects draws between bare generals and draws by the move limit. If a position occurred
// before in the search, or twice in the game, Verdict judges the moves between the occurrences.
func (s *State) Verdict(int) (score int, over bool) {
	now := len(s.past) - 1
	m := &s.past[now]
	if m.quiet >= s.limit {
		return 0, s.board.Count() > 0
	}
	if m.quiet == 0 {
		return 0, s.board.All().Size() == 2
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
