// Package game is the frame that every board game of kydai stands on: sides,
// squares, moves, positions, rules, and a game as it was played (Line).
//
// A game implements Rules and Position; whatever else it can do (judge
// repetitions, hide pieces, write notation) it offers as an ability, an
// interface that callers discover in ability.go and nowhere else.
//
// The package uses neither fmt, os nor time, so that it also compiles to a
// small WASM module. Nothing in it reads a clock or draws a random number.
package game
