package jieqi

import (
	"context"
	"math/rand/v2"

	"kydai/engine"
	"kydai/game"
	"kydai/games/jieqi"
)

// Bench thinks about fixed deals and returns how many positions that took.
func Bench() (uint64, error) {
	var nodes uint64
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 11))
		l, err := game.NewLine(jieqi.Rules{}, game.Setup{Secret: jieqi.Rules{}.Deal(r.IntN)})
		if err != nil {
			return 0, err
		}
		for range 10 * seed {
			legal := l.Legal()
			if err := l.Push(legal[r.IntN(len(legal))]); err != nil {
				return 0, err
			}
		}
		info, err := New().Think(context.Background(), l.View(l.Position().Turn()), engine.Limits{Depth: usualDepth}, nil)
		if err != nil {
			return 0, err
		}
		nodes += info.Nodes
	}
	return nodes, nil
}
