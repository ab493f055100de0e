// Package search finds good moves in any two-player game by an iterative deepening
// principal-variation search with a shared transposition table and any number of threads.
//
// The package has no code for particular games: a game's engine implements State. The search calls
// its methods once per node, not once per move: facts about a move are encoded in the move.
package search

import "kydai/game"

// State is a position that the search changes by Do and Undo. Only one goroutine uses a State at a
// time.
type State interface {
	// Moves appends the legal moves to buf[:0], in a fixed order.
	Moves(buf []game.Move) []game.Move
	// Noisy appends the legal moves that quiescence search must try, such as captures, to buf[:0].
	Noisy(buf []game.Move) []game.Move
	// Do plays a move and reports whether the move was legal. An illegal move changes nothing.
	Do(m game.Move) bool
	Undo()
	// Key returns a hash of the position; equal positions have equal keys.
	Key() uint64
	// InCheck reports whether the side to move must answer a threat immediately. If so,
	// quiescence search tries all moves and does not stand pat.
	InCheck() bool
	// Eval returns the static evaluation for the side to move, well within ±MateIn.
	Eval() int
	// Score rates moves for move ordering. Moves with a rating of at least Good are searched first,
	// and moves with a rating of at most Bad last. Moves between them are quiet; the search adds
	// their history to the rating. If a move loses material, its rating is Bad minus the expected
	// loss, in the units of Eval.
	Score(ms []game.Move, out []int32)
	// Verdict reports whether a position is decided without searching its moves, for example by a
	// completed row, a repetition or a move limit. The score is for the side to move; a loss has
	// the score Lost(ply).
	Verdict(ply int) (score int, over bool)
	// Stuck returns the score of a position without legal moves, for the side to move.
	Stuck(ply int) int
}

// Passer is a State that supports null moves.
type Passer interface {
	State
	// DoPass passes the turn. It returns false, and changes nothing, in positions where having to
	// move may be a disadvantage (zugzwang).
	DoPass() bool
	UndoPass()
}

// Optional abilities of a State that make the search faster or stronger. The search finds them by
// type assertion.
type (
	// Prover can prove that a move, possibly found in another position, is legal in this position.
	// If Sure returns false, the move may be legal or illegal.
	Prover interface{ Sure(m game.Move) bool }
	// Stager appends the legal moves that Noisy leaves out to buf. It is called only if the side to
	// move is not in check.
	Stager interface {
		Quiets(buf []game.Move) []game.Move
	}
	// Exchanger performs a static exchange evaluation (SEE): it reports whether the captures on a
	// move's target square leave the moving side with at least the given value.
	Exchanger interface {
		Keeps(m game.Move, least int) bool
	}
	// Gainer returns an upper bound of the material that a noisy move wins immediately.
	Gainer interface{ Gain(m game.Move) int }
	// Checker can prove that a quiet move gives check. If Checks returns false, the move may still
	// give check. The search does not prune moves that are proved to give check, except at low
	// depths.
	Checker interface{ Checks(m game.Move) bool }
	// Shaper returns a key of the slowly changing part of the position, such as the pawns. The
	// search learns the mean evaluation error for each such key.
	Shaper interface{ Shape() uint64 }
	// Solver looks for a forced win of the side to move that Verdict does not find, and returns its
	// score. The search calls Solve only where the static evaluation does not suffice for a cutoff.
	Solver interface {
		Solve(ply int) (score int, won bool)
	}
	// Winner is a State whose Verdict also finds wins that take several moves. Winning returns the
	// first move of the win that Verdict has just found.
	Winner interface{ Winning() game.Move }
)

// Ratings that separate good moves, quiet moves and moves that lose material.
const (
	Good = 1 << 24
	Bad  = -1 << 24
)

// MaxPly is the largest number of plies from the root. The other constants are scores; 100 is the
// game's smallest unit of material, such as a pawn.
const (
	MaxPly   = 120
	Infinite = 32000
	mate     = 31000
	// MateIn is the lowest score that means a forced win.
	MateIn = mate - MaxPly
)

// Lost returns the score of a game that the side to move has lost at ply plies from the root.
func Lost(ply int) int { return ply - mate }

// Won returns the score of a game that the side to move has won at ply plies from the root.
func Won(ply int) int { return mate - ply }

// MovesToMate converts a score to the number of moves until the end of the game, negative for a
// loss. The second result is false if the score is not a forced win or loss.
func MovesToMate(score int) (int, bool) {
	switch {
	case score >= MateIn:
		return (mate - score + 1) / 2, true
	case score <= -MateIn:
		return -(mate + score + 1) / 2, true
	}
	return 0, false
}

// Outlawed is the score of a side that violates a rule on repetitions. It is not a mate score,
// because the side loses only if it continues to repeat, and because the same position may be legal
// after other moves.
const Outlawed = -(MateIn - 500)

// RepetitionScore returns the score of a judged repetition for the side to move. guilty is the side
// that violates the rules; NoSide means a draw.
func RepetitionScore(guilty, turn game.Side) int {
	switch guilty {
	case game.NoSide:
		return 0
	case turn:
		return Outlawed
	}
	return -Outlawed
}
