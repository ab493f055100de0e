package engine

import (
	"math/rand/v2"

	"kydai/game"
)

// Entry is what a game's engine package offers.
type Entry struct {
	Game string
	New  func() Engine
	// Bench searches fixed positions and returns how many nodes that took:
	// the same number as long as nothing about the playing changes.
	Bench func() (uint64, error)
	// Levels are for people, the weakest first. LevelScale is the scale by which
	// they choose among moves. It is not the fitted one, so that a new fit does
	// not change how strong the levels are.
	Levels     [Levels]Level
	LevelScale float64
	// Fitted has Scale, the advantage in points that wins three games of four.
	Fitted
}

// Fitted is the winning chance of an evaluation, fitted to the results of games
// by kydai fit chance (docs/chance.md).
type Fitted struct {
	Scale      float64 // see WinChance
	Date       string  // day of the fit
	Games      int     // 0 if the scale is a guess
	Positions  int     // scored positions of the games
	Nodes      uint64  // of the search that scored them
	BenchNodes uint64  // node count of Bench when the games were played
}

// AtLevel makes an engine of that game play at a level from 1 on. Which of
// several good moves it plays depends on seed.
func (e Entry) AtLevel(inner Engine, level int, seed uint64) (Engine, error) {
	if level < 1 || level > len(e.Levels) {
		return nil, game.Err("no-level", "the engine has no such level")
	}
	return NewHandicapped(inner, e.Levels[level-1], e.LevelScale, rand.New(rand.NewPCG(seed, uint64(level)))), nil
}
