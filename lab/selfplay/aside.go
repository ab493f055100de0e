package selfplay

import (
	"math/rand/v2"

	"kydai/game"
)

// mostAside is the largest number of moves that lead from a game to a position aside from it.
const mostAside = 4

// Aside returns a position that a search from p could reach: after one to mostAside random moves, of
// which half are captures where captures are possible. It returns false if the game is over there.
//
// The positions of games are nearly level and quiet. A search evaluates many others.
func Aside(rng *rand.Rand, p game.Position) (game.Position, bool) {
	var taking []game.Move
	for range 1 + rng.IntN(mostAside) {
		legal := p.Legal()
		if len(legal) == 0 || p.Outcome().Over() {
			return nil, false
		}
		m := legal[rng.IntN(len(legal))]
		if rng.IntN(2) == 0 {
			taking = taking[:0]
			for _, c := range legal {
				if c.Taken() != 0 {
					taking = append(taking, c)
				}
			}
			if len(taking) > 0 {
				m = taking[rng.IntN(len(taking))]
			}
		}
		ways := game.CompletionsOf(p, m)
		p = p.Play(ways[rng.IntN(len(ways))].Move)
	}
	return p, !p.Outcome().Over()
}
