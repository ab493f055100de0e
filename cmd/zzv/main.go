package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"kydai/engine"
	ec "kydai/engine/chess"
	"kydai/game"
	"kydai/games/chess"
)

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	e := ec.New()
	_ = e.SetOption("Hash", "16")
	tot := uint64(0)
	for _, f := range []int{1, 3, 5} {
		line, _ := game.NewLine(chess.Rules{}, game.Setup{Start: ec.BenchPositions[f]})
		info, _ := e.Think(context.Background(), line, engine.Limits{Nodes: uint64(n)}, nil)
		tot += info.Nodes
	}
	fmt.Println(tot)
}
