// Command wasm is the browser module of xiangqi: the rules, the engine and the session server that
// runs games in the browser.
package main

import (
	"kydai/games/xiangqi"
	"kydai/games/xiangqi/engine"
	"kydai/internal/desk"
)

func main() { desk.Serve(desk.Game{Rules: xiangqi.Rules{}, Engine: engine.Entry()}) }
