// Package engines lists the engines of all games and the names that protocols use for the games. It
// is the only package that imports a particular engine.
//
// The package uses no processes and no files, so that it compiles to a small WebAssembly module.
package engines

import (
	"kydai/engine"
	"kydai/game"
	"kydai/lab/tune"
	"kydai/search"
	"kydai/search/classic"
)

// Entry describes the engine of one game: how to create it, its benchmark and its levels.
type Entry = engine.Entry

// Dialect holds the names that protocols use for a game and its rules.
type Dialect = engine.Dialect

// Find returns the entry of a game; false if the game has no engine.
func Find(name string) (Entry, bool) {
	for _, e := range All() {
		if e.Game == name {
			return e, true
		}
	}
	return Entry{}, false
}

// New creates the engine of a game. It returns an error if the game has none.
func New(name string) (engine.Engine, error) {
	e, ok := Find(name)
	if !ok {
		return nil, game.Err("no-engine", "there is no engine for ", name)
	}
	return e.New(), nil
}

// AtLevel wraps the engine of a game so that it plays at a level, counted from 1. seed determines
// which of several good moves the engine plays.
func AtLevel(e engine.Engine, name string, level int, seed uint64) (engine.Engine, error) {
	entry, ok := Find(name)
	if !ok {
		return nil, game.Err("no-engine", "there is no engine for ", name)
	}
	return entry.AtLevel(e, level, seed)
}

// DialectOf returns the protocol names of a game; the zero Dialect if there are
// none.
func DialectOf(name string) Dialect {
	for _, d := range Dialects() {
		if d.Game == name {
			return d
		}
	}
	return Dialect{Game: name}
}

// All lists the entries of all engines.
func All() []Entry {
	var all []Entry
	for _, p := range list() {
		all = append(all, p.Entry)
	}
	return all
}

// Dialects lists the protocol names of all games. The first one is the default of UCI.
func Dialects() []Dialect {
	var all []Dialect
	for _, p := range list() {
		all = append(all, p.dialect)
	}
	return all
}

// Historic returns the historical evaluators and players of a game (older engines kept for
// comparison). The result is empty if the game has none.
func Historic(name string) classic.Family {
	for _, p := range list() {
		if p.Game == name && p.historic != nil {
			return p.historic()
		}
	}
	return classic.Family{}
}

// Tuner returns the evaluation of a game's engine in the form that package lab/tune needs; false if
// the engine does not support tuning.
func Tuner(name string) (tune.Tuner, bool) {
	for _, p := range list() {
		if p.Game == name && p.tuner != nil {
			return p.tuner(), true
		}
	}
	return nil, false
}

// Proof creates the search state with which package search/proof proves whether the position of a
// line is won. It returns an error if the game has no prover.
func Proof(line *game.Line) (search.State, error) {
	name := line.Rules().Info().Name
	for _, p := range list() {
		if p.Game == name && p.proof != nil {
			return p.proof(line)
		}
	}
	return nil, game.Fault(game.Err("no-proof", "there is no prover for ", name), "game")
}

// Terms returns the static evaluation of a position, split into its named terms, for the side
// that moved first.
func Terms(name, position string) ([]tune.Term, error) {
	t, ok := Tuner(name)
	if !ok {
		return nil, game.Err("no-engine", "there is no engine for ", name)
	}
	terms, _, err := tune.Terms(t, position)
	return terms, err
}
