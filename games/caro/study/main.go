// Command study is the study module of caro: what the browser module has, the
// prover and more.
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
