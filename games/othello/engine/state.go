package engine

import (
	"math/bits"

	"kydai/game"
	"kydai/games/othello"
	"kydai/search"
)

// state is the search state: a stack of the positions from the root to the current one.
type state struct{ stack []othello.Position }

func (s *state) now() othello.Position { return s.stack[len(s.stack)-1] }

// Moves appends the legal moves to buf[:0].
func (s *state) Moves(buf []game.Move) []game.Move { return append(buf[:0], s.now().Legal()...) }

// Noisy appends no moves, so quiescence search only evaluates the position.
func (s *state) Noisy(buf []game.Move) []game.Move { return buf[:0] }

// Do plays a move. It returns true, because every move from Moves is legal.
func (s *state) Do(m game.Move) bool {
	next, ok := s.now().Play(m).(othello.Position)
	if ok {
		s.stack = append(s.stack, next)
	}
	return ok
}

// Undo takes back the last move.
func (s *state) Undo() { s.stack = s.stack[:len(s.stack)-1] }

// Key returns the key of the position; equal positions have equal keys.
func (s *state) Key() uint64 { return s.now().Key() }

// InCheck returns false, because the game has no checks.
func (s *state) InCheck() bool { return false }

// Sets of squares for the evaluation, one bit per square.
const (
	corners = 0x8100000000000081
	beside  = 0x42c300000000c342 // squares next to a corner, from which the opponent often gains the corner
)

// Weights of the evaluation, in hundredths of a disk.
const (
	corner = 800
	risk   = -150
	choice = 40 // value of each legal move
	disk   = 10
)

// Eval returns the static evaluation for the side to move.
func (s *state) Eval() int {
	p := s.now()
	us := p.Turn()
	own, other := p.Disks(us), p.Disks(us.Other())
	count := func(set uint64) int { return bits.OnesCount64(own&set) - bits.OnesCount64(other&set) }
	return corner*count(corners) + risk*count(beside) + disk*count(^uint64(0)) + choice*len(p.Legal())
}

// Score gives corners the highest ratings and the squares next to them the lowest.
func (s *state) Score(ms []game.Move, out []int32) {
	for i, m := range ms {
		out[i] = 0
		if m.To() == game.NoSquare {
			continue
		}
		switch at := uint64(1) << m.To(); {
		case at&corners != 0:
			out[i] = search.Good
		case at&beside != 0:
			out[i] = search.Bad
		}
	}
}

// Verdict never ends the game: a game ends only when neither side can move, and Stuck scores that.
func (s *state) Verdict(int) (score int, over bool) { return 0, false }

// Stuck returns the score of a finished game for the side to move.
func (s *state) Stuck(ply int) int {
	p := s.now()
	switch p.Outcome().Winner {
	case p.Turn():
		return search.Won(ply)
	case p.Turn().Other():
		return search.Lost(ply)
	}
	return 0
}
