// Package search finds good moves in any two-player game with open cards: an
// iterative deepening principal-variation search with a shared transposition
// table, on as many threads as asked for.
//
// It knows no game. A game's engine gives it a State and the search asks it
// once per node, never once per move: facts about a move are in the move.
package search

import "kydai/game"

// State is a game as the search plays it: one board, done and undone. It is
// used by one goroutine at a time.
type State interface {
	// Moves appends the legal moves to buf[:0], in a fixed order.
	Moves(buf []game.Move) []game.Move
	// Noisy appends those legal moves that quiescence must look at.
	Noisy(buf []game.Move) []game.Move
	// Do plays a move and reports whether it was legal; if not, nothing has
	// changed.
	Do(m game.Move) bool
	Undo()
	// Key is equal for equal positions.
	Key() uint64
	// InCheck reports whether the side to move must answer a threat at once.
	// Quiescence then looks at all moves and may not stand pat.
	InCheck() bool
	// Eval is the static value for the side to move, well inside ±MateIn.
	Eval() int
	// Score rates moves for ordering: at least Good to be tried first, at
	// most Bad to be tried last, and in between quiet moves, whose rating is
	// added to what the search has learned about them. A rating below Bad is
	// below by what the move is expected to lose, in the units of Eval.
	Score(ms []game.Move, out []int32)
	// Verdict rules on a position before its moves are looked at: a row that
	// is complete, a repetition, a move limit. Scores are for the side to
	// move; a loss now is Lost(ply).
	Verdict(ply int) (score int, over bool)
	// Stuck is the score of a position without legal moves.
	Stuck(ply int) int
}

// Passer is a State in which a side can be made to pass.
type Passer interface {
	State
	// DoPass passes and reports whether passing says anything here: false in
	// positions where to move may be a burden.
	DoPass() bool
	UndoPass()
}

// Abilities of a State that make the search faster or wiser, found by
// assertion.
type (
	// Prover can tell that a move, perhaps of another position, is legal
	// here. False means that it does not know.
	Prover interface{ Sure(m game.Move) bool }
	// Stager can generate the moves that Noisy leaves out, and appends them.
	// It is asked only where nobody is in check.
	Stager interface {
		Quiets(buf []game.Move) []game.Move
	}
	// Exchanger can tell whether a move keeps at least so much when both
	// sides go on taking on its target.
	Exchanger interface {
		Keeps(m game.Move, least int) bool
	}
	// Gainer knows the most that a noisy move can win at once.
	Gainer interface{ Gain(m game.Move) int }
	// Checker can tell that a quiet move makes InCheck true for the other
	// side. False means that it does not know. The search skips no such
	// move but near the horizon.
	Checker interface{ Checks(m game.Move) bool }
	// Shaper has a key of what changes slowly, such as the pawns. The search
	// learns how far static values of one shape are off.
	Shaper interface{ Shape() uint64 }
)

// Ratings of Score that divide moves into stages.
const (
	Good = 1 << 24
	Bad  = -1 << 24
)

// Scores. All are in hundredths of the game's smallest unit of material.
const (
	MaxPly   = 120
	Infinite = 32000
	mate     = 31000
	// MateIn is the least score that means a forced win.
	MateIn = mate - MaxPly
)

// Lost is the score of having lost at ply.
func Lost(ply int) int { return ply - mate }

// Won is the score of having won at ply.
func Won(ply int) int { return mate - ply }

// MovesToMate turns a score into moves until the end of the game, negative
// for the loser, and false if nothing is forced.
func MovesToMate(score int) (int, bool) {
	switch {
	case score >= MateIn:
		return (mate - score + 1) / 2, true
	case score <= -MateIn:
		return -(mate + score + 1) / 2, true
	}
	return 0, false
}
