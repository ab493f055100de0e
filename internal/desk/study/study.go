// Package study makes the study module of a game: what a session server does
// beyond play. It proves wins, and says things in words. The module is large, so
// a page fetches it when it first needs it.
package study

import (
	"kydai/game"
	"kydai/internal/desk"
	"kydai/reason"
	"kydai/search"
)

// Parts are what a game brings along for its study module, besides its rules
// and its engine.
type Parts struct {
	// Proof creates the state in which package search/proof proves a line's
	// position; nil if the game has no prover.
	Proof func(line *game.Line) (search.State, error)
	// Words finds the motifs of moves; nil if the game has none.
	Words reason.Words
	// More are operations of the game's own by name.
	More map[string]desk.Operation
}

// Desk is the session server of a study module.
func Desk(g desk.Game, p Parts) *desk.Desk {
	more := map[string]desk.Operation{
		"solve":   (&solver{proof: p.Proof}).solve,
		"explain": (&explainer{words: p.Words, make: g.Engine.New}).explain,
	}
	for name, op := range p.More {
		more[name] = op
	}
	return desk.NewDesk(g).With(more)
}
