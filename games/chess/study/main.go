// Command study is the browser module of chess for the study page. It contains the same code as
// Command wasm, and also the prover, which searches for forced wins.
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
