// Package netted contains the alpha-beta engine whose evaluation can be replaced by a neural net.
package netted

import (
	"kydai/engine"
	"kydai/engine/alphabeta"
	"kydai/engine/nnue"
	"kydai/game"
	"kydai/search"
)

// Game describes how the engine of a game evaluates.
type Game struct {
	Name    string
	Set     *nnue.Set // feature set of the game's nets
	Buckets int       // number of buckets of the game's nets
	// Hand starts searches that evaluate by hand. The engine uses it when it has no net.
	Hand alphabeta.Start
	// Net returns a function that starts searches that evaluate with a net.
	Net    func(*nnue.Net) alphabeta.Start
	Params search.Params
	// Levels is the setting with which the levels below the highest were calibrated. It has no net.
	Levels alphabeta.Setting
	// Shipped returns the net that comes with the program, or nil if there is none. In a browser the
	// function is nil.
	Shipped func() *nnue.Net
}

// Engine is an alpha-beta engine that evaluates by hand or with a net.
type Engine struct {
	*alphabeta.Engine
	game  Game
	start alphabeta.Start
}

var _ engine.Teachable = (*Engine)(nil)

// newHand creates an engine that evaluates by hand.
func newHand(g Game) *Engine {
	e := &Engine{game: g, start: g.Hand}
	start := func(line *game.Line) (func() search.State, error) { return e.start(line) }
	e.Engine = alphabeta.NewCalibrated(alphabeta.Setting{Start: start, Params: g.Params}, g.Levels)
	return e
}

// Use makes the engine evaluate with a net. It returns an error if the net does not fit the
// game.
func (e *Engine) Use(net *nnue.Net) error {
	if err := net.Fits(e.game.Name, e.game.Set, e.game.Buckets); err != nil {
		return err
	}
	e.adopt(e.game.Net(net))
	return nil
}

// Teach makes the engine evaluate with the net in the given file, if nets are fast on this processor.
// It returns an error if they are not, or if the file is not a net of this game.
func (e *Engine) Teach(file []byte) error {
	if !nnue.Fast() {
		return game.Err("slow-nets", "nets are slow on this processor")
	}
	net, err := nnue.Parse(file)
	if err != nil {
		return err
	}
	return e.Use(net)
}

// adopt makes the engine search in another way.
func (e *Engine) adopt(start alphabeta.Start) {
	e.start = start
	e.NewGame() // clear the transposition table, because its scores come from another evaluation
}
