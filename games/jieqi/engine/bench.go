package engine

import (
	"math/rand/v2"

	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/jieqi"
)

// benchDepth is chosen so that the benchmark takes one or two seconds.
const benchDepth = 7

// Bench searches fixed deals, each after more random moves than the deal before, and returns the
// number of nodes. The number changes only if the engine changes.
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
