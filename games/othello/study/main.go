// Command study is the browser module of Othello for the study page: it contains everything in
// Command wasm, and also the prover.
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
