// Command wasm is the browser module of caro: rules, engine and session server.
package main

import (
	"kydai/games/caro"
	"kydai/games/caro/engine"
	"kydai/internal/desk"
)

func main() { desk.Serve(desk.Game{Rules: caro.Rules{}, Engine: engine.Entry()}) }
