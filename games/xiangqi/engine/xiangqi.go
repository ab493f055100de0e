package engine

import (
	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

// New creates an engine with the default weights.
func New() *alphabeta.Engine {
	return alphabeta.NewCalibrated(setting(DefaultWeights, Params()), levelSetting())
}

// NewWith creates an engine with the given weights and search parameters.
func NewWith(w *Weights, p search.Params) *alphabeta.Engine {
	return NewFrom(func() Evaluator { return newHandcrafted(w) }, p)
}

// NewFrom creates an engine that uses the given function to create an evaluator for each thread.
func NewFrom(fresh func() Evaluator, p search.Params) *alphabeta.Engine {
	s := settingFrom(fresh, p)
	return alphabeta.New(s.Start, s.Params)
}

func settingFrom(fresh func() Evaluator, p search.Params) alphabeta.Setting {
	return alphabeta.Setting{Params: p, Start: starting(fresh)}
}

// starting returns the function that starts searches with evaluators that fresh creates.
func starting(fresh func() Evaluator) alphabeta.Start {
	evals := alphabeta.NewPool(fresh)
	return func(line *game.Line) (func() search.State, error) { return start(evals, line) }
}

// setting returns the setting with the given weights and search parameters.
func setting(weights func() *Weights, p search.Params) alphabeta.Setting {
	return settingFrom(func() Evaluator { return newHandcrafted(weights()) }, p)
}

// levelSetting returns the setting with which the levels below the highest were calibrated.
func levelSetting() alphabeta.Setting { return setting(levelWeights, search.DefaultParams()) }

// Params returns the search parameters tuned for this game.
func Params() search.Params {
	p := search.DefaultParams()
	p.CountPV = 0 // instead of 1: 30 ± 16 Elo in 1,350 games at 2,500 nodes
	return p
}

// start prepares a search and returns the function that creates the search states of the threads.
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

// historyOf lists the positions since the last capture. It also returns a board on which the moves
// after the first of these positions were played.
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
