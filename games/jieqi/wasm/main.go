// Command wasm is the browser module of jieqi: rules, engine and session
// server.
package main

import (
	"kydai/games/jieqi"
	"kydai/games/jieqi/engine"
	"kydai/internal/desk"
)

func main() { desk.Serve(desk.Game{Rules: jieqi.Rules{}, Engine: engine.Entry()}) }
