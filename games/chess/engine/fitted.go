package engine

import "kydai/engine"

// fitted is a guess.
func fitted() engine.Fitted { return engine.Fitted{Scale: 191} }
