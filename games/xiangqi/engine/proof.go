package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

// prover is the search state for package search/proof, which proves the result of a position. It
// has neither an evaluation nor a history of earlier positions.
type prover struct{ *State }

// Proof creates the search state for proving the result of the line's last position. Earlier moves
// matter only for the count of plies towards the move limit.
func Proof(line *game.Line) (search.State, error) {
	pos, ok := line.Position().(*xiangqi.Position)
	if !ok {
		return nil, game.Err("bad-game", "this prover knows xiangqi only")
	}
	law := xiangqi.LawOf(line.Setup())
	if law.RunLimits != nil {
		return nil, game.Fault(game.Err("no-proof", "the prover does not know the limits on checks and chases of the law ", law.Name), "law")
	}
	return prover{NewState(pos.Board(), law, pos.Plies(), nil, noEval{})}, nil
}

// GivesCheck reports whether a legal move attacks the enemy general.
func (p prover) GivesCheck(m game.Move) bool { return p.board.GivesCheck(m) }

// Count returns the number of legal moves.
func (p prover) Count() int { return p.board.Count() }

// Room returns the number of plies that can be played before the move limit may end the game.
func (p prover) Room() int { return moveLimit - int(p.now().quiet) }

// noEval is an Evaluator that does nothing, because a proof needs no evaluation.
type noEval struct{}

func (noEval) Reset(*xiangqi.Board)           {}
func (noEval) Push(*xiangqi.Board, game.Move) {}
func (noEval) Pop()                           {}
func (noEval) Value(*xiangqi.Board) int       { return 0 }
