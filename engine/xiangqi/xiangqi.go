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
	past := pastOf(line)
	evals.Restart()
	return func() search.State { return NewState(pos.Board(), pos.Plies(), past, evals.Next()) }, nil
}

// pastOf lists the positions since the last capture.
func pastOf(line *game.Line) []Past {
	first := line.Ply()
	for first > 0 && line.Move(first-1).Taken() == 0 {
		first--
	}
	past := make([]Past, 0, line.Ply()-first)
	for i, step := range line.Steps() {
		if p, ok := step.Before.(*xiangqi.Position); ok && i >= first {
			past = append(past, Past{Key: p.Key(), Check: p.InCheck()})
		}
	}
	return past
}
