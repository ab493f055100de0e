// Command study is the study module of jieqi: what the browser module has, the
// prover and more.
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
