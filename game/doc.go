// Package game defines the vocabulary of all board games: sides, squares, moves, positions, rules,
// and a game as it was played (Line).
//
// A game implements Rules and Position. Everything optional (judging repetitions, hiding pieces,
// notations) is an ability: an interface that callers find through ability.go.
//
// The package does not import fmt, os or time, so that it compiles to a small WebAssembly module.
// The package neither reads a clock nor draws random numbers.
package game
