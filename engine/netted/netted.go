// Package netted contains the alpha-beta engine whose evaluation can be replaced by a neural net from a
// file.
package netted

import (
	"os"

	"kydai/engine"
	"kydai/engine/alphabeta"
	"kydai/engine/nnue"
	"kydai/game"
	"kydai/search"
)

// Game describes how the engine of a game evaluates. E is the type of the game's evaluators.
type Game[E any] struct {
	Kind nnue.Kind
	// Hand creates an evaluator that is written by hand. The engine uses it when it has no net.
	Hand func() E
	// Net creates an evaluator that uses a net.
	Net func(*nnue.Net) E
	// Start prepares a search with evaluators from a pool. It returns the function that creates the
	// search states of the threads.
	Start  func(*alphabeta.Pool[E], *game.Line) (func() search.State, error)
	Params search.Params
	// Fork creates a state at the position of another state, without the positions before it and with
	// an evaluator of its own.
	Fork func(search.State, E) search.State
	// Describe stores the features of the position of a state in a sample. It returns false for
	// positions that nets never evaluate.
	Describe func(search.State, *nnue.Sample) bool
	// Levels is the setting with which the levels below the highest were calibrated. It has no net.
	Levels alphabeta.Setting
}

// Engine is an alpha-beta engine with the option EvalFile, which names the file of a net.
type Engine[E any] struct {
	*alphabeta.Engine
	game  Game[E]
	evals *alphabeta.Pool[E]
}

const (
	optEvalFile = "EvalFile"
	noFile      = "<empty>" // text with which UCI writes an empty value
)

var _ engine.Adjustable = (*Engine[int])(nil)

// New creates an engine that evaluates without a net.
func New[E any](g Game[E]) *Engine[E] {
	e := &Engine[E]{game: g, evals: alphabeta.NewPool(g.Hand)}
	start := func(line *game.Line) (func() search.State, error) { return g.Start(e.evals, line) }
	e.Engine = alphabeta.NewCalibrated(alphabeta.Setting{Start: start, Params: g.Params}, g.Levels)
	return e
}

// Use makes the engine evaluate with a net. It returns an error if the net does not fit the
// game.
func (e *Engine[E]) Use(net *nnue.Net) error {
	k := e.game.Kind
	if err := net.Fits(k.Game, k.Set, k.Buckets); err != nil {
		return err
	}
	e.evals = alphabeta.NewPool(func() E { return e.game.Net(net) })
	e.NewGame() // clear the transposition table, because its scores come from another evaluation
	return nil
}

// Options lists the options that SetOption accepts.
func (e *Engine[E]) Options() []engine.Option {
	return append(e.Engine.Options(), engine.Option{Name: optEvalFile, Kind: "string", Default: noFile})
}

// SetOption sets an option by name. It returns an error if the name or the value is invalid, or if
// the net file cannot be read.
func (e *Engine[E]) SetOption(name, value string) error {
	switch {
	case name != optEvalFile:
		return e.Engine.SetOption(name, value)
	case value == "" || value == noFile:
		e.evals = alphabeta.NewPool(e.game.Hand)
		e.NewGame()
		return nil
	}
	f, err := os.Open(value) //nolint:gosec // the file that the user of the engine names
	if err != nil {
		return game.Err("bad-option", "the net ", value, " cannot be opened")
	}
	defer f.Close() //nolint:errcheck // read-only
	net, err := nnue.Read(f)
	if err != nil {
		return err
	}
	return e.Use(net)
}
