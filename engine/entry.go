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
	// scale by which the levels convert points to winning chances. It differs from the fitted
	// scale, so that a new fit does not change the strength of the levels.
	Levels     [Levels]Level
	LevelScale float64
	Eyes       Eyes // how the board looks to a level
	// Fitted contains Scale: an advantage of that many points wins three games of four.
	Fitted
}

// Fitted describes the conversion of an evaluation to a winning probability. kydai fit chance
// fits it to the results of games (docs/chance.md).
type Fitted struct {
	Scale      float64 // see WinChance
	Date       string  // day of the fit
	Games      int     // 0 if the scale is a guess
	Positions  int     // scored positions of the games
	Nodes      uint64  // of the search that scored them
	BenchNodes uint64  // node count of Bench when the games were played
}

// AtLevel makes an engine of this game play at a level; levels count from 1. seed decides which of
// several good moves the engine plays.
func (e Entry) AtLevel(inner Engine, level int, seed uint64) (Engine, error) {
	if level < 1 || level > len(e.Levels) {
		return nil, game.Err("no-level", "the engine has no such level")
	}
	return NewHandicapped(inner, e.Levels[level-1], e, rand.New(rand.NewPCG(seed, uint64(level)))), nil
}
