// Command study is the study module of Othello: what the browser module has, the
// prover and more.
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
