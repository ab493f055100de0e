package engine

import (
	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/chess"
	"kydai/search"
)

// New creates an engine with the default weights.
func New() *alphabeta.Engine {
	return alphabeta.NewCalibrated(setting(DefaultWeights, Params()), levelSetting())
}

// NewWith creates an engine with the given weights and search parameters.
func NewWith(w *Weights, p search.Params) *alphabeta.Engine {
	s := setting(func() *Weights { return w }, p)
	return alphabeta.New(s.Start, s.Params)
}

// setting returns the setting with the given weights and search parameters.
func setting(weights func() *Weights, p search.Params) alphabeta.Setting {
	return alphabeta.Setting{Params: p, Start: starting(func() Evaluator { return newHandcrafted(weights()) })}
}

// starting returns the function that starts searches with evaluators that fresh creates.
func starting(fresh func() Evaluator) alphabeta.Start {
	evals := alphabeta.NewPool(fresh)
	return func(line *game.Line) (func() search.State, error) { return start(evals, line) }
}

// levelSetting returns the setting with which the levels below the highest were calibrated.
func levelSetting() alphabeta.Setting {
	p := Params()
	p.CountPV = 1
	return setting(levelWeights, p)
}

// Params returns the search parameters tuned for chess.
func Params() search.Params {
	p := search.DefaultParams()
	p.ReverseMargin = 60 // 60 instead of the default gained 28 ± 27 Elo in 500 games at 4,000 nodes a move
	p.CountPV = 0        // instead of 1: 40 ± 21 Elo in 675 games at 4,000 nodes, accepted by a sequential test
	p.ClockStability, p.ClockShare, p.ClockFall = 5, 150, 10
	return p
}

// start prepares a search and returns the function that creates the search states of the threads.
func start(evals *alphabeta.Pool[Evaluator], line *game.Line) (func() search.State, error) {
	pos, ok := line.Position().(*chess.Position)
	if !ok {
		return nil, game.Err("bad-game", "this engine plays chess only")
	}
	b := pos.Board()
	n := min(b.Quiet(), line.Ply())
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = line.Key(line.Ply() - n + i)
	}
	evals.Restart()
	return func() search.State { return NewState(b, keys, evals.Next()) }, nil
}
