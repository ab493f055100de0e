package engine

import (
	"strings"

	"kydai/engine"
)

// Entry registers this engine in the list of engines.
func Entry() engine.Entry {
	return engine.Entry{
		Game: "xiangqi", New: func() engine.Engine { return New() }, Bench: Bench,
		Levels: engine.PieceLevels(), LevelScale: 450, Fitted: fitted(),
	}
}

// Dialect holds the names of the game in protocols.
func Dialect() engine.Dialect {
	return engine.Dialect{
		Game: "xiangqi", UCI: "xiangqi", Ranks: 1, UCCI: 400, XBoard: hoixiangqiText,
		Drawn: drawn, Steps: []float64{82.5, 83, 84, 81, 84.5, 86, 90.9},
	}
}

// hoixiangqiText formats a position for hoixiangqi: h and e for horse and
// elephant, without the fields that are always empty.
func hoixiangqiText(position string) string {
	fields := strings.Fields(position)
	board := strings.NewReplacer("n", "h", "N", "H", "b", "e", "B", "E").Replace(fields[0])
	side := "w"
	if len(fields) > 1 {
		side = fields[1]
	}
	return board + " " + side + " 0 1"
}
