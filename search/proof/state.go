package proof

import "kydai/game"

// State is a position that the prover changes by Do and Undo. Every search.State whose Moves
// lists all relevant moves implements it.
type State interface {
	// Moves appends the legal moves to buf[:0], in a fixed order. It may leave out moves that lose
	// immediately; see Bounded.
	Moves(buf []game.Move) []game.Move
	Do(m game.Move) bool
	Undo()
	// Key returns a hash of the position; equal positions have equal keys.
	Key() uint64
	// InCheck reports whether the side to move must answer a threat immediately, for example a
	// check.
	InCheck() bool
	// Verdict returns the result of a position that is decided by the history, such as a
	// repetition. It is used only for the goal Draw. The score is for the side to move.
	Verdict(ply int) (score int, over bool)
	// Stuck returns the score of a position without moves, for the side to move.
	Stuck(ply int) int
}

// Optional abilities of a State, which the prover finds by type assertion.
type (
	// Checker can report whether a legal move gives check, without playing it.
	Checker interface{ GivesCheck(m game.Move) bool }
	// Counter counts the legal moves faster than Moves.
	Counter interface{ Count() int }
	// Passer can pass the turn: a move is a threat if the attacker would win after the defender
	// passes. Without this ability no move counts as a threat. If DoPass returns false, the last
	// move counts as a threat.
	Passer interface {
		DoPass() bool
		UndoPass()
	}
	// Limited reports how many plies can be played before a move limit could end the game.
	Limited interface{ Room() int }
	// Bounded returns a lower bound of the number of plies in which one side can win: the side to
	// move if the parameter mover is true, otherwise the opponent. If Moves leaves out a move, that
	// move must lose within this bound.
	Bounded interface{ Soonest(mover bool) int }
)
