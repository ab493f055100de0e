// Command study is the browser module of xiangqi for the study page: it contains everything in
// Command wasm, and also the prover.
package main

import (
	"kydai/games/xiangqi"
	"kydai/games/xiangqi/engine"
	"kydai/games/xiangqi/words"
	"kydai/internal/desk"
	"kydai/internal/desk/study"
)

func main() {
	study.Desk(desk.Game{Rules: xiangqi.Rules{}, Engine: engine.Entry()}, study.Parts{Solve: study.Solve(engine.Proof), Words: words.New()}).Serve()
}
