// Command wasm is the browser module of xiangqi: rules, engine and session
// server.
package main

import (
	"kydai/games/xiangqi"
	"kydai/games/xiangqi/engine"
	"kydai/internal/desk"
)

func main() { desk.Serve(desk.Game{Rules: xiangqi.Rules{}, Engine: engine.Entry()}) }
