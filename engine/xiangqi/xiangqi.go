package xiangqi

import (
	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

// New makes an engine with the usual weights.
func New() *alphabeta.Engine { return NewWith(Usual(), Params()) }

// NewWith makes an engine with other weights or another search.
func NewWith(w *Weights, p search.Params) *alphabeta.Engine {
	return NewFrom(func() Evaluator { return newHand(w) }, p)
}

// NewFrom makes an engine with evaluators of another kind, one per thread.
func NewFrom(fresh func() Evaluator, p search.Params) *alphabeta.Engine {
	evals := alphabeta.NewPool(fresh)
	return alphabeta.New(func(line *game.Line) (func() search.State, error) { return start(evals, line) }, p)
}

// Params are the numbers of the search that suit this game.
func Params() search.Params { return search.Usual() }

// start makes the states of one search.
func start(evals *alphabeta.Pool[Evaluator], line *game.Line) (func() search.State, error) {
	pos, ok := line.Position().(*xiangqi.Position)
	if !ok {
		return nil, game.Err("bad-game", "this engine plays xiangqi only")
	}
	board, past := historyOf(line)
	law := xiangqi.LawOf(line.Setup())
	evals.Restart()
	return func() search.State { return NewState(board.Clone(), law, pos.Plies(), past, evals.Next()) }, nil
}

// historyOf lists the positions since the last capture, and returns a board
// that was played from the first of them to the present.
func historyOf(line *game.Line) (*xiangqi.Board, []Past) {
	first := line.Ply()
	for first > 0 && line.Move(first-1).Taken() == 0 {
		first--
	}
	board := xiangqi.NewBoard()
	if p, ok := line.At(first).(*xiangqi.Position); ok {
		board = p.Board()
	}
	past := make([]Past, 0, line.Ply()-first)
	for i := first; i < line.Ply(); i++ {
		past = append(past, Past{Key: board.Key(), Check: board.InCheck()})
		board.Do(line.Move(i))
	}
	return board, past
}
