package engine

import (
	"strings"

	"kydai/engine"
)

// Entry returns the description of this engine for the list of engines.
func Entry() engine.Entry {
	return engine.Entry{
		Game: "caro", New: func() engine.Engine { return New() }, Bench: Bench,
		Levels: engine.StoneTable(), LevelScale: 544, Fitted: fitted(),
		Eyes: engine.Eyes{Far: 4},
	}
}

// Dialect returns the names of the game and its rules in protocols.
func Dialect() engine.Dialect {
	return engine.Dialect{
		Game: "caro", Drawn: drawn,
		Numbers: map[int]map[string]string{
			0: {"rule": "freestyle", "edge": "open"},
			1: {"rule": "standard", "edge": "open"},
			8: {"rule": "caro8", "edge": "open"},
			9: {"rule": "caro9", "edge": "open"},
		},
		BoardText: func(rows []string, firstToMove bool) string {
			next := " o"
			if firstToMove {
				next = " x"
			}
			return strings.Join(rows, "/") + next
		},
		Swap2: engine.Swap2{Options: map[string]string{"opening": "swap2"}, Swap: "black", Stay: "white", More: "more"},
		Openings: [][3][2]int{
			{{0, 0}, {1, 1}, {4, -3}}, {{0, 0}, {1, 0}, {-3, 4}}, {{-2, 3}, {0, 0}, {3, 3}},
			{{0, 0}, {2, 1}, {-4, 2}}, {{5, 5}, {6, 4}, {4, -5}}, {{0, 0}, {-1, 2}, {5, 1}},
		},
	}
}
