package engine

import "kydai/engine"

// Entry returns the description of this engine for the list of engines.
func Entry() engine.Entry {
	return engine.Entry{
		Game: "chess", New: newEngine, Bench: Bench,
		Levels: engine.PieceTable(), LevelScale: 191, Fitted: fitted(),
		Eyes: engine.Eyes{Straight: "RQ", Diagonal: "BQ", Royal: "KQ"},
	}
}

// Dialect returns the names of the game and its rules in protocols.
func Dialect() engine.Dialect {
	return engine.Dialect{
		Game: "chess", UCI: "chess",
		Drawn: drawn, Steps: steps(),
		Switches: map[string]map[string]string{"UCI_Chess960": {"variant": "chess960"}},
	}
}
