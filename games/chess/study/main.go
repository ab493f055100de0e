// Command study is the browser module of chess for the study page: it contains everything in
// Command wasm, and also the prover.
package main

import (
	"kydai/games/chess"
	"kydai/games/chess/engine"
	"kydai/games/chess/words"
	"kydai/internal/desk"
	"kydai/internal/desk/study"
)

func main() {
	study.Desk(desk.Game{Rules: chess.Rules{}, Engine: engine.Entry()}, study.Parts{Solve: study.Solve(engine.Proof), Words: words.New()}).Serve()
}
