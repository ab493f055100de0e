package engines

import (
	"kydai/engine"
	"kydai/game"
	caro "kydai/games/caro/engine"
	chess "kydai/games/chess/engine"
	jieqi "kydai/games/jieqi/engine"
	xiangqi "kydai/games/xiangqi/engine"
	"kydai/lab/tune"
	"kydai/search"
	"kydai/search/classic"
)

// part is one row of the list: the engine of one game, the names that protocols use for the game,
// its historical players (old engines kept for comparison), and its tuner and prover. A nil
// function means that the game does not have that part.
type part struct {
	engine.Entry
	dialect  engine.Dialect
	historic func() classic.Family
	tuner    func() tune.Tuner
	proof    func(*game.Line) (search.State, error)
}

// list returns the engines of all games. It is the only place that lists them.
func list() []part {
	return []part{
		{chess.Entry(), chess.Dialect(), chess.Historic, func() tune.Tuner { return chess.NewModel(chess.DefaultWeights()) }, chess.Proof},
		{xiangqi.Entry(), xiangqi.Dialect(), xiangqi.Historic, func() tune.Tuner { return xiangqi.NewModel(xiangqi.DefaultWeights()) }, xiangqi.Proof},
		{jieqi.Entry(), jieqi.Dialect(), jieqi.Historic, func() tune.Tuner { return jieqi.NewModel(jieqi.DefaultWeights()) }, nil},
		{caro.Entry(), caro.Dialect(), caro.Historic, func() tune.Tuner { return caro.NewModel() }, caro.Proof},
	}
}
