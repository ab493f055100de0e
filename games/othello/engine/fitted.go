package engine

import "kydai/engine"

// fitted returns a guessed scale, because "make chance" fits the scale only for games in package
// engines.
func fitted() engine.Fitted { return engine.Fitted{Scale: 300} }
