// Package words lists the games whose moves can be explained.
package words

import (
	"kydai/game"
	caro "kydai/games/caro/words"
	chess "kydai/games/chess/words"
	jieqi "kydai/games/jieqi/words"
	xiangqi "kydai/games/xiangqi/words"
	"kydai/reason"
)

// Find returns the functions that find and verify the motifs of a game's moves. It returns an error
// if moves of the game cannot be explained.
func Find(name string) (reason.Words, error) {
	if w, ok := list()[name]; ok {
		return w, nil
	}
	return nil, game.Err("no-words", "moves of ", name, " cannot be explained")
}

// list maps the name of each game to the functions for its motifs. It is the only place that lists
// these games.
func list() map[string]reason.Words {
	return map[string]reason.Words{
		"caro":    caro.New(),
		"chess":   chess.New(),
		"jieqi":   jieqi.New(),
		"xiangqi": xiangqi.New(),
	}
}
