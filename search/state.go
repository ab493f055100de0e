// Package search finds good moves in any two-player game: an iterative
// deepening principal-variation search with a shared transposition table and
// any number of threads.
//
// The package knows no game. A game's engine implements State. The search calls its methods
// once per node, not once per move: facts about a move are encoded in the move.
package search

import "kydai/game"

// State is a position that the search changes by Do and Undo. Only one goroutine uses it at a
// time.
type State interface {
	// Moves appends the legal moves to buf[:0], in a fixed order.
	Moves(buf []game.Move) []game.Move
	// Noisy appends the legal moves that quiescence must search.
	Noisy(buf []game.Move) []game.Move
	// Do plays a move and reports whether it was legal. An illegal move changes
	// nothing.
	Do(m game.Move) bool
	Undo()
	// Key is equal for equal positions.
	Key() uint64
	// InCheck reports whether the side to move must answer a threat immediately. If so,
	// quiescence search tries all moves and does not stand pat.
	InCheck() bool
	// Eval is the static evaluation for the side to move, well within ±MateIn.
	Eval() int
	// Score rates moves for move ordering. A move rated Good or higher is searched first, a move
	// rated Bad or lower last. Moves in between are quiet; the search adds their history to the
	// rating. A rating below Bad is lower by the expected loss, in the units of Eval.
	Score(ms []game.Move, out []int32)
	// Verdict decides positions before their moves are searched: a completed
	// row, a repetition, a move limit. Scores are for the side to move; a loss
	// is Lost(ply).
	Verdict(ply int) (score int, over bool)
	// Stuck returns the score of a position without legal moves, for the side to move.
	Stuck(ply int) int
}

// Passer is a State that allows a null move.
type Passer interface {
	State
	// DoPass passes the turn. It returns false, and changes nothing, in
	// positions where having to move may be a disadvantage (zugzwang).
	DoPass() bool
	UndoPass()
}

// Optional abilities of a State that make the search faster or stronger. The
// search finds them by type assertion.
type (
	// Prover can prove that a move, possibly from another position, is legal
	// here. False means unknown.
	Prover interface{ Sure(m game.Move) bool }
	// Stager appends the legal moves that Noisy leaves out. It is called only if the side to
	// move is not in check.
	Stager interface {
		Quiets(buf []game.Move) []game.Move
	}
	// Exchanger reports whether the exchange sequence on a move's target square
	// keeps at least the given value (SEE).
	Exchanger interface {
		Keeps(m game.Move, least int) bool
	}
	// Gainer returns an upper bound of what a noisy move wins immediately.
	Gainer interface{ Gain(m game.Move) int }
	// Checker can prove that a quiet move gives check. False means unknown. The
	// search does not prune such moves, except near the horizon.
	Checker interface{ Checks(m game.Move) bool }
	// Shaper returns a key of the slowly changing part of the position, such as the pawns. The
	// search learns the mean evaluation error for each key.
	Shaper interface{ Shape() uint64 }
	// Winner is a State whose Verdict also finds wins that take several moves. Winning returns the
	// first move of the win that Verdict has just found.
	Winner interface{ Winning() game.Move }
)

// Ratings that divide moves into stages.
const (
	Good = 1 << 24
	Bad  = -1 << 24
)

// Scores, in hundredths of the game's smallest unit of material.
const (
	MaxPly   = 120
	Infinite = 32000
	mate     = 31000
	// MateIn is the lowest score that means a forced win.
	MateIn = mate - MaxPly
)

// Lost returns the score of a game lost at ply.
func Lost(ply int) int { return ply - mate }

// Won returns the score of a game won at ply.
func Won(ply int) int { return mate - ply }

// MovesToMate converts a score to the number of moves until the end of the game, negative for
// a loss. ok is false if the score is not a forced result.
func MovesToMate(score int) (int, bool) {
	switch {
	case score >= MateIn:
		return (mate - score + 1) / 2, true
	case score <= -MateIn:
		return -(mate + score + 1) / 2, true
	}
	return 0, false
}

// Outlawed is the score of a side that violates a law of repetition. It is not
// a mate score: the opponent wins only if the repetition continues, and another
// path to the position may be legal.
const Outlawed = -(MateIn - 500)

// RepetitionScore returns the score of a judged repetition for the side to move. guilty is the
// side that violates the law; NoSide means a draw.
func RepetitionScore(guilty, turn game.Side) int {
	switch guilty {
	case game.NoSide:
		return 0
	case turn:
		return Outlawed
	}
	return -Outlawed
}
