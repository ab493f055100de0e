// Command wasm is the browser module of jieqi: the rules, the engine and the session server that
// runs games in the browser.
package main

import (
	"kydai/games/jieqi"
	"kydai/games/jieqi/engine"
	"kydai/internal/desk"
)

func main() { desk.Serve(desk.Game{Rules: jieqi.Rules{}, Engine: engine.Entry()}) }
