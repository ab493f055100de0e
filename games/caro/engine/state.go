package engine

import (
	"math/bits"

	"kydai/game"
	rules "kydai/games/caro"
	"kydai/search"
)

// State is the search state of a game with settled colours. Its Verdict or its Solve detects wins by
// fours, so quiescence search has no moves to try.
type State struct {
	board *board
	fours *fourSolver
	only  []game.Move // moves to search at the root; empty means all moves that Moves returns
	pro   int         // reach from the centre of the area that a pro opening forbids to the third stone; 0: none
	win   cell        // first stone of the last win by fours that Verdict found
	known *proofs     // positions that are proved to be won; nil if Verdict must look for wins by fours
}

var (
	_ search.Passer = (*State)(nil)
	_ search.Prover = (*State)(nil)
	_ search.Winner = (*State)(nil)
	_ search.Solver = (*State)(nil)
)

// nodeFours is the number of stones that the four solver may try in each node of the search.
const nodeFours = 96

// NewState creates a state for a position with settled colours.
func NewState(p *rules.Position) *State {
	return stateOf(p, newFourSolver(nil, treeMemory), learnt())
}

// stateOf creates a state that uses the given four solver and the solver's board.
func stateOf(p *rules.Position, fours *fourSolver, eval *evaluation) *State {
	if fours.board == nil {
		fours.board = new(board)
	}
	fours.board.clear(p.Size(), p.Rule(), eval)
	fours.board.load(p, nextOf(p))
	return &State{board: fours.board, fours: fours, pro: p.ProReach()}
}

func boardOf(p *rules.Position) *board {
	b := newBoard(p.Size(), p.Rule(), learnt())
	b.load(p, nextOf(p))
	return b
}

// nextOf returns the colour of the next stone.
func nextOf(p *rules.Position) rules.Stone {
	if p.Board().Next() == rules.White {
		return rules.White
	}
	return rules.Black
}

func (s *State) move(at cell) game.Move {
	return game.NewMove(game.NoSquare, s.board.squareOf(at), 0, 0, 0)
}

func (s *State) cells(all *set, buf []game.Move) []game.Move {
	for row := range s.board.size {
		for w := all[row]; w != 0; w &= w - 1 {
			buf = append(buf, s.move(row<<rowShift|bits.TrailingZeros32(w)))
		}
	}
	return buf
}

// proBound is the number of stones on the board before the third stone, which a pro opening
// restricts.
const proBound = 2

// Moves appends the moves worth searching. If the side to move can win, this is one winning move.
// Otherwise, if the opponent threatens a five, these are the answers to it. Otherwise, if the
// opponent threatens an open four, these are the stones that stop it and the stones that make a
// four; every other move loses by force. Otherwise these are the cells near stones.
func (s *State) Moves(buf []game.Move) []game.Move {
	b := s.board
	us, them := b.turn, b.turn^1
	switch {
	case b.won || b.stones >= b.most:
		return buf
	case len(s.only) > 0 && b.depth == 0:
		return append(buf, s.only...)
	case b.stones == 0:
		return append(buf, s.move(b.centre()))
	case s.pro > 0 && b.stones == proBound:
		return s.proMoves(buf)
	case b.hasFive(us):
		return append(buf, s.move(b.first(&b.threats[us][kindFive])))
	case b.hasFive(them):
		var room [2]cell
		all := b.answers(them, room[:0])
		if len(all) == 0 { // no stone stops the five: the game is lost, so any five-point will do
			return append(buf, s.move(b.first(&b.threats[them][kindFive])))
		}
		for _, c := range all {
			buf = append(buf, s.move(c))
		}
		return buf
	case b.count[them][kindOpenFour] > 0:
		all, own := b.defences(them), b.fours(us)
		for row := range b.size {
			all[row] |= own[row]
		}
		if ms := s.cells(&all, buf); len(ms) > 0 {
			return ms
		}
		return s.cells(&b.threats[them][kindOpenFour], buf)
	}
	all := b.nearby()
	if ms := s.cells(&all, buf); len(ms) > 0 {
		return ms
	}
	// No empty cell is near a stone, so append all empty cells.
	for row := range b.size {
		all[row] = (1<<b.size - 1) &^ b.taken[row]
	}
	return s.cells(&all, buf)
}

