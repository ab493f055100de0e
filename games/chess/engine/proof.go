package engine

import (
	"kydai/game"
	"kydai/games/chess"
	"kydai/search"
)

// prover is the search state for package search/proof, which proves the result of a position. It
// has neither an evaluation nor a history of earlier positions.
type prover struct{ *State }

// Proof creates the search state for proving the result of the line's last position. Of the earlier
// moves, it uses only the number of plies since the last capture or pawn move, for the move limit.
func Proof(line *game.Line) (search.State, error) {
	pos, ok := line.Position().(*chess.Position)
	if !ok {
		return nil, game.Err("bad-game", "this prover knows chess only")
	}
	return prover{NewState(pos.Board(), nil, noEval{})}, nil
}

// Count returns the number of legal moves.
func (p prover) Count() int { return p.board.Count() }

// Room returns the number of plies that can be played before the move limit may end the game.
func (p prover) Room() int { return moveLimit - p.board.Quiet() }

// moveLimit is the number of plies without a capture or a pawn move after which the game is
// drawn.
const moveLimit = 100

// noEval is an Evaluator that does nothing, because a proof needs no evaluation.
type noEval struct{}

func (noEval) Reset(*chess.Board)           {}
func (noEval) Push(*chess.Board, game.Move) {}
func (noEval) Pop()                         {}
func (noEval) Value(*chess.Board) int       { return 0 }
