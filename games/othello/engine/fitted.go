package engine

import "kydai/engine"

// fitted returns a guessed scale for converting scores to winning chances. The command "make
// chance" fits the scale only for the games that package engines lists, and Othello is not one of
// them.
func fitted() engine.Fitted { return engine.Fitted{Scale: 300} }
