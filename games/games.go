// Package games is the one list of games. Whoever wants a game by name asks
// here; no other package names one.
package games

import (
	"kydai/game"
	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/games/othello"
	"kydai/games/xiangqi"
)

// All lists the games people play here.
func All() []game.Rules {
	return []game.Rules{
		chess.Rules{},
		xiangqi.Rules{},
		jieqi.Rules{},
		caro.Rules{},
	}
}

// Examples lists games kept to show how one is added.
func Examples() []game.Rules {
	return []game.Rules{
		othello.Rules{},
	}
}

// Find returns the game of that name, examples included.
func Find(name string) (game.Rules, bool) {
	for _, r := range append(All(), Examples()...) {
		if r.Info().Name == name {
			return r, true
		}
	}
	return nil, false
}
