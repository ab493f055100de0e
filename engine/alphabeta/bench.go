package alphabeta

import (
	"context"

	"kydai/engine"
	"kydai/game"
)

// Thinker is an engine that can start a new game.
type Thinker interface {
	engine.Engine
	engine.Forgetful
}

// Bench searches each line to a fixed depth, with an empty hash table each
// time, and returns the total number of nodes. The number changes only if the
// search or the evaluation changes.
func Bench(e Thinker, depth int, lines []*game.Line) (nodes uint64, err error) {
	for _, line := range lines {
		e.NewGame()
		info, err := e.Think(context.Background(), line, engine.Limits{Depth: depth}, nil)
		if err != nil {
			return 0, err
		}
		nodes += info.Nodes
	}
	return nodes, nil
}

// BenchStarts calls Bench with games that begin at the given position texts.
func BenchStarts(e Thinker, depth int, rules game.Rules, starts []string) (nodes uint64, err error) {
	lines := make([]*game.Line, len(starts))
	for i, start := range starts {
		if lines[i], err = game.NewLine(rules, game.Setup{Start: start}); err != nil {
			return 0, err
		}
	}
	return Bench(e, depth, lines)
}
