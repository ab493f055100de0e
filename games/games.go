// Package games lists all games. It is the only package that imports a particular game by name.
package games

import (
	"kydai/game"
	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/games/othello"
	"kydai/games/xiangqi"
)

// All lists the games that people can play.
func All() []game.Rules {
	return []game.Rules{
		chess.Rules{},
		xiangqi.Rules{},
		jieqi.Rules{},
		caro.Rules{},
	}
}

// Examples lists the games that are worked examples for developers and are not offered to players.
func Examples() []game.Rules {
	return []game.Rules{
		othello.Rules{},
	}
}

// Find returns the rules of the game with the given name, including examples for developers; false
// if no game has that name.
func Find(name string) (game.Rules, bool) {
	for _, r := range append(All(), Examples()...) {
		if r.Info().Name == name {
			return r, true
		}
	}
	return nil, false
}
