// Package study makes the study module of a game: what a session server does
// beyond play. It proves wins, and says things in words. The module is large, so
// a page fetches it when it first needs it.
package study

import (
	"kydai/engine"
	"kydai/game"
	"kydai/internal/desk"
	"kydai/reason"
)

// Parts are what a game brings along for its study module, besides its rules
// and its engine.
type Parts struct {
	// Solve proves positions, see Solve; nil if the game has no prover, whose
	// code is then not in the module.
	Solve desk.Operation
	// Words finds the motifs of moves; nil if the game has none.
	Words reason.Words
	// More are operations of the game's own by name.
	More map[string]desk.Operation
}

// unsolved refuses to solve a game that has no prover.
func unsolved(line *game.Line, _ desk.Request, _ func(engine.Thought)) (desk.Reply, error) {
	return desk.Reply{}, game.Fault(game.Err("no-proof", "there is no prover for ", line.Rules().Info().Name), "game")
}

// Desk is the session server of a study module.
func Desk(g desk.Game, p Parts) *desk.Desk {
	more := map[string]desk.Operation{
		"solve":   p.Solve,
		"explain": (&explainer{words: p.Words, make: g.Engine.New}).explain,
	}
	if p.Solve == nil {
		more["solve"] = unsolved
	}
	for name, op := range p.More {
		more[name] = op
	}
	return desk.NewDesk(g).With(more)
}
