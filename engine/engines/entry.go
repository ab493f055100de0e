// Package engines is the one list of engines, and of what the protocols that
// engines speak call our games. Whoever wants an engine by the name of a game
// asks here; no other package names one.
//
// It stays free of processes and files, so that it also compiles to a small
// WASM module.
package engines

import (
	"math/rand/v2"

	"kydai/engine"
	"kydai/game"
)

// Entry is one game with an engine of ours.
type Entry struct {
	Game string
	New  func() engine.Engine
	// Bench searches fixed positions and returns how many nodes that took:
	// the same number as long as nothing about the playing changes.
	Bench func() (uint64, error)
	// Levels are for people, the weakest first; Scale is the advantage in
	// points that wins three games of four.
	Levels [engine.Levels]engine.Level
	Scale  float64
}

// Dialect is what protocols call a game and its rules. Parts that are zero
// mean that the protocol is not spoken for the game.
type Dialect struct {
	Game string
	// UCI is the value of UCI_Variant. Switches are options of UCI that stand
	// for options of the rules. Ranks is by how much programs that know
	// UCI_Variant count ranks higher than the game does.
	UCI      string
	Switches map[string]map[string]string
	Ranks    int
	// UCCI is what a minor piece is worth in points, if UCCI is spoken.
	UCCI int
	// Numbers are the options that the rule numbers of Gomocup stand for.
	// BoardText writes a board as a position: rows from the top, x for the
	// colour that began, o for the other, a dot for an empty cell.
	Numbers   map[int]map[string]string
	BoardText func(rows []string, firstToMove bool) string
	Openings  [][3][2]int // for swap2, as steps from the centre
	Swap2     Swap2
	// XBoard writes a position as programs that speak CECP want it.
	XBoard func(position string) string
}

// Swap2 is how a game writes that opening: the options that choose it, and the
// codes of what may be chosen besides a stone. Swap takes the colour that is
// not next to put a stone, Stay the other one, More puts two stones and lets
// the opponent choose. Without options the game does not have it.
type Swap2 struct {
	Options          map[string]string
	Swap, Stay, More string
}

// Find returns the entry of a game.
func Find(name string) (Entry, bool) {
	for _, e := range All() {
		if e.Game == name {
			return e, true
		}
	}
	return Entry{}, false
}

// New makes the engine of a game.
func New(name string) (engine.Engine, error) {
	e, ok := Find(name)
	if !ok {
		return nil, game.Err("no-engine", "there is no engine for ", name)
	}
	return e.New(), nil
}

// AtLevel makes an engine of that game play at a level from 1 on. Which of
// several good moves it plays depends on seed.
func AtLevel(e engine.Engine, name string, level int, seed uint64) (engine.Engine, error) {
	entry, ok := Find(name)
	switch {
	case !ok:
		return nil, game.Err("no-engine", "there is no engine for ", name)
	case level < 1 || level > len(entry.Levels):
		return nil, game.Err("no-level", "there is no such level")
	}
	return engine.NewHandicapped(e, entry.Levels[level-1], entry.Scale, rand.New(rand.NewPCG(seed, uint64(level)))), nil
}

// DialectOf returns what protocols call a game; the zero Dialect if they have
// no word for it.
func DialectOf(name string) Dialect {
	for _, d := range Dialects() {
		if d.Game == name {
			return d
		}
	}
	return Dialect{Game: name}
}
