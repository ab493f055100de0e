package engine

import "kydai/engine"

// fitted is a guess; make chance fits the scale of a game on the list of engines.
func fitted() engine.Fitted { return engine.Fitted{Scale: 300} }
