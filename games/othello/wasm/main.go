// Command wasm is the browser module of Othello: the rules, the engine and the session server that
// runs games in the browser.
package main

import (
	"kydai/games/othello"
	"kydai/games/othello/engine"
	"kydai/internal/desk"
)

func main() { desk.Serve(desk.Game{Rules: othello.Rules{}, Engine: engine.Entry()}) }
