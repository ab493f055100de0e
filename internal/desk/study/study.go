// Package study builds the study module of a game: the operations of a session server
// that go beyond playing. It proves wins and explains moves in words. The module is
// large, so a page loads it only when it is needed.
package study

import (
	"kydai/engine"
	"kydai/game"
	"kydai/internal/desk"
	"kydai/reason"
)

// Parts are the parts of a game's study module other than its rules and its engine.
type Parts struct {
	// Solve proves positions; see the function Solve. It is nil if the game has no
	// prover, and then the module does not contain the prover's code.
	Solve desk.Operation
	// Words finds the tactical motifs of moves; nil if the game has none.
	Words reason.Words
	// More are further operations that this game adds, by name.
	More map[string]desk.Operation
}

// unsolved is the operation "solve" of a game without a prover: it returns an error.
func unsolved(line *game.Line, _ desk.Request, _ func(engine.Thought)) (desk.Reply, error) {
	return desk.Reply{}, game.Fault(game.Err("no-proof", "there is no prover for ", line.Rules().Info().Name), "game")
}

// Desk creates the session server of a study module.
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
