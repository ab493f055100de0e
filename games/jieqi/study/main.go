// Command study is the browser module of jieqi for the study page: it contains everything in
// Command wasm, and also the prover.
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
