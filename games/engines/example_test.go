package engines_test

import (
	"context"
	"fmt"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
)

// This example searches a position: the engine receives a game as played and answers with
// variations.
func ExampleNew() {
	rules, _ := games.Find("chess")
	line, _ := game.NewLine(rules, game.Setup{Start: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"})
	e, err := engines.New("chess")
	if err != nil {
		panic(err)
	}
	info, err := e.Think(context.Background(), line, engine.Limits{Depth: 3}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(info.Best(), "mate in", info.Lines[0].Score.Mate)
	// Output: d1d8 mate in 1
}
