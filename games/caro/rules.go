// Package caro implements cờ caro: five in a row on a square board, by the rules in
// games/caro/rules.md. The win rules are entries of a table (WinRule). In some openings the players
// choose their colours, so a game.Side is a player and not a colour.
package caro

import (
	"strconv"

	"kydai/game"
)

// Rules implements the rules of caro.
type Rules struct{}

// These assignments do not compile if Rules lacks one of the interfaces.
var (
	_ game.Rules = Rules{}
	_ game.Noted = Rules{}
)

var sizeNames = func() (names []string) {
	for n := MinSize; n <= MaxSize; n++ {
		names = append(names, strconv.Itoa(n))
	}
	return names
}()

// Info describes the game.
func (Rules) Info() game.Info {
	option := func(name string, values []string, usual int) game.Option {
		return game.Option{Name: name, Default: values[usual], Values: append([]string(nil), values...)}
	}
	return game.Info{
		Name:   "caro",
		Sides:  [2]string{"x", "o"},
		Width:  DefaultSize,
		Height: DefaultSize,
		Options: []game.Option{
			option("size", sizeNames, DefaultSize-MinSize),
			option("rule", ruleNames, 0),
			option("edge", edgeNames, 0),
			option("opening", openingNames, 0),
			option("moves", limitNames, 0),
		},
		Tags:    map[string]string{"Game": "Caro"},
		Formats: []string{"psq", "sgf", "text", "json"},
		Moves:   25,
	}
}

// Notations returns the only notation of the game: squares.
func (Rules) Notations() []game.Notation { return []game.Notation{notation{}} }

// New starts a game. If the setup has a start position, its text also names the rules of the game.
// Options supply only the fields that the text leaves out; an option that contradicts the text is
// an error.
func (r Rules) New(s game.Setup) (game.Position, error) {
	if err := r.Info().CheckOptions(s); err != nil {
		return nil, err
	}
	if s.Start != "" {
		return parse(s.Start, s.Options)
	}
	return start(s.Options), nil
}

func start(options map[string]string) *Position {
	// CheckOptions has already checked the values, so -1 means that the option is missing. Index 0
	// is the default of every option except the size.
	at := func(name string, values []string) int { return max(index(values, options[name]), 0) }
	size := DefaultSize
	if _, ok := options["size"]; ok {
		size = MinSize + at("size", sizeNames)
	}
	st := newState(size, at("rule", ruleNames), at("edge", edgeNames), Opening(at("opening", openingNames)))
	st.limit = uint8(at("moves", limitNames))
	return &Position{state: st}
}

func index(list []string, s string) int {
	for i, v := range list {
		if v == s {
			return i
		}
	}
	return -1
}
