package engine

import (
	"kydai/game"
	rules "kydai/games/caro"
	"kydai/search"
)

// prover is a State with which package search/proof can prove wins in caro. In the terms of that
// package, a check is a move that makes a four, and a threat is a move that would win by fours if
// the opponent passed. So its attacks by checks are wins by fours (VCF), and its attacks by threats
// are wins by threats (VCT).
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
	s := stateOf(p, newFourSolver(nil, hastyMemory), learnt())
	if s.pro > 0 && s.board.stones <= proBound {
		return nil, game.Fault(game.Err("no-proof", "the opening is not over: it restricts where the next stones may lie"), "opening")
	}
	return prover{s}, nil
}

// Moves appends the moves that a proof must consider. If the side to move can win at once, these
// are all winning moves. Otherwise, if the opponent threatens a five, these are the answers to it.
// Otherwise, if the opponent threatens an open four, these are the stones that stop it and the
// stones that make a four. Otherwise these are all empty cells. Every other move loses within the
// number of plies that Soonest gives.
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

// Soonest returns a number of plies: at least this many are needed until one side completes a row.
// The side is the side to move if mover is true, otherwise the opponent.
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

// Stuck returns the score if no move can follow. If the last stone won, the side to move has lost;
// otherwise the game is drawn.
func (p prover) Stuck(ply int) int {
	if p.board.won {
		return search.Lost(ply)
	}
	return 0
}
