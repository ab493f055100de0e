// Package engines is the list of engines and of the names that protocols use for our games. No
// other package names an engine.
//
// The package uses no processes and no files, so that it compiles to a small WebAssembly
// module.
package engines

import (
	"kydai/engine"
	"kydai/game"
	"kydai/lab/tune"
	"kydai/search"
	"kydai/search/classic"
)

// Entry describes the engine of one game.
type Entry = engine.Entry

// Dialect holds the names of a game and its rules in protocols.
type Dialect = engine.Dialect

// Find returns the entry of a game.
func Find(name string) (Entry, bool) {
	for _, e := range All() {
		if e.Game == name {
			return e, true
		}
	}
	return Entry{}, false
}

// New creates the engine of a game.
func New(name string) (engine.Engine, error) {
	e, ok := Find(name)
	if !ok {
		return nil, game.Err("no-engine", "there is no engine for ", name)
	}
	return e.New(), nil
}

// AtLevel wraps the engine of a game so that it plays at a level, counted from 1. seed decides
// which of several good moves it plays.
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

// All lists the engines.
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

// Historic returns the historical evaluators and players of a game, kept for comparison. It is
// empty if there are none.
func Historic(name string) classic.Family {
	for _, p := range list() {
		if p.Game == name && p.historic != nil {
			return p.historic()
		}
	}
	return classic.Family{}
}

// Tuner returns the evaluation of a game's engine in the form for tuning; false if the engine
// does not support tuning.
func Tuner(name string) (tune.Tuner, bool) {
	for _, p := range list() {
		if p.Game == name && p.tuner != nil {
			return p.tuner(), true
		}
	}
	return nil, false
}

// Proof creates the state with which package search/proof proves the result of a line's position.
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
