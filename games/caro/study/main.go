// Command study is the browser module of caro for the study page. It contains the same code as
// Command wasm, and also the prover, which searches for forced wins.
package main

import (
	"kydai/games/caro"
	"kydai/games/caro/engine"
	"kydai/games/caro/words"
	"kydai/internal/desk"
	"kydai/internal/desk/study"
)

func main() {
	study.Desk(desk.Game{Rules: caro.Rules{}, Engine: engine.Entry()}, study.Parts{Solve: study.Solve(engine.Proof), Words: words.New()}).Serve()
}
