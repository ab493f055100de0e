// Package classic has the algorithms that students of game playing meet
// first: minimax, alpha-beta, alpha-beta with ordered moves, iterative
// deepening, greedy, random and Monte Carlo tree search.
//
// They play any game of the frame, given an Evaluator, and are written to be
// read and compared, not to be strong: they search immutable positions, know
// nothing of repetitions and keep no table. What they count is exact.
//
// Values are for the side that is to act at the root, so that one side
// maximises and the other minimises. Luck is met with averages: a move that
// can turn out in several ways is worth the weighted mean of them.
package classic

import (
	"math"
	"math/rand/v2"

	"kydai/game"
)

// Evaluator is a named way to put a value on a position, and what else an
// algorithm may want to know about a game.
type Evaluator struct {
	Name  string
	About string // one line for people
	// Value is what p is worth to s, own minus other: to the other side it is
	// worth as much with the sign changed.
	Value func(p game.Position, s game.Side) float64
	// Unit is the value of the game's smallest unit of material.
	Unit float64
	// Gain is what a move takes at once, 0 for a quiet move. It may be nil in
	// a game without captures.
	Gain func(m game.Move) float64
	// Rate rates the moves of p for ordering, the best highest. If it is nil,
	// Gain orders.
	Rate func(p game.Position, ms []game.Move, out []float64)
	// Width is how many of the best rated moves are looked at unless somebody
	// says otherwise; 0 means all.
	Width int
	// Decided is the value beyond which a position is not searched any
	// further; 0 means there is none.
	Decided float64
	// Explore is the usual constant of UCB1, twice the value of a game.
	Explore float64
}

// Family is what one game has for the lab.
type Family struct {
	Evaluators []Evaluator // the usual one first
	Players    []Player
}

// Player is a historical program by name: an algorithm with its parameters.
type Player struct{ Name, Spec, About string }

// Evaluator returns the evaluator of that name, or the usual one for an empty
// name. Every game can be evaluated by Pieces.
func (f Family) Evaluator(name string) (Evaluator, bool) {
	for _, e := range append(f.Evaluators[:len(f.Evaluators):len(f.Evaluators)], Pieces()) {
		if name == "" || e.Name == name {
			return e, true
		}
	}
	return Evaluator{}, false
}

// Options say what to search and how far.
type Options struct {
	Eval     Evaluator
	Depth    int    // at least 1 is searched
	Width    int    // moves looked at in each position, by rating; 0 means all
	MaxNodes uint64 // stop after so many; 0 means no limit
	Order    bool   // try the best rated moves first
	// Only are the moves to choose from; none means all.
	Only []game.Move
	// Rand shuffles the first moves, so that one of equal moves is played by
	// chance. Nil keeps the order of the rules.
	Rand *rand.Rand
}

// Counts are what a search did. Nodes are the positions looked at, the first
// one not counted; leaves are those of them that were not searched further;
// cuts are the positions whose remaining moves could be left out.
type Counts struct{ Nodes, Leaves, Cuts uint64 }

// Result is what a search found.
type Result struct {
	Counts
	Depth   int
	Value   float64     // for the side to act
	Line    []game.Move // the best play for both; empty only where the game is over
	Stopped bool        // before it was done: Line is the best so far
}

// Best is the move to play, or NoMove.
func (r Result) Best() game.Move {
	if len(r.Line) == 0 {
		return game.NoMove
	}
	return r.Line[0]
}

// win is the value of having won, beyond all evaluators. A win n plies away
// is worth win - n.
const win = 1e9

// maxDepth bounds every search.
const maxDepth = 64

// PliesToEnd returns in how many plies a value means a forced win, negative
// for a loss, and false if nothing is forced.
func PliesToEnd(value float64) (int, bool) {
	if n := win - math.Abs(value); n <= maxDepth {
		if value < 0 {
			return -int(n), true
		}
		return int(n), true
	}
	return 0, false
}

// final is the value of an outcome for side me.
func final(o game.Outcome, me game.Side, ply int) float64 {
	switch o.Winner {
	case me:
		return win - float64(ply)
	case me.Other():
		return float64(ply) - win
	}
	return 0
}

// ByWorth returns Gain and Rate for a game in which pieces of a kind are
// worth what the table says: the most valuable piece is taken first, of equal
// ones with the cheapest piece.
func ByWorth(worth []float64) (gain func(game.Move) float64, rate func(game.Position, []game.Move, []float64)) {
	const little = 1e-4
	gain = func(m game.Move) float64 {
		if k := m.Taken(); k < len(worth) {
			return worth[k]
		}
		return 0
	}
	rate = func(_ game.Position, ms []game.Move, out []float64) {
		for i, m := range ms {
			out[i] = gain(m)
			if k := m.Piece(); out[i] > 0 && k < len(worth) {
				out[i] -= little * worth[k]
			}
		}
	}
	return gain, rate
}
