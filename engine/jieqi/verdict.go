package jieqi

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

// DoPass passes, unless the side to move is in check or has little left to
// move with: who cannot move loses.
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

// UndoPass takes back the pass.
func (s *State) UndoPass() { s.Undo() }

// InCheck reports whether the general is attacked. Of an open position it
// knows nothing.
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

// outlawed is the score of the side that repeats what the law forbids. It is
// no mate: the other side only wins if it goes on, and another way to the
// position may allow it.
const outlawed = -(search.MateIn - 500)

// Verdict knows the draws between bare generals and by the move limit, and
// rules on a position that came before in the search or twice before in the
// line, by what the moves in between did.
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

// judge rules on a repetition for the side to move: the positions after first
// show which moves gave check.
func (s *State) judge(first, now int) int {
	s.InCheck()
	checked := func(back int) bool { return s.past[now-back].check == yes }
	switch s.law.Against(s.board, now-first, checked) {
	case game.NoSide:
		return 0
	case s.board.Turn():
		return outlawed
	}
	return -outlawed
}

// Stuck is a loss, in check or not.
func (s *State) Stuck(ply int) int { return search.Lost(ply) }
