// Command wasm is the browser module of chess: rules, engine and session
// server.
package main

import (
	"kydai/games/chess"
	"kydai/games/chess/engine"
	"kydai/internal/desk"
)

func main() { desk.Serve(desk.Game{Rules: chess.Rules{}, Engine: engine.Entry()}) }
