// Command wasm is the browser module of caro: the rules, the engine and the session server that
// runs games in the browser.
package main

import (
	"kydai/games/caro"
	"kydai/games/caro/engine"
	"kydai/internal/desk"
)

func main() { desk.Serve(desk.Game{Rules: caro.Rules{}, Engine: engine.Entry()}) }