// Sure reports whether a move, for example from the hash table, is certainly one of those that
// Moves would return. It returns false where Moves returns only certain cells: at the root, during
// the opening, if a side can complete a five, or if the opponent can make an open four.
func (s *State) Sure(m game.Move) bool {
	b := s.board
	us, them := b.turn, b.turn^1
	return b.stones > proBound && b.depth > 0 && !b.won && b.stones < b.most && m.OnBoard() && int(m.To()) < b.size*b.size &&
		!b.hasFive(us) && !b.hasFive(them) && b.count[them][kindOpenFour] == 0 && b.at(b.cellOf(m.To())) == vacant
}

func (b *board) centre() cell { return b.size/2<<rowShift | b.size/2 }

// proMoves appends the cells that are at most two cells outside the area that a pro opening
// forbids.
func (s *State) proMoves(buf []game.Move) []game.Move {
	b := s.board
	b.eachCell(func(at cell) {
		if d := b.fromCentre(at); d > s.pro && d <= s.pro+2 && b.at(at) == vacant {
			buf = append(buf, s.move(at))
		}
	})
	return buf
}

// fromCentre returns the Chebyshev distance of a cell from the centre. An even board has four
// central cells.
func (b *board) fromCentre(at cell) int {
	away := func(i int) int { return max((b.size-1)/2-i, i-b.size/2, 0) }
	return max(away(at>>rowShift), away(at&rowMask))
}

// Noisy returns no moves, because Verdict already finds wins by fours.
func (s *State) Noisy(buf []game.Move) []game.Move { return buf }

// Do places a stone. It always returns true, because every move that Moves appends is legal.
func (s *State) Do(m game.Move) bool {
	s.board.make(s.board.cellOf(m.To()))
	return true
}

// Undo takes back the stone of the last Do.
func (s *State) Undo() { s.board.undo() }

// DoPass passes the turn, so that the search can try a null move. It returns false if the opponent
// threatens a five or an open four. In other positions the null move is safe, because in caro a
// stone rarely harms its owner.
func (s *State) DoPass() bool {
	if s.board.hasFive(s.board.turn^1) || s.board.count[s.board.turn^1][kindOpenFour] > 0 {
		return false
	}
	s.board.pass()
	return true
}

// UndoPass takes back the last pass.
func (s *State) UndoPass() { s.board.undo() }

// Key returns a hash of the stones, the side to move and the rules.
func (s *State) Key() uint64 { return s.board.key }

// InCheck reports whether the opponent threatens to win with the next stone.
func (s *State) InCheck() bool { return s.board.hasFive(s.board.turn ^ 1) }

// Verdict reports whether the game is over or decided, and its score. It detects a complete row, a
// full board, the limit of stones, and a win that the table of proofs holds. Without this table, it
// looks for a win by fours of the side to move. The four solver may try at most nodeFours stones.
func (s *State) Verdict(ply int) (int, bool) {
	b := s.board
	switch {
	case b.won:
		return search.Lost(ply), true
	case b.stones >= b.most:
		return 0, true
	}
	if s.known == nil {
		return s.winByFours(ply)
	}
	if plies := s.known.find(b.key); plies > 0 && b.stones+plies <= b.most {
		return search.Won(ply + plies), true
	}
	return 0, false
}

// Solve looks for a win by fours of the side to move, unless Verdict has done so. To save time, it
// does so only if one stone can make two threats. Otherwise a win would have to begin with single
// fours, which the search tries too.
func (s *State) Solve(ply int) (int, bool) {
	if s.known == nil || !s.board.hasDouble(s.board.turn) {
		return 0, false
	}
	return s.winByFours(ply)
}

func (s *State) winByFours(ply int) (int, bool) {
	plies, first, _ := s.fours.solve(nodeFours)
	if plies == 0 || s.board.stones+plies > s.board.most {
		return 0, false
	}
	s.win = first
	return search.Won(ply + plies), true
}

// Winning returns the first stone of the win by fours that Verdict has just found.
func (s *State) Winning() game.Move { return s.move(s.win) }

// Stuck returns a draw. It is called only on a full board and at the limit of stones, when no side
// has won.
func (s *State) Stuck(int) int { return 0 }
