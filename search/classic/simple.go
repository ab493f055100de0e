package classic

import (
	"math/rand/v2"
	"slices"

	"kydai/game"
)

// Random plays a random legal move.
func Random(p game.Position, rng *rand.Rand, only []game.Move) Result {
	moves := choice(p, only)
	if len(moves) == 0 {
		return Result{}
	}
	return Result{Line: []game.Move{moves[rng.IntN(len(moves))]}}
}

// Greedy captures the most valuable piece, or plays a random move if it cannot capture anything. In
// a game without captures it plays one of the best-rated moves.
func Greedy(p game.Position, e Evaluator, rng *rand.Rand, only []game.Move) Result {
	moves := choice(p, only)
	if len(moves) == 0 {
		return Result{}
	}
	m, gain := greedy(p, e, moves, rng)
	return Result{Depth: 1, Counts: Counts{Nodes: uint64(len(moves)), Leaves: uint64(len(moves))}, Value: gain, Line: []game.Move{m}}
}

func choice(p game.Position, only []game.Move) []game.Move {
	moves := p.Legal()
	if len(only) == 0 {
		return moves
	}
	return slices.DeleteFunc(moves, func(m game.Move) bool { return !slices.Contains(only, m) })
}

// greedy randomly chooses one of the moves with the largest gain.
func greedy(p game.Position, e Evaluator, moves []game.Move, rng *rand.Rand) (m game.Move, gain float64) {
	gains := make([]float64, len(moves))
	switch {
	case e.Gain != nil:
		for i, m := range moves {
			gains[i] = e.Gain(m)
		}
	case e.Rate != nil:
		e.Rate(p, moves, gains)
	}
	best := slices.Max(gains)
	var equal []game.Move
	for i, g := range gains {
		if g == best {
			equal = append(equal, moves[i])
		}
	}
	return equal[rng.IntN(len(equal))], best
}
