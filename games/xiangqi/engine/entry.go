package engine

import (
	"strings"

	"kydai/engine"
)

// Entry returns the description of this engine for the list of engines.
func Entry() engine.Entry {
	return engine.Entry{
		Game: "xiangqi", New: newEngine, Bench: Bench,
		Levels: engine.PieceTable(), LevelScale: 538, Fitted: fitted(),
		Eyes: engine.Eyes{Straight: "RC", Royal: "KR"},
	}
}

// Dialect returns the names of the game and its rules in protocols.
func Dialect() engine.Dialect {
	return engine.Dialect{
		Game: "xiangqi", UCI: "xiangqi", Ranks: 1, UCCI: 400, XBoard: hoixiangqiText,
		Drawn: drawn, Steps: steps(),
	}
}

// hoixiangqiText formats a position for the program hoixiangqi: with h and e as letters for horse
// and elephant, and without the fields that are always empty.
func hoixiangqiText(position string) string {
	fields := strings.Fields(position)
	board := strings.NewReplacer("n", "h", "N", "H", "b", "e", "B", "E").Replace(fields[0])
	side := "w"
	if len(fields) > 1 {
		side = fields[1]
	}
	return board + " " + side + " 0 1"
}
