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

// part is one row of the list: an engine, the names that protocols use for its game, its historical
// players, and its tuner and prover. A nil function means that the game does not have that part.
type part struct {
	engine.Entry
	dialect  engine.Dialect
	historic func() classic.Family
	tuner    func() tune.Tuner
	proof    func(*game.Line) (search.State, error)
}

// list returns the engines of all games; it is the only place where they are listed.
func list() []part {
	return []part{
		{chess.Entry(), chess.Dialect(), chess.Historic, func() tune.Tuner { return chess.NewModel(chess.DefaultWeights()) }, chess.Proof},
		{xiangqi.Entry(), xiangqi.Dialect(), xiangqi.Historic, func() tune.Tuner { return xiangqi.NewModel(xiangqi.DefaultWeights()) }, xiangqi.Proof},
		{jieqi.Entry(), jieqi.Dialect(), jieqi.Historic, func() tune.Tuner { return jieqi.NewModel(jieqi.DefaultWeights()) }, nil},
		{caro.Entry(), caro.Dialect(), caro.Historic, func() tune.Tuner { return caro.NewModel(caro.DefaultWeights()) }, caro.Proof},
	}
}
