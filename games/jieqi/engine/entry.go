package engine

import "kydai/engine"

// Entry registers this engine in the list of engines.
func Entry() engine.Entry {
	return engine.Entry{
		Game: "jieqi", New: func() engine.Engine { return New() }, Bench: Bench,
		Levels: engine.CoveredTable(), LevelScale: 530, Fitted: fitted(),
		Eyes: engine.Eyes{Straight: "RC", Royal: "KR", Covered: "X"},
	}
}

// Dialect holds the names of the game in protocols.
func Dialect() engine.Dialect {
	return engine.Dialect{
		Game: "jieqi", UCI: "jieqi",
		Drawn: drawn, Steps: steps(),
	}
}
