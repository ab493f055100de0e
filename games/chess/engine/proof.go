package engine

import (
	"kydai/game"
	"kydai/games/chess"
	"kydai/search"
)

// prover is a State for package search/proof: without an evaluation, and with
// the position as its start.
type prover struct{ *State }

// Proof creates the state in which a line's position is proved. Earlier moves
// count only for the move limit.
func Proof(line *game.Line) (search.State, error) {
	pos, ok := line.Position().(*chess.Position)
	if !ok {
		return nil, game.Err("bad-game", "this prover knows chess only")
	}
	return prover{NewState(pos.Board(), nil, noEval{})}, nil
}

// Count is the number of legal moves.
func (p prover) Count() int { return p.board.Count() }

// Room is the number of plies until the move limit may end the game.
func (p prover) Room() int { return moveLimit - p.board.Quiet() }

// moveLimit is the number of plies after which a game without captures and pawn
// moves is drawn.
const moveLimit = 100

// noEval is an Evaluator that does nothing.
type noEval struct{}

func (noEval) Reset(*chess.Board)           {}
func (noEval) Push(*chess.Board, game.Move) {}
func (noEval) Pop()                         {}
func (noEval) Value(*chess.Board) int       { return 0 }
