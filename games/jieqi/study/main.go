// Command study is the browser module of jieqi for the study page. It contains the same code as
// Command wasm, and also the prover, which searches for forced wins.
package main

import (
	"kydai/games/jieqi"
	"kydai/games/jieqi/engine"
	"kydai/games/jieqi/words"
	"kydai/internal/desk"
	"kydai/internal/desk/study"
)

func main() {
	study.Desk(desk.Game{Rules: jieqi.Rules{}, Engine: engine.Entry()}, study.Parts{Words: words.New()}).Serve()
}
