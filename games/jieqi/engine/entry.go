package engine

import "kydai/engine"

// Entry registers this engine in the list of engines.
func Entry() engine.Entry {
	return engine.Entry{
		Game: "jieqi", New: func() engine.Engine { return New() }, Bench: Bench,
		Levels: engine.PieceLevels(), LevelScale: 530, Fitted: fitted(),
	}
}

// Dialect holds the names of the game in protocols.
func Dialect() engine.Dialect {
	return engine.Dialect{
		Game: "jieqi", UCI: "jieqi",
		Drawn: drawn, Steps: []float64{64.5, 76, 76.5, 65, 75, 66.7, 57.9},
	}
}
