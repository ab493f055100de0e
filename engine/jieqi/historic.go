package jieqi

import (
	"math"
	"sync"

	"kydai/game"
	"kydai/games/jieqi"
	"kydai/search/classic"
)

// wonValue is what a won game is worth to the lab's evaluator.
const wonValue = 1000

// Historic is what the lab has for this game: the engine's own evaluation and
// a player by information-set tree search.
//
// Each simulation draws what turns up from the owner's pool at the moment it
// turns up. That is the same as to draw a whole deal first, for no move that
// is legal depends on what still lies face down.
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

// labWorth is what a piece is worth by how a move names what it takes; 1 is a
// piece face down.
var labWorth = [kinds]float64{0, 300, 130, 130, 400, 900, 420, 120, 150, 150}

// labEvaluators are used by one goroutine at a time each.
var labEvaluators = sync.Pool{New: func() any { return newEvaluator(Usual()) }}

// labValue is the engine's value without any search.
func labValue(p game.Position, s game.Side) float64 {
	pos, ok := p.(*jieqi.Position)
	if !ok {
		return 0
	}
	e, ok := labEvaluators.Get().(*evaluator)
	if !ok {
		return 0
	}
	defer labEvaluators.Put(e)
	state := newState(pos, 1, nil, e, Luck())
	v := float64(state.value(state.now()))
	if pos.Turn() != s {
		v = -v
	}
	return wonValue * v / math.Sqrt(v*v+scale*scale)
}
