// Package classic contains the algorithms of an introductory course on game playing: minimax,
// alpha-beta, alpha-beta with move ordering, iterative deepening, greedy, random and Monte Carlo
// tree search.
//
// The algorithms play any game of package game, given an Evaluator. They are written to be read and
// compared, not to be strong: they search immutable positions, ignore repetitions and keep no
// transposition table. Their node counts are exact.
//
// Values are for the side to move at the root: that side maximises and the opponent minimises. A
// move with several random outcomes has their weighted mean as its value.
package classic

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"kydai/game"
)

// Evaluator is a named evaluation function with optional knowledge about a
// game, such as move ratings.
type Evaluator struct {
	Name  string
	About string // one-line description
	// Value returns the value of p for side s. It is zero-sum: the value for the opponent is the
	// negative.
	Value func(p game.Position, s game.Side) float64
	// Unit is the value of the game's smallest unit of material.
	Unit float64
	// Gain returns the material that a move wins immediately; 0 for a quiet move. It may be nil
	// in a game without captures.
	Gain func(m game.Move) float64
	// Rate rates the moves of p for move ordering; higher is better. If it is nil, Gain is used
	// for ordering.
	Rate func(p game.Position, ms []game.Move, out []float64)
	// Width is the default number of best-rated moves to search; 0 means all.
	Width int
	// Decided is the absolute value above which a position is treated as a
	// leaf; 0 means no limit.
	Decided float64
	// Explore is the default exploration constant of UCB1: twice the value of a won game.
	Explore float64
}

// Family holds the evaluators and historical players (old engines kept for comparison) of one game.
type Family struct {
	Evaluators []Evaluator // evaluators of the game, the default first
	Players    []Player
	Features   *Features // features whose weights can be learnt; nil means the pieces on their squares
}

// Features describe a position by numbers. The sum of these numbers, each multiplied by its weight,
// is an evaluation.
type Features struct {
	Names []string // names of the weights
	// Visit calls the function visit for every feature of p that is not 0, with the index of its
	// weight and its number. Features are from the first side's point of view: advantages of the
	// second side are negative.
	Visit func(p game.Position, visit func(weight int, x float64))
}

// Player is a named historical program: an algorithm with parameters.
type Player struct{ Name, Spec, About string }

// Evaluator returns the evaluator with the given name, or the default evaluator if the name is
// empty. In addition to its own evaluators, every game has the evaluator Pieces.
func (f Family) Evaluator(name string) (Evaluator, bool) {
	for _, e := range append(f.Evaluators[:len(f.Evaluators):len(f.Evaluators)], Pieces()) {
		if name == "" || e.Name == name {
			return e, true
		}
	}
	return Evaluator{}, false
}

// Names lists the names of the evaluators, the default first.
func (f Family) Names() []string {
	var names []string
	for _, e := range f.Evaluators {
		names = append(names, e.Name)
	}
	return append(names, Pieces().Name)
}

// late reports whether a search must end. It also compares the clock with the deadline of ctx,
// because in a browser no timer can interrupt the search.
func late(ctx context.Context) bool {
	end, limited := ctx.Deadline()
	return ctx.Err() != nil || limited && !time.Now().Before(end)
}

// Options are the parameters of a search.
type Options struct {
	Eval     Evaluator
	Depth    int    // values below 1 mean 1
	Width    int    // number of best-rated moves to search in each position; 0 means all
	MaxNodes uint64 // node limit; 0 means none
	Order    bool   // search moves in the order of their rating, best first
	// Only lists the root moves to search; empty means all.
	Only []game.Move
	// Rand shuffles the root moves, so that one of several moves of equal value is chosen at
	// random. If Rand is nil, the moves keep the order of the rules.
	Rand *rand.Rand
}

// Counts holds statistics of a search. Nodes is the number of visited positions without the root.
// Leaves is the number of nodes that were evaluated and not searched further. Cuts is the number of
// nodes at which the remaining moves were skipped.
type Counts struct{ Nodes, Leaves, Cuts uint64 }

// Result is the result of a search.
type Result struct {
	Counts
	Depth   int
	Value   float64     // value of the best move for the side to move
	Line    []game.Move // principal variation; empty only if the game is over
	Stopped bool        // the search was stopped early; Line is the best line so far
	Moves   []Visited   // root moves of Monte Carlo tree search, the most visited first
}

// Best returns the move to play, or NoMove if the game is over.
func (r Result) Best() game.Move {
	if len(r.Line) == 0 {
		return game.NoMove
	}
	return r.Line[0]
}

// win is the value of a won game, larger than every evaluation. A win in n
// plies is worth win - n.
const win = 1e9

// maxDepth is the maximum depth of every search, in plies.
const maxDepth = 64

// PliesToEnd returns the number of plies to a forced win, negative for a forced loss. ok is
// false if the value is not a forced result.
func PliesToEnd(value float64) (int, bool) {
	if n := win - math.Abs(value); n <= maxDepth {
		if value < 0 {
			return -int(n), true
		}
		return int(n), true
	}
	return 0, false
}

// final returns the value of an outcome for side me at the given ply.
func final(o game.Outcome, me game.Side, ply int) float64 {
	switch o.Winner {
	case me:
		return win - float64(ply)
	case me.Other():
		return float64(ply) - win
	}
	return 0
}

// ByWorth returns the functions Gain and Rate for a game whose piece types have the given values.
// Rate orders captures by the most valuable captured piece, then by the least valuable capturing
// piece (MVV-LVA).
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
