package engine

import (
	"kydai/engine"
	"kydai/engine/alphabeta"
	"kydai/engine/netted"
)

// newEngine creates the engine of browsers, which evaluates by hand until it is given a net.
func newEngine() engine.Engine { return netted.New(netGame()) }

func newBenched() alphabeta.Thinker { return netted.New(netGame()) }
