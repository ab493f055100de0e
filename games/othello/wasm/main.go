// Command wasm is the browser module of Othello: rules, engine and session
// server.
package main

import (
	"kydai/games/othello"
	"kydai/games/othello/engine"
	"kydai/internal/desk"
)

func main() { desk.Serve(desk.Game{Rules: othello.Rules{}, Engine: engine.Entry()}) }
