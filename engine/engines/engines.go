package engines

import (
	"strings"

	"kydai/engine"
	"kydai/engine/caro"
	"kydai/engine/chess"
	"kydai/engine/jieqi"
	"kydai/engine/tune"
	"kydai/engine/xiangqi"
	"kydai/search/classic"
)

// All lists the engines.
func All() []Entry {
	return []Entry{
		{
			Game: "chess", New: func() engine.Engine { return chess.New() }, Bench: chess.Bench,
			Levels: pieceLevels(), Scale: 191,
		},
		{
			Game: "xiangqi", New: func() engine.Engine { return xiangqi.New() }, Bench: xiangqi.Bench,
			Levels: pieceLevels(), Scale: 450,
		},
		{
			Game: "jieqi", New: func() engine.Engine { return jieqi.New() }, Bench: jieqi.Bench,
			Levels: pieceLevels(), Scale: 530,
		},
		{
			Game: "caro", New: func() engine.Engine { return caro.New() }, Bench: caro.Bench,
			Levels: stoneLevels(), Scale: 191,
		},
	}
}

// Historic is what the lab has for a game: the evaluators and players of the
// programs that came before. It is empty for a game that has none.
func Historic(name string) classic.Family {
	switch name {
	case "chess":
		return chess.Historic()
	case "xiangqi":
		return xiangqi.Historic()
	case "jieqi":
		return jieqi.Historic()
	case "caro":
		return caro.Historic()
	}
	return classic.Family{}
}

// Tuner is the evaluation of a game's engine for fitting its weights, if it is
// one that can be fitted.
func Tuner(name string) (tune.Tuner, bool) {
	switch name {
	case "chess":
		return chess.NewModel(chess.Usual()), true
	case "xiangqi":
		return xiangqi.NewModel(xiangqi.Usual()), true
	case "jieqi":
		return jieqi.NewModel(jieqi.Usual()), true
	case "caro":
		return caro.NewModel(caro.Usual()), true
	}
	return nil, false
}

// Dialects lists what protocols call the games, the usual one of UCI first.
func Dialects() []Dialect {
	return []Dialect{
		{
			Game: "chess", UCI: "chess",
			Switches: map[string]map[string]string{"UCI_Chess960": {"variant": "chess960"}},
		},
		{Game: "xiangqi", UCI: "xiangqi", Ranks: 1, UCCI: 400, XBoard: hoixiangqiText},
		{Game: "jieqi", UCI: "jieqi"},
		{
			Game: "caro",
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
			Swap2: Swap2{Options: map[string]string{"opening": "swap2"}, Swap: "black", Stay: "white", More: "more"},
			Openings: [][3][2]int{
				{{0, 0}, {1, 1}, {4, -3}}, {{0, 0}, {1, 0}, {-3, 4}}, {{-2, 3}, {0, 0}, {3, 3}},
				{{0, 0}, {2, 1}, {-4, 2}}, {{5, 5}, {6, 4}, {4, -5}}, {{0, 0}, {-1, 2}, {5, 1}},
			},
		},
	}
}

// hoixiangqiText writes a xiangqi position as hoixiangqi reads it: h and e for
// horse and elephant, and no fields that are always empty.
func hoixiangqiText(position string) string {
	fields := strings.Fields(position)
	board := strings.NewReplacer("n", "h", "N", "H", "b", "e", "B", "E").Replace(fields[0])
	side := "w"
	if len(fields) > 1 {
		side = fields[1]
	}
	return board + " " + side + " 0 1"
}
