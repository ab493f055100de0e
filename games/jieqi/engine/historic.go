package engine

import (
	"math"
	"sync"

	"kydai/game"
	"kydai/games/jieqi"
	"kydai/search/classic"
)

// wonValue is the value of a won game for the historical evaluator.
const wonValue = 1000

// Historic returns the historical players of this game, for comparison: the engine's own
// evaluation, and a player by information-set Monte Carlo tree search.
//
// Each simulation draws a revealed piece from the owner's pool when the piece is revealed. This is
// equivalent to drawing a whole deal first, because no legal move depends on hidden pieces.
func Historic() classic.Family {
	gain, rate := classic.ByWorth(labWorth[:])
	return classic.Family{
		Evaluators: []classic.Evaluator{{
			Name:    "view",
			About:   "the engine's evaluation of what the owner of the view knows, as a chance to win",
			Value:   labValue,
			Unit:    wonValue * 100.0 / scale,
			Gain:    gain,
			Rate:    rate,
			Explore: 2 * wonValue,
		}},
		Players: []classic.Player{
			{Name: "ismcts", Spec: "mcts,sims=4000,replies=0,c=400,eval=view", About: "information-set tree search: a deal drawn anew for every simulation"},
		},
	}
}

// labWorth holds the value of a captured piece, indexed by Move.Taken. Index 1 is a face-down
// piece.
var labWorth = [kinds]float64{0, 300, 130, 130, 400, 900, 420, 120, 150, 150}

// labEvaluators is a pool, because only one goroutine at a time may use an evaluator.
var labEvaluators = sync.Pool{New: func() any { return newHandcrafted(DefaultWeights()) }}

// labValue returns the engine's static evaluation for side s.
func labValue(p game.Position, s game.Side) float64 {
	pos, ok := p.(*jieqi.Position)
	if !ok {
		return 0
	}
	e, ok := labEvaluators.Get().(*handcrafted)
	if !ok {
		return 0
	}
	defer labEvaluators.Put(e)
	state := newState(pos, 1, nil, e, ChanceParams())
	v := float64(e.evaluate(state))
	if pos.Turn() != s {
		v = -v
	}
	return wonValue * v / math.Sqrt(v*v+scale*scale)
}
