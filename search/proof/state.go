package proof

import "kydai/game"

// State is a position that the prover changes by Do and Undo. Every
// search.State whose Moves lists all moves that matter is one.
type State interface {
	// Moves appends the legal moves to buf[:0], in a fixed order. It may leave
	// out moves that lose at once; see Bounded.
	Moves(buf []game.Move) []game.Move
	Do(m game.Move) bool
	Undo()
	// Key is equal for equal positions.
	Key() uint64
	// InCheck reports whether the side to move must answer a threat at once.
	InCheck() bool
	// Verdict decides positions by their history, for the goal Draw: the score
	// for the side to move.
	Verdict(ply int) (score int, over bool)
	// Stuck is the score of a position without moves, for the side to move.
	Stuck(ply int) int
}

// Optional abilities of a State, found by type assertion.
type (
	// Checker tells in advance whether a legal move gives check.
	Checker interface{ GivesCheck(m game.Move) bool }
	// Counter counts the legal moves faster than Moves.
	Counter interface{ Count() int }
	// Passer can pass the turn; without it no move is a threat. A State that
	// refuses to pass makes every move a threat.
	Passer interface {
		DoPass() bool
		UndoPass()
	}
	// Limited knows how many plies can be played before a move limit could end
	// the game.
	Limited interface{ Room() int }
	// Bounded knows a lower bound of the plies in which the side to move, or
	// the other one, can win. Moves that Moves leaves out must lose within this
	// bound.
	Bounded interface{ Soonest(mover bool) int }
)
