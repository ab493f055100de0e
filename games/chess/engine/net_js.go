package engine

import "kydai/engine"

// newEngine creates the engine without nets, which would make the module larger.
func newEngine() engine.Engine { return New() }
