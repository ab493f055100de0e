// Command wasm is the browser module of chess: the rules, the engine and the session server that
// runs games in the browser.
package main

import (
	"kydai/games/chess"
	"kydai/games/chess/engine"
	"kydai/internal/desk"
)

func main() { desk.Serve(desk.Game{Rules: chess.Rules{}, Engine: engine.Entry()}) }
