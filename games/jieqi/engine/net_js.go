package engine

import "kydai/engine"

// newEngine creates the engine without support for nets, which would make the browser module
// larger.
func newEngine() engine.Engine { return New() }
