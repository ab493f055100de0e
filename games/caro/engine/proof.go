package engine

import (
	"kydai/game"
	rules "kydai/games/caro"
	"kydai/search"
)

// prover is a State for package search/proof. In this game, a check is a move that makes a four,
// and a threat is a move that would win by fours if the opponent passed. The prover's attacks by
// checks are therefore wins by fours (VCF), and its attacks by threats are wins by threats (VCT).
type prover struct{ *State }

// Proof creates the search state for proving the result of a line's position. It returns an error
// during an opening.
func Proof(line *game.Line) (search.State, error) {
	p, err := positionOf(line)
	if err != nil {
		return nil, err
	}
	if p.Stage() != rules.Playing {
		return nil, game.Fault(game.Err("no-proof", "the opening is not over: the players still choose their colours"), "opening")
	}
	s := stateOf(p, newFourSolver(nil, hastyMemory))
	if s.pro > 0 && s.board.stones <= proBound {
		return nil, game.Fault(game.Err("no-proof", "the opening is not over: it restricts where the next stones may lie"), "opening")
	}
	return prover{s}, nil
}

// Moves appends the moves that matter: all winning moves if there are any; otherwise the answers to
// a threatened five; otherwise, if the opponent threatens an open four, the stones that stop the
// open four and those that make a four; otherwise all empty cells. Every move that is left out
// loses within the bound that Soonest gives.
func (p prover) Moves(buf []game.Move) []game.Move {
	b := p.board
	us, them := b.turn, b.turn^1
	switch {
	case b.won || b.stones >= b.most:
		return buf
	case b.hasFive(us):
		return p.cells(&b.threats[us][kindFive], buf)
	case b.hasFive(them) || b.count[them][kindOpenFour] > 0:
		return p.State.Moves(buf)
	}
	var all set
	for row := range b.size {
		all[row] = (1<<b.size - 1) &^ b.taken[row]
	}
	return p.cells(&all, buf)
}

// GivesCheck reports whether a stone makes a four or a five.
func (p prover) GivesCheck(m game.Move) bool {
	return p.board.kindAt(p.board.turn, p.board.cellOf(m.To())) >= kindFour
}

// Soonest returns a lower bound of the number of plies in which a side can complete a row. The side
// is the side to move if mover is true, otherwise the opponent.
func (p prover) Soonest(mover bool) int {
	b, plies, colour := p.board, 1, p.board.turn
	if !mover {
		plies, colour = 2, b.turn^1
	}
	switch {
	case b.hasFive(colour):
		return plies
	case b.hasFour(colour):
		return plies + 2
	}
	return plies + 4
}

// Verdict detects complete rows, full boards and the limit of stones.
func (p prover) Verdict(ply int) (int, bool) {
	return p.Stuck(ply), p.board.won || p.board.stones >= p.board.most
}

// Stuck returns the score of a game that is over: a loss for the side to move if the last stone
// won, otherwise a draw.
func (p prover) Stuck(ply int) int {
	if p.board.won {
		return search.Lost(ply)
	}
	return 0
}
