// Package desk is the session server for the browser: the rules and engines of games behind one
// function with JSON input and output, which runs as WebAssembly in a Web Worker. Each open game
// is a session. A session returns hidden pieces only to requests with the view that sees
// everything, which pages use only after the end of a game.
package desk

//go:generate go run ./gen
