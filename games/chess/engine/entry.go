package engine

import "kydai/engine"

// Entry registers this engine in the list of engines.
func Entry() engine.Entry {
	return engine.Entry{
		Game: "chess", New: newEngine, Bench: Bench,
		Levels: engine.PieceLevels(), LevelScale: 191, Fitted: fitted(),
	}
}

// Dialect holds the names of the game in protocols.
func Dialect() engine.Dialect {
	return engine.Dialect{
		Game: "chess", UCI: "chess",
		Drawn: drawn, Steps: []float64{70.5, 78.2, 73.5, 72, 81.5, 76.7, 87.5},
		Switches: map[string]map[string]string{"UCI_Chess960": {"variant": "chess960"}},
	}
}
