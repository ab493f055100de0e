package engine

import (
	"strconv"

	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/search"
)

// New creates an engine with the default weights.
func New() *alphabeta.Engine { return NewWith(DefaultWeights(), Params(), ChanceParams()) }

// NewWith creates an engine with the given weights and search parameters.
func NewWith(w *Weights, p search.Params, chance search.ChanceParams) *alphabeta.Engine {
	s := setting(w, p, chance)
	return alphabeta.New(s.Start, s.Params)
}

// setting returns the setting with the given weights and search parameters.
func setting(w *Weights, p search.Params, chance search.ChanceParams) alphabeta.Setting {
	evals := alphabeta.NewPool(func() evaluator { return newHandcrafted(w) })
	return alphabeta.Setting{Params: p, Start: func(line *game.Line) (func() search.State, error) { return start(evals, line, chance) }}
}

// Params returns the search parameters tuned for this game.
func Params() search.Params { return search.DefaultParams() }

// levelSetting returns the setting with which the levels below the highest were calibrated.
func levelSetting() alphabeta.Setting { return setting(DefaultWeights(), Params(), ChanceParams()) }

// start prepares a search and returns the function that creates the search states of the threads.
func start(evals *alphabeta.Pool[evaluator], line *game.Line, chance search.ChanceParams) (func() search.State, error) {
	p, ok := line.Position().(*jieqi.Position)
	if !ok {
		return nil, game.Err(game.BadPosition, "this engine does not play this game")
	}
	limit, err := strconv.Atoi(line.Rules().Info().Lookup(line.Setup(), jieqi.LimitOption))
	if err != nil {
		return nil, game.Err(game.BadOption, "the move limit is not a number")
	}
	board, past := historyOf(line)
	law := xiangqi.LawOf(line.Setup())
	evals.Restart()
	return func() search.State {
		s := newState(p, limit, past, evals.Next(), chance)
		s.board, s.law = board.Clone(), law
		return s
	}, nil
}

// historyOf lists the positions since the last irreversible move. It also returns a board on which
// the moves after the first of these positions were played.
func historyOf(line *game.Line) (*xiangqi.Board, []before) {
	first := line.Ply()
	for first > 0 && line.Move(first-1).Taken() == 0 && !line.Move(first-1).Flag() {
		first--
	}
	board := xiangqi.NewBoard()
	if p, ok := line.At(first).(*jieqi.Position); ok {
		board = p.Board()
	}
	past := make([]before, 0, line.Ply()-first)
	for i, step := range line.Steps() {
		if p, ok := step.Before.(*jieqi.Position); ok && i >= first {
			past = append(past, before{keyOf(p), p.InCheck()})
			board.Do(step.Move)
		}
	}
	return board, past
}
