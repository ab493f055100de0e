package engine

import "kydai/engine"

// Entry returns the description of this engine for the list of engines.
func Entry() engine.Entry {
	return engine.Entry{
		Game: "jieqi", New: newEngine, Bench: Bench,
		Levels: engine.CoveredTable(), LevelScale: 530, Fitted: fitted(),
		Eyes: engine.Eyes{Straight: "RC", Royal: "KR", Covered: "X"},
	}
}

// Dialect returns the names of the game and its rules in protocols.
func Dialect() engine.Dialect {
	return engine.Dialect{
		Game: "jieqi", UCI: "jieqi",
		Drawn: drawn, Steps: steps(),
	}
}
