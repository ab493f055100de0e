// Package desk is the session server of the browser: rules and engines behind
// one function with JSON in and out, which runs as WebAssembly in a Web Worker.
// Games are sessions. Hidden pieces leave a session only for a request that may
// see everything, which pages send after the end of a game.
package desk

//go:generate go run ./gen
