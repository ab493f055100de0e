package engine

import (
	"math/rand/v2"

	"kydai/game"
)

// Entry describes the engine of one game: how to create it, its benchmark and its levels.
type Entry struct {
	Game string
	New  func() Engine
	// Bench searches fixed positions and returns the number of nodes searched. The number changes
	// only if the search or the evaluation changes.
	Bench func() (uint64, error)
	// Levels are the playing levels that people choose from, the weakest first. LevelScale is the
	// number of points that the levels treat as a winning probability of 75 percent. It is separate
	// from the fitted Scale, so that a new fit does not change the strength of the levels.
	Levels     [Levels]Level
	LevelScale float64
	Eyes       Eyes // how the pieces move, by letter; needed to decide what a level overlooks
	// Fitted contains the field Scale: an advantage of so many points means a winning probability
	// of 75 percent.
	Fitted
}

// Fitted says how evaluations are converted to winning probabilities. The command kydai fit chance
// fits the conversion to the results of games (docs/chance.md).
type Fitted struct {
	Scale      float64 // points that mean a winning probability of 75 percent
	Date       string  // date of the fit
	Games      int     // number of games in the fit; 0 if Scale is only estimated
	Positions  int     // number of positions in the fit
	Nodes      uint64  // node limit of the search that scored the positions
	BenchNodes uint64  // result of Bench when the games were played, which identifies that version of the engine
}

// With returns a copy of the entry in which every level has the weakness w.
func (e Entry) With(w Weakness) Entry {
	for i := range e.Levels {
		e.Levels[i].Weak = w
	}
	return e
}

// AtLevel wraps the engine inner so that it plays at a level; levels count from 1. The engine must
// be of this entry's game. The parameter seed determines which of several good moves the engine
// plays.
func (e Entry) AtLevel(inner Engine, level int, seed uint64) (Engine, error) {
	if level < 1 || level > len(e.Levels) {
		return nil, game.Err("no-level", "the engine has no such level")
	}
	return NewHandicapped(inner, e.Levels[level-1], e, rand.New(rand.NewPCG(seed, uint64(level)))), nil
}
