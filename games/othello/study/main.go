// Command study is the browser module of Othello for the study page. It contains the same code as
// Command wasm, and also the prover, which searches for forced wins.
package main

import (
	"kydai/games/othello"
	"kydai/games/othello/engine"
	"kydai/internal/desk"
	"kydai/internal/desk/study"
)

func main() {
	study.Desk(desk.Game{Rules: othello.Rules{}, Engine: engine.Entry()}, study.Parts{}).Serve()
}
