package jieqi

import (
	"math/rand/v2"

	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/jieqi"
)

// benchDepth makes a bench of a second or two.
const benchDepth = 7

// Bench searches fixed deals, each some random moves further on than the one
// before, and returns how many nodes that took: the same number as long as
// nothing about the playing changes.
func Bench() (uint64, error) {
	var lines []*game.Line
	for n := range uint64(12) {
		r := rand.New(rand.NewPCG(n, 11))
		l, err := game.NewLine(jieqi.Rules{}, game.Setup{Secret: jieqi.Rules{}.Deal(r.IntN)})
		if err != nil {
			return 0, err
		}
		for range 5 * n {
			legal := l.Legal()
			if len(legal) == 0 {
				l.Undo(1)
				break
			}
			if err := l.Push(legal[r.IntN(len(legal))]); err != nil {
				return 0, err
			}
		}
		lines = append(lines, l.View(l.Position().Turn()))
	}
	return alphabeta.Bench(New(), benchDepth, lines)
}
