// Package engine plays Othello: it implements search.State over the positions of the rules,
// with an evaluation of corners, squares next to corners, and mobility.
//
// The package is the worked example of docs/adding-a-game.md: it is short, not fast.
package engine

import (
	"kydai/engine"
	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/othello"
	"kydai/search"
)

// New creates an engine with the default search parameters and one thread.
func New() *alphabeta.Engine {
	return alphabeta.New(func(line *game.Line) (func() search.State, error) {
		p, ok := line.Position().(othello.Position)
		if !ok {
			return nil, game.Err("bad-game", "this engine plays Othello only")
		}
		return func() search.State { return &state{stack: []othello.Position{p}} }, nil
	}, search.DefaultParams())
}

// Entry returns the description of this engine for the list of engines.
func Entry() engine.Entry {
	return engine.Entry{
		Game: "othello", New: func() engine.Engine { return New() }, Bench: Bench,
		Levels: engine.StoneTable(), LevelScale: 300, Fitted: fitted(),
	}
}

// Dialect returns no protocol names, because no protocol supports this game.
func Dialect() engine.Dialect { return engine.Dialect{Game: "othello"} }

// benchStarts are the positions that Bench searches: an opening, a middlegame, an ending.
var benchStarts = []string{
	"8/8/8/3Xo3/3oX3/8/8/8 black",
	"8/8/2oX4/2oXX3/2ooXo2/3oXX2/8/8 white",
	"2XXX3/1oXXo3/ooXoXXo1/oXoXoXoo/oXXoXXoo/ooXXooo1/2XXXX2/1XXXXX2 black",
}

// Bench searches the bench positions to a fixed depth and returns the number of nodes. The number
// changes only if the engine changes.
func Bench() (uint64, error) {
	return alphabeta.BenchStarts(New(), 6, othello.Rules{}, benchStarts)
}
