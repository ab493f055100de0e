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
	// Levels are for people, the weakest first; Scale is the advantage in
	// points that wins three games of four.
	Levels [Levels]Level
	Scale  float64
}

// AtLevel makes an engine of that game play at a level from 1 on. Which of
// several good moves it plays depends on seed.
func (e Entry) AtLevel(inner Engine, level int, seed uint64) (Engine, error) {
	if level < 1 || level > len(e.Levels) {
		return nil, game.Err("no-level", "the engine has no such level")
	}
	return NewHandicapped(inner, e.Levels[level-1], e.Scale, rand.New(rand.NewPCG(seed, uint64(level)))), nil
}
