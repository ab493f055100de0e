package classic

import (
	"context"
	"maps"

	"kydai/game"
	"kydai/search/classic"
)

// kept holds the search trees of the previous search, and the moves of the game up to the position
// at their root.
type kept struct {
	trees classic.Trees
	game  string
	setup game.Setup
	moves []game.Move
}

// simulate runs MCTS for the position of a line. If the line continues the line of the previous
// search and shows the game to the same player, simulate continues the kept trees. Otherwise it
// starts new trees.
func (e *Engine) simulate(ctx context.Context, line *game.Line, o classic.MonteCarlo) classic.Result {
	if !e.config.Keep {
		return classic.MCTS(ctx, line.Position(), o)
	}
	k := &e.kept
	if !k.continuedBy(line) {
		*k = kept{game: line.Rules().Info().Name, setup: line.Setup()}
	}
	var played []game.Move
	for i := len(k.moves); i < line.Ply(); i++ {
		played = append(played, line.Move(i))
	}
	k.trees.Follow(played)
	k.moves = append(k.moves, played...)
	return k.trees.Search(ctx, line.Position(), o)
}

// continuedBy reports whether the line begins with the moves that led to the kept trees and has the
// same setup. The setup says whose view the line is and which hidden pieces are known. So the
// engine never uses trees that were grown with other knowledge.
func (k *kept) continuedBy(line *game.Line) bool {
	s := line.Setup()
	if k.game != line.Rules().Info().Name || k.setup.Start != s.Start || k.setup.Secret != s.Secret ||
		!maps.Equal(k.setup.Options, s.Options) || len(k.moves) > line.Ply() {
		return false
	}
	for i, m := range k.moves {
		if line.Move(i) != m {
			return false
		}
	}
	return true
}

// NewGame drops the kept search trees.
func (e *Engine) NewGame() { e.kept = kept{} }
